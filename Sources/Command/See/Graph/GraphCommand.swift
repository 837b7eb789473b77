import LaunchFlowAuthoring
import LaunchFlowModel
import LaunchFlowTimeline

/// `launchflow graph`
enum GraphCommand: Subcommand {
  static let interface = Interface(
    "graph", [Argument("FLOW")], [OutputFormat.option(.mermaid, .svg, .html), SharedOptions.output])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let loader = DocumentLoader(given, in: world)
    let file = try DocumentFile(given.arguments[0], in: world)
    let definition =
      file.kind == .offlineSwitch
      ? loader.offlineSwitch(file).map(Definition.init) : try loader.flow(file).map(Definition.init)
    guard let definition else { return .problemsFound }
    let report = Report(given, in: world)
    switch report.format {
    case .svg: try report.write(Picture(definition).svg())
    case .html: try report.write(Picture(definition).html())
    default: try report.write(definition.mermaid)
    }
    return .fine
  }
}
