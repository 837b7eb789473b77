import LaunchFlowTimeline

enum GraphCommand: Subcommand {
  static let interface = Interface("graph", [Argument("FLOW")], [SharedOptions.output])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let loader = DocumentLoader(given, in: world)
    guard let flow = try loader.flow(at: given.arguments[0]) else { return .problemsFound }
    try world.write(Definition(flow).mermaid, to: given[SharedOptions.output])
    return .fine
  }
}
