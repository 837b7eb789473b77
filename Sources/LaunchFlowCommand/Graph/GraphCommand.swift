import LaunchFlowModel
import LaunchFlowTimeline

/// `launchflow graph`
enum GraphCommand: Subcommand {
  static let format = Option<Format>.choice(
    "format", short: "f", "FORMAT", "What to write.", default: .mermaid)
  static let output = Option<String>.file("output", short: "o", "Write to a file instead of standard output.")

  /// What is written.
  enum Format: String, CaseIterable, Sendable {
    case mermaid, dot
  }

  static let interface = Interface(
    name: "graph",
    summary: "Draw which step waits for which",
    arguments: [Argument(valueName: "FLOW", summary: "The flow file; '-' is standard input.")],
    options: [format.declaration, output.declaration],
    examples: ["launchflow graph flows/rider-launch.json --format dot | dot -Tsvg -o launch.svg"])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let loader = DocumentLoader(given, for: interface.name, in: world)
    guard let flow = try loader.flow(try DocumentFile(given.arguments[0], in: world)) else {
      return .problemsFound
    }
    switch given[format] ?? .mermaid {
    case .mermaid: try world.write(MermaidFlowchart.text(flow), to: given[output])
    case .dot: try world.write(DOTGraph.text(flow), to: given[output])
    }
    return .fine
  }
}
