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
    let parts = try request.scenarios.map { try command.text($0, of: request, varied: variation) }
    try world.write(command.report.joined(parts), as: command.report.form, to: given[SharedOptions.output])
    return .fine
  }

  /// Checks that the format can show what is played.
  private func check() throws(UsageError) {
    switch format {
    case .text, .json, .jsonl: return
    case .perfetto, .mermaid, .trace:
      throw UsageError("a switch is written as text, json, jsonl, html or svg, not as \(format.rawValue)")
    case .html, .svg:
      let names = given.all(PlayOptions.scenario)
      guard names.count < 2, !names.contains("*") else {
        throw UsageError("'\(format.rawValue)' shows one scenario; name one")
      }
      guard given[PlayOptions.runs] == nil, given[SimulateCommand.vary] == nil else {
        throw UsageError("'\(format.rawValue)' shows one run of a switch, not the figures of many")
      }
    }
  }

  private func text(
    _ scenario: SwitchScenario, of request: SwitchRequest, varied variation: SwitchVariation?
  ) throws -> String {
    if let variation {
      let rows = try variation.rows(of: request, scenario, runs: given[PlayOptions.runs] ?? 1)
      return report.text(rows, variation.setting.rawValue, scenario)
    }
    let simulation = try request.simulation(scenario)
    if let runs = given[PlayOptions.runs] {
      let figures = SwitchFigures(request.traces(simulation, runs: 0...UInt64(runs - 1)))
      return report.text([.init("runs \(runs)", figures)], "", scenario)
    }
    return report.text(simulation.run(seed: request.seed, run: given[PlayOptions.run] ?? 0))
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

  /// The figures under each value.
  fileprivate func rows(
    of request: SwitchRequest, _ scenario: SwitchScenario, runs: Int
  ) throws -> [SwitchTable.Row] {
    try values.map { value in
      let varied = apply(value, to: request.document)
      if let first = varied.diagnostics().first(where: { $0.severity == .error }) {
        throw UsageError("with \(setting.rawValue)=\(value.documentText): \(first.message)")
      }
      let simulation = try request.simulation(scenario, on: varied)
      return SwitchTable.Row(
        value.documentText, SwitchFigures(request.traces(simulation, runs: 0...UInt64(runs - 1))))
    }
  }
}

extension SimulationReport {
  /// One run of a switch, with a line end at its end.
  func text(_ trace: SwitchTrace) -> String {
    switch format {
    case .text: Picture(trace).text(options)
    case .html: Picture(trace).html()
    case .svg: Picture(trace).svg()
    case .json, .jsonl, .perfetto, .mermaid, .trace: json(SwitchJSON.value(trace))
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
