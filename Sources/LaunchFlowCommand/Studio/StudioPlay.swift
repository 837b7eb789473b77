import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator

/// The scenarios of a flow, and the one that the page plays, with what its reader has set.
struct StudioPlay {
  /// The names of all scenarios, in file order.
  let names: [String]
  let simulation: Simulation
  let seed: UInt64
  /// How many runs the percentiles are of.
  let runs: Int
  /// What the page makes the fields of the flow's inputs from.
  let inputs: [JSONValue]

  /// How many runs are played of a scenario that does not say.
  static let usualRuns = 1_000

  /// The errors of the scenarios file, as `check` writes them.
  struct Flawed: Error {
    var errors: [String]
  }

  /// Fits the scenario to the flow.
  ///
  /// - Throws: `Flawed` for a scenarios file with errors, `StudioProblem` for settings that do not fit.
  init(_ settings: StudioSettings, of flow: Flow, in folder: StudioFolder) throws {
    var file = ScenarioFile(flowFile: "")
    let given = InputSetting.collect(
      try settings.inputs.map { text throws(StudioProblem) in
        try Self.wording { () throws(UsageError) in try InputSetting.read(text, for: flow) }
      })
    if let source = folder.scenarios(besides: settings.flow) {
      let reading = ScenarioFile.read(source, for: flow, inputsGiven: Set(given.map(\.name)))
      guard let document = reading.document else {
        let text = DiagnosticText(source, width: 100)
        throw Flawed(errors: reading.diagnostics.filter { $0.severity == .error }.map { text.text($0) })
      }
      file = document
    }
    names = file.scenarios.compactMap(\.name)
    var chosen = Scenario()
    if let name = settings.scenario {
      guard let found = file.scenarios.first(where: { $0.name == name }) else {
        throw StudioProblem("there is no scenario '\(name.prefix(80).description.visible)'")
      }
      chosen = found
    }
    var own = Scenario()
    own.steps = StepSetting.collect(
      try settings.sets.map { text throws(StudioProblem) in try Self.setting(text, of: flow) })
    own.inputs = given
    let unchanged = chosen.over(file.defaults)
    inputs = StudioInput.json(of: flow, given: given, otherwise: unchanged.inputs)
    var scenario = own.over(unchanged)
    scenario.name = chosen.name
    scenario.summary = chosen.summary
    scenario.inputs += InputSetting.placeholders(for: flow, given: scenario.inputs)
    do {
      simulation = try Simulation(try FlowPlan(flow), scenario)
    } catch let error as InvalidScenario {
      throw StudioProblem(error.problems.joined(separator: "; "))
    }
    seed = settings.seed ?? simulation.seed
    runs = settings.runs ?? min(scenario.runs ?? Self.usualRuns, StudioSettings.mostRuns)
  }

  /// What a step does: as on a command line, or the server's own code, as in `pay=400ms,code 70012`.
  private static func setting(_ text: String, of flow: Flow) throws(StudioProblem) -> StepSetting {
    let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let word = parts.last?.split(separator: "=").last.map(String.init) ?? ""
    guard word.hasPrefix("code "), let equals = text.firstIndex(of: "=") else {
      return try wording { () throws(UsageError) in try StepSetting(text, for: flow) }
    }
    let code = word.dropFirst(5)
    let time = parts.count == 2 ? String(parts[0][parts[0].index(after: equals)...]) : "0s"
    var setting = try wording { () throws(UsageError) in
      try StepSetting("\(text[..<equals])=\(time)", for: flow)
    }
    setting.behaviour.outcome = .code(Int64(code).map(JSONValue.integer) ?? .string(String(code)))
    return setting
  }

  private static func wording<Answer>(
    _ body: () throws(UsageError) -> Answer
  ) throws(StudioProblem) -> Answer {
    do {
      return try body()
    } catch {
      throw StudioProblem(error.messages.joined(separator: "; "))
    }
  }
}
