import LaunchFlowModel
import LaunchFlowTimeline

/// `launchflow graph`
enum GraphCommand: Subcommand {
  static let format = Option<Format>.choice(
    "format", short: "f", "FORMAT", "The output format; without it, the ending of the output file decides.",
    default: .mermaid)

  /// The output format.
  enum Format: String, CaseIterable, Sendable {
    case mermaid, svg, html
  }

  static let interface = Interface(
    name: "graph",
    summary: "Draw the dependencies between the steps, or the states of a switch",
    arguments: [Argument(valueName: "FLOW", summary: "The flow's or switch's file; '-' is standard input.")],
    options: [format.declaration, SharedOptions.output.declaration],
    examples: [
      "launchflow graph flows/rider-launch.json --output launch.svg",
      "launchflow graph flows/offline-switch.json --output switch.html",
    ])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let loader = DocumentLoader(given, in: world)
    let file = try DocumentFile(given.arguments[0], in: world)
    let format = given[format] ?? .mermaid
    let definition =
      file.kind == .offlineSwitch
      ? loader.offlineSwitch(file).map(Definition.init) : try loader.flow(file).map(Definition.init)
    guard let definition else { return .problemsFound }
    let text =
      switch format {
      case .mermaid: definition.mermaid
      case .svg: Picture(definition).svg()
      case .html: Picture(definition).html()
      }
    try world.write(text, to: given[SharedOptions.output])
    return .fine
  }
}
