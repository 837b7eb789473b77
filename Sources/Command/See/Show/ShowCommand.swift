import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowTimeline

enum ShowCommand: Subcommand {
  static let resolved = Flag("resolved")

  static let interface = Interface(
    "show", [Argument("FILE")], [SimulateCommand.format, resolved, SharedOptions.output])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let file = try DocumentFile(given.arguments[0], in: world)
    let loader = DocumentLoader(given, in: world)
    if given[resolved] {
      guard let flow = try loader.flow(file) else { return .problemsFound }
      let text = String(decoding: flow.resolvedText, as: UTF8.self)
      try world.write(text, as: .json, to: given[SharedOptions.output])
      return .fine
    }
    guard let trace = try loader.trace(file) else { return .problemsFound }
    let report = Report(given, in: world)
    try report.write(report.text(PicturedRun(trace)))
    return .fine
  }
}
