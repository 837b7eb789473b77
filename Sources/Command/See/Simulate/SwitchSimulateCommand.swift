import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowSwitch
import LaunchFlowTimeline

/// `launchflow simulate` for a switch.
enum SwitchSimulateCommand {
  static func run(_ given: Given, _ file: DocumentFile, in world: World) throws -> ExitStatus {
    let report = Report(given, in: world)
    try check(report.format, given)
    guard let request = try SwitchRequest(given, file, in: world) else { return .problemsFound }
    let runs = try request.scenarios.map(request.run)
    try report.write(report.joined(runs.map { report.text($0.trace) }))
    return world.report(runs.compactMap(\.stopped))
  }

  private static func check(_ format: OutputFormat, _ given: Given) throws(UsageError) {
    switch format {
    case .html, .svg:
      let names = given.all(PlayOptions.scenario)
      guard names.count < 2, !names.contains("*") else {
        throw UsageError(
          "'\(format.rawValue)' shows one scenario of a switch; name one, or leave '--format' out for all")
      }
    case .perfetto, .otlp, .trace:
      throw UsageError("a switch is written as text, json, jsonl, html or svg, not as \(format.rawValue)")
    default: return
    }
  }
}
