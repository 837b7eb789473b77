import LaunchFlowTimeline

enum GraphCommand: Subcommand {
  static let interface = Interface("graph", [Argument("FLOW")], [SharedOptions.output])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let flow = try DocumentFile(given.arguments[0], in: world).flow()
    try world.write(Definition(flow).mermaid, to: given[SharedOptions.output])
    return .fine
  }
}
