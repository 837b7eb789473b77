import LaunchFlowAuthoring
import LaunchFlowModel
import LaunchFlowTimeline

/// `launchflow graph`
enum GraphCommand: Subcommand {
  static let interface = Interface("graph", [Argument("FLOW")], [SharedOptions.output])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let loader = DocumentLoader(given, in: world)
    let file = try DocumentFile(given.arguments[0], in: world)
    let definition =
      file.kind == .offlineSwitch
      ? loader.offlineSwitch(file).map(Definition.init) : try loader.flow(file).map(Definition.init)
    guard let definition else { return .problemsFound }
    try world.write(definition.mermaid, to: given[SharedOptions.output])
    return .fine
  }
}
