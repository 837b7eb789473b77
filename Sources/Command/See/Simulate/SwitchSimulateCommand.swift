import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// `launchflow simulate` for a switch.
enum SwitchSimulateCommand {
  /// Plays the switch in a file.
  static func run(_ given: Given, _ file: DocumentFile, in world: World) throws -> ExitStatus {
    let report = Report(given, in: world)
    try check(report.format, given)
    guard let request = try SwitchRequest(given, file, in: world) else { return .problemsFound }
    let variation = try given[SimulateCommand.vary].map(SwitchVariation.init(commandLine:))
    var stops: [StoppedRun] = []
    let parts = try request.scenarios.map { scenario in
      if let variation {
        let rows = try variation.values.map { value -> SwitchTable.Row in
          let varied = try variation.applied(value, to: request.document)
          let simulation = try request.simulation(scenario, on: varied)
          let runs = given[PlayOptions.runs] ?? 1
          return (value.documentText, request.figures(simulation, runs: runs, &stops))
        }
        return text(rows, variation.setting.rawValue, scenario, report)
      }
      let simulation = try request.simulation(scenario)
      guard let runs = given[PlayOptions.runs] else { return report.text(request.run(simulation, &stops)) }
      return text([("runs \(runs)", request.figures(simulation, runs: runs, &stops))], "", scenario, report)
    }
    try report.write(report.joined(parts))
    return world.report(stops)
  }

  /// Checks that the format can show the outcome.
  private static func check(_ format: OutputFormat, _ given: Given) throws(UsageError) {
    switch format {
    case .html, .svg:
      let names = given.all(PlayOptions.scenario)
      guard names.count < 2, !names.contains("*") else {
        throw UsageError(
          "'\(format.rawValue)' shows one scenario of a switch; name one, or leave '--format' out for all")
      }
      guard given[PlayOptions.runs] == nil, given[SimulateCommand.vary] == nil else {
        throw UsageError("'\(format.rawValue)' shows one run of a switch, not the figures of many")
      }
    case .otlp, .trace:
      throw UsageError("a switch is written as text, json, jsonl, html or svg, not as \(format.rawValue)")
    default: return
    }
  }

  /// Figures side by side.
  private static func text(
    _ rows: [SwitchTable.Row], _ setting: String, _ scenario: SwitchScenario, _ report: Report
  ) -> String {
    let title = report.format == .text ? scenario.name.map { $0.visible + "\n" } ?? "" : ""
    let compared = rows.map { row -> JSONValue in
      ["value": .string(row.value), "figures": SwitchJSON.figures(row.figures)]
    }
    return title
      + report.text(
        Picture(SwitchTable(setting, rows)),
        [
          "format": .integer(SwitchJSON.format), "scenario": scenario.name.map(JSONValue.string) ?? .null,
          "setting": .string(setting), "rows": .array(compared),
        ])
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
  /// - Throws: A `UsageError` if the value is impossible.
  fileprivate func applied(
    _ value: Duration, to document: OfflineSwitchDocument
  ) throws(UsageError) -> OfflineSwitchDocument {
    let varied = apply(value, to: document)
    let reading = OfflineSwitchDocument.read(SourceText(name: "", text: varied.json.text()))
    if reading.hasErrors, let first = reading.diagnostics.first {
      throw UsageError("with \(setting.rawValue)=\(value.documentText): \(first.message)")
    }
    return varied
  }
}
