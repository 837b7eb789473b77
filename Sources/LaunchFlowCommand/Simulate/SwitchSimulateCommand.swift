import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// `launchflow simulate` for a switch.
struct SwitchSimulateCommand {
  private let given: Given
  private let world: World
  private let format: SimulateCommand.Format
  private let report: SimulationReport

  /// Plays the switch in a file.
  static func run(_ given: Given, _ file: DocumentFile, in world: World) throws -> ExitStatus {
    let command = SwitchSimulateCommand(
      given: given, world: world, format: given[SimulateCommand.format] ?? .text,
      report: SimulationReport(given, in: world))
    try command.check()
    guard let request = try SwitchRequest(given, file, in: world) else { return .problemsFound }
    let variation = try given[SimulateCommand.vary].map(SwitchVariation.init(commandLine:))
    var stops: [StoppedRun] = []
    let parts = try request.scenarios.map { try command.text($0, of: request, varied: variation, &stops) }
    try world.write(command.report.joined(parts), as: command.report.form, to: given[SharedOptions.output])
    return world.report(stops)
  }

  /// Checks that the format can show what is played.
  private func check() throws(UsageError) {
    switch format {
    case .text, .json, .jsonl: return
    case .perfetto, .otlp, .trace:
      throw UsageError("a switch is written as text, json, jsonl, html or svg, not as \(format.rawValue)")
    case .html, .svg:
      let names = given.all(PlayOptions.scenario)
      guard names.count < 2, !names.contains("*") else {
        throw UsageError(
          "'\(format.rawValue)' shows one scenario of a switch; name one, or leave '--format' out for all")
      }
      guard given[PlayOptions.runs] == nil, given[SimulateCommand.vary] == nil else {
        throw UsageError("'\(format.rawValue)' shows one run of a switch, not the figures of many")
      }
    }
  }

  private func text(
    _ scenario: SwitchScenario, of request: SwitchRequest, varied variation: SwitchVariation?,
    _ stops: inout [StoppedRun]
  ) throws -> String {
    let progress = ProgressLine(in: world)
    if let variation {
      let rows = try variation.values.map { value -> SwitchTable.Row in
        let simulation = try request.simulation(scenario, on: variation.applied(value, to: request.document))
        let runs = given[PlayOptions.runs] ?? 1
        return (
          value.documentText, request.figures(simulation, runs: runs, showing: progress, &stops)
        )
      }
      return report.text(rows, variation.setting.rawValue, scenario)
    }
    let simulation = try request.simulation(scenario)
    if let runs = given[PlayOptions.runs] {
      let figures = request.figures(simulation, runs: runs, showing: progress, &stops)
      return report.text([("runs \(runs)", figures)], "", scenario)
    }
    return report.text(request.run(simulation, given[PlayOptions.run] ?? 0, &stops))
  }
}

extension SwitchVariation {
  /// Parses `--vary SETTING=VALUE,…`.
  fileprivate init(commandLine text: String) throws(UsageError) {
    guard let (name, list) = text.splitAtEqualsSign else {
      throw UsageError("'--vary' must be SETTING=VALUE,…, not '\(text)'")
    }
    guard let setting = Setting(rawValue: name) else {
      throw .unknown("setting", name, among: Setting.allCases.map(\.rawValue))
    }
    var values: [Duration] = []
    for value in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let duration = Duration(documentText: String(value)) else {
        throw UsageError("'\(value)' is not a duration; write it like '2s' or '500ms'")
      }
      values.append(duration)
    }
    self.init(setting, values)
  }

  /// The switch with the setting at a value.
  ///
  /// - Throws: A `UsageError` when it cannot have it.
  fileprivate func applied(
    _ value: Duration, to document: OfflineSwitchDocument
  ) throws(UsageError) -> OfflineSwitchDocument {
    let varied = apply(value, to: document)
    let found = varied.diagnostics() + varied.unwritable()
    if let first = found.first(where: { $0.severity == .error }) {
      throw UsageError("with \(setting.rawValue)=\(value.documentText): \(first.message)")
    }
    return varied
  }
}

extension SimulationReport {
  /// One run of a switch, with a line end at its end.
  func text(_ trace: SwitchTrace) -> String {
    switch format {
    case .text: Picture(trace).text(options)
    case .html: Picture(trace).html()
    case .svg: Picture(trace).svg()
    case .json, .jsonl, .perfetto, .otlp, .trace: json(SwitchJSON.value(trace))
    }
  }

  /// Figures side by side.
  func text(_ rows: [SwitchTable.Row], _ setting: String, _ scenario: SwitchScenario) -> String {
    guard format != .text else {
      let title = scenario.name.map { $0.visible + "\n" } ?? ""
      return title + Picture(SwitchTable(setting, rows)).text(options)
    }
    let compared = rows.map { row -> JSONValue in
      ["value": .string(row.value), "figures": SwitchJSON.figures(row.figures)]
    }
    return json([
      "format": .integer(SwitchJSON.format), "scenario": scenario.name.map(JSONValue.string) ?? .null,
      "setting": .string(setting), "rows": .array(compared),
    ])
  }
}
