import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// `launchflow simulate` where the file is a switch.
struct SwitchSimulateCommand {
  private let given: Given
  private let world: World
  private let file: DocumentFile

  /// Takes a command line whose file is a switch; nil for any other, standard input included.
  init?(_ given: Given, in world: World) throws(FileError) {
    guard given.arguments[0] != DocumentFile.standardStream else { return nil }
    file = try DocumentFile(given.arguments[0], in: world)
    guard let json = try? JSONDocument(file.source), DocumentKind(json) == .offlineSwitch else { return nil }
    self.given = given
    self.world = world
  }

  func run() throws -> ExitStatus {
    let format = given[SimulateCommand.format] ?? .text
    try check(format)
    guard let (document, scenarios) = try documents() else { return .problemsFound }
    let variation = try given[SimulateCommand.vary].map(variation)
    let report = SimulationReport(given, in: world)
    let parts = try choose(from: scenarios).map { scenario in
      if let variation { return try table(of: variation, document, scenario, format) }
      let simulation = try simulation(document, scenario)
      if let runs = given[SimulateCommand.runs] {
        return report.text([.init("runs \(runs)", figures(simulation, runs))], "", scenario, format)
      }
      let trace = simulation.run(seed: given[SimulateCommand.seed], run: given[SimulateCommand.run] ?? 0)
      return report.text(trace)
    }
    try world.write(report.joined(parts), to: given[SimulateCommand.output])
    return .fine
  }

  /// The scenarios that are asked for, to be played; nil when a file has errors, which are then reported.
  func simulations() throws -> [SwitchSimulation]? {
    guard let (document, scenarios) = try documents() else { return nil }
    return try choose(from: scenarios).map { try simulation(document, $0) }
  }

  private func documents() throws -> (OfflineSwitchDocument, SwitchScenarioFile)? {
    guard given.all(SimulateCommand.set).isEmpty, given.all(SimulateCommand.input).isEmpty else {
      throw usage("a switch has neither steps nor inputs; its scenarios say what happens")
    }
    let loader = DocumentLoader(given, for: "simulate", in: world)
    guard let document = loader.offlineSwitch(file), let scenarios = try scenarios(document, loader) else {
      return nil
    }
    return (document, scenarios)
  }

  /// Figures are no picture, and what is for flows alone is not for switches.
  private func check(_ format: SimulateCommand.Format) throws(UsageError) {
    switch format {
    case .text, .json, .jsonl: return
    case .perfetto, .mermaid, .trace:
      throw usage("a switch is written as text, json, jsonl, html or svg, not as \(format.rawValue)")
    case .html, .svg:
      let names = given.all(SimulateCommand.scenario)
      guard names.count < 2, !names.contains("*") else {
        throw usage("'\(format.rawValue)' shows one scenario; name one")
      }
      guard given[SimulateCommand.runs] == nil, given[SimulateCommand.vary] == nil else {
        throw usage("'\(format.rawValue)' shows one run of a switch, not the figures of many")
      }
    }
  }

  private func usage(_ message: String) -> UsageError { UsageError(message, command: "simulate") }

  private func scenarios(
    _ document: OfflineSwitchDocument, _ loader: DocumentLoader
  ) throws -> SwitchScenarioFile? {
    let beside = DocumentFile.scenariosPath(besides: given.arguments[0])
    if given[SimulateCommand.scenarios] == nil, given[SimulateCommand.scenario] == nil {
      guard let beside, world.files.kind(of: beside) == .file else {
        return SwitchScenarioFile(switchFile: "")
      }
    }
    guard let path = given[SimulateCommand.scenarios] ?? beside else { return nil }
    return loader.scenarios(try DocumentFile(path, in: world), for: document)
  }

  /// The scenarios that are named, laid over the defaults, in the order of their naming.
  private func choose(from file: SwitchScenarioFile) throws -> [SwitchScenario] {
    let named = try given.scenarios(of: file.scenarios, by: \.name)
    let chosen = given.all(SimulateCommand.scenario).isEmpty ? [SwitchScenario()] : named
    return chosen.map { $0.over(file.defaults) }
  }

  private func simulation(
    _ document: OfflineSwitchDocument, _ scenario: SwitchScenario
  ) throws -> SwitchSimulation {
    do {
      return try SwitchSimulation(try SwitchPlan(document), scenario)
    } catch let error as InvalidScenario {
      throw usage(error.problems.joined(separator: "; "))
    }
  }

  private func figures(_ simulation: SwitchSimulation, _ runs: Int) -> SwitchFigures {
    SwitchFigures(
      (0..<max(1, runs)).map { simulation.run(seed: given[SimulateCommand.seed], run: UInt64($0)) })
  }

  /// `--vary SETTING=VALUE,…`
  private func variation(_ text: String) throws -> SwitchVariation {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { throw usage("'--vary' must be SETTING=VALUE,…, not '\(text)'") }
    guard let setting = SwitchVariation.Setting(rawValue: parts[0]) else {
      let settings = SwitchVariation.Setting.allCases.map(\.rawValue)
      let suggestion = Suggester.nearest(to: parts[0], among: settings)
      throw usage(UsageError.unknown("setting", parts[0], suggestion: suggestion))
    }
    let values = try parts[1].split(separator: ",", omittingEmptySubsequences: false).map { value in
      guard let duration = Duration(documentText: String(value)) else {
        throw usage("'\(value)' is no duration; write it like '2s' or '500ms'")
      }
      return duration
    }
    return SwitchVariation(setting, values)
  }

  private func table(
    of variation: SwitchVariation, _ document: OfflineSwitchDocument, _ scenario: SwitchScenario,
    _ format: SimulateCommand.Format
  ) throws -> String {
    let rows = try variation.values.map { value in
      let varied = variation.apply(value, to: document)
      let errors = varied.diagnostics().filter { $0.severity == .error }
      if let first = errors.first {
        throw usage("with \(variation.setting.rawValue)=\(value.documentText): \(first.message)")
      }
      let simulation = try simulation(varied, scenario)
      return SwitchTable.Row(value.documentText, figures(simulation, given[SimulateCommand.runs] ?? 1))
    }
    return SimulationReport(given, in: world).text(rows, variation.setting.rawValue, scenario, format)
  }
}

extension SimulationReport {
  /// What came of a switch, with a line end at its end.
  func text(_ trace: SwitchTrace) -> String {
    switch format {
    case .text: SwitchTimeline.text(trace, options: options)
    case .html: HTMLSwitchTimeline.text(trace)
    case .svg: SVGSwitchTimeline.text(trace)
    case .json, .jsonl, .perfetto, .mermaid, .trace: json(SwitchJSON.value(trace))
    }
  }

  /// Figures side by side.
  func text(
    _ rows: [SwitchTable.Row], _ setting: String, _ scenario: SwitchScenario, _ format: SimulateCommand.Format
  ) -> String {
    guard format != .text else {
      let title = scenario.name.map { $0 + "\n" } ?? ""
      return title + SwitchTable.text(setting, rows, isASCII: options.isASCII)
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

extension DocumentLoader {
  /// A switch; nil when it has errors, which are then reported.
  func offlineSwitch(_ file: DocumentFile) -> OfflineSwitchDocument? {
    report(OfflineSwitchDocument.read(file.source), of: file)
  }

  /// The scenarios of a switch; nil when they have errors, which are then reported.
  func scenarios(_ file: DocumentFile, for document: OfflineSwitchDocument) -> SwitchScenarioFile? {
    report(SwitchScenarioFile.read(file.source, for: document), of: file)
  }
}
