import LaunchFlowMachine
import LaunchFlowModel

/// `launchflow show`
enum ShowCommand: Subcommand {
  static let interface = Interface(
    name: "show",
    summary: "Draw a run from its trace file",
    discussion: [
      "'launchflow run --trace', 'launchflow simulate --format trace' and apps write trace files.",
      "A notice is shown as the flow's author wrote it, since no trace contains the text that users saw.",
    ],
    arguments: [Argument(valueName: "TRACE", summary: "The trace file; '-' is standard input.")],
    options: [SimulateCommand.format.declaration, SharedOptions.output.declaration],
    examples: [
      "launchflow show run.json",
      "launchflow show run.json --format html --output run.html",
    ])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    let file = try DocumentFile(given.arguments[0], in: world)
    guard let trace = try DocumentLoader(given, in: world).trace(file) else { return .problemsFound }
    let report = SimulationReport(given, in: world)
    try world.write(report.text(trace, notice: nil), as: report.form, to: given[SharedOptions.output])
    return .fine
  }
}
