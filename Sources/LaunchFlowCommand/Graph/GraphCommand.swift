import LaunchFlowModel
import LaunchFlowTimeline

/// `launchflow graph`
enum GraphCommand: Subcommand {
  static let format = Option<Format>.choice(
    "format", short: "f", "FORMAT", "The output format; without it, the ending of the output file decides.",
    default: .mermaid)

  /// The output format.
  enum Format: String, CaseIterable, Sendable {
    case mermaid, dot
  }

  static let interface = Interface(
    name: "graph",
    summary: "Draw the dependencies between the steps, or the states of a switch",
    arguments: [Argument(valueName: "FLOW", summary: "The flow's or switch's file; '-' is standard input.")],
    options: [format.declaration, SharedOptions.output.declaration],
    examples: [
      "launchflow graph flows/rider-launch.json --format dot | dot -Tsvg -o launch.svg",
      "launchflow graph flows/offline-switch.json",
    ])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let loader = DocumentLoader(given, in: world)
    let file = try DocumentFile(given.arguments[0], in: world)
    let text: String?
    switch (given[format] ?? .mermaid, file.kind) {
    case (.mermaid, .offlineSwitch): text = loader.offlineSwitch(file).map(MermaidFlowchart.text)
    case (.dot, .offlineSwitch): text = loader.offlineSwitch(file).map(DOTGraph.text)
    case (.mermaid, _): text = try loader.flow(file).map(MermaidFlowchart.text)
    case (.dot, _): text = try loader.flow(file).map(DOTGraph.text)
    }
    guard let text else { return .problemsFound }
    try world.write(text, to: given[SharedOptions.output])
    return .fine
  }
}
