import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowModel

/// `launchflow show`
enum ShowCommand: Subcommand {
  static let resolved = Flag(
    "resolved", "Of a flow: print it after \"like\", \"include\" and \"defaults\", as a flow file.")

  static let interface = Interface(
    name: "show",
    summary: "Draw a run from its trace file, or print a flow in full",
    discussion: [
      "'launchflow run --trace', 'launchflow simulate --format trace' and apps write trace files.",
      "A notice is shown as the flow's author wrote it, since no trace contains the text that users saw.",
      "The flow that --resolved prints runs as the one in the file does.",
    ],
    arguments: [Argument(valueName: "FILE", summary: "The trace file, or a flow's; '-' is standard input.")],
    options: [
      SimulateCommand.format.declaration, resolved.declaration, SharedOptions.output.declaration,
    ],
    examples: [
      "launchflow show run.json",
      "launchflow show run.json --format html --output run.html",
      "launchflow show flows/rider-launch.json --resolved",
    ])

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
    let report = SimulationReport(given, in: world)
    try world.write(report.text(trace, notice: nil), as: report.form, to: given[SharedOptions.output])
    return .fine
  }
}
