import LaunchFlowModel
import LaunchFlowTimeline

/// `launchflow graph`
enum GraphCommand: Subcommand {
  static let format = Option<Format>.choice(
    "format", short: "f", "FORMAT", "The output format.", default: .mermaid)

  /// The output format.
  enum Format: String, CaseIterable, Sendable {
    case mermaid, dot
  }

  static let interface = Interface(
    name: "graph",
    summary: "Draw the dependencies between the steps",
    arguments: [Argument(valueName: "FLOW", summary: "The flow file; '-' is standard input.")],
    options: [format.declaration, SharedOptions.output.declaration],
    examples: ["launchflow graph flows/rider-launch.json --format dot | dot -Tsvg -o launch.svg"])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let loader = DocumentLoader(given, in: world)
    guard let flow = try loader.flow(try DocumentFile(given.arguments[0], in: world)) else {
      return .problemsFound
    }
    switch given[format] ?? .mermaid {
    case .mermaid: try world.write(MermaidFlowchart.text(flow), to: given[SharedOptions.output])
    case .dot: try world.write(DOTGraph.text(flow), to: given[SharedOptions.output])
    }
    return .fine
  }
}
