import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// One scenario of a flow to play, once or many times.
struct SimulationRequest {
  let simulation: Simulation
  let seed: UInt64
  /// The number of runs; nil for a single run, which is shown in full.
  let runs: Int?
  /// The number of the shown run, counted from 0.
  let run: UInt64

  /// What is shown of it.
  enum Outcome {
    case run(SimulatedRun)
    case runs(ManyRuns)

    /// The run that was stopped before its end, if one was.
    var stopped: StoppedRun? {
      switch self {
      case .run(let run): run.stopped
      case .runs(let many): many.stopped
      }
    }
  }

  /// Where and when many runs landed, and for a page also their steps and the runs at the percentiles.
  struct ManyRuns {
    var landings: LandingDistribution
    var steps = StepSpreads()
    var percentiles: [Picture.Percentile] = []
    /// The run that was stopped, if one was.
    var stopped: StoppedRun?
  }

  /// Plays it.
  ///
  /// - Parameter inDepth: Whether the steps of many runs and the runs at the percentiles are needed.
  func play(inDepth: Bool, showing progress: ProgressLine) -> Outcome {
    guard let runs else { return .run(simulation.run(seed: seed, run: run)) }
    let distribution = simulation.distribution(runs: runs, seed: seed) { progress.show($0, of: runs) }
    progress.end()
    let landings = LandingDistribution(distribution, of: simulation, seed: seed)
    guard let landings else { return .run(simulation.run(seed: seed)) }
    var many = ManyRuns(landings: landings, stopped: distribution.stopped)
    if inDepth {
      many.steps = spreads(of: runs)
      many.percentiles = percentiles(of: distribution)
    }
    return .runs(many)
  }

  /// The times of the steps. Of many runs with many steps a sample is enough: the first ones.
  private func spreads(of runs: Int) -> StepSpreads {
    let followed = max(200, min(2_000, 200_000 / max(1, simulation.plan.steps.count)))
    var spreads = StepSpreads()
    for run in 0..<min(runs, followed) { spreads.add(simulation.run(seed: seed, run: UInt64(run)).trace) }
    return spreads
  }

  /// The runs at the percentiles, each once.
  private func percentiles(of distribution: Distribution) -> [Picture.Percentile] {
    var found: [Picture.Percentile] = []
    let shares = [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("max", 1.0)]
    for ((name, _), landing) in zip(shares, distribution.landings(at: shares.map(\.1))) {
      let number = landing.run
      if let place = found.firstIndex(where: { $0.number == number }) {
        found[place].names.append(name)
      } else {
        let run = simulation.run(seed: seed, run: number)
        found.append(.init([name], number: number, PicturedRun(run.trace, notice: run.notice?.text ?? "")))
      }
    }
    return found
  }

  /// Reads what a command line asks for; nil when a file has errors, which are then reported.
  static func read(_ given: Given, in world: World) throws -> [SimulationRequest]? {
    let loader = DocumentLoader(given, in: world)
    guard let flow = try loader.flow(try DocumentFile(given.arguments[0], in: world)) else { return nil }
    return try read(given, flow, loader, in: world)
  }

  /// Reads what a command line asks for of a flow; nil when the scenarios have errors, which are then reported.
  static func read(
    _ given: Given, _ flow: Flow, _ loader: DocumentLoader, in world: World
  ) throws -> [SimulationRequest]? {
    let command = try CommandLineScenario(given, for: flow)
    var file = ScenarioFile(flowFile: "")
    if let path = try given.scenariosPath(in: world) {
      let found = loader.scenarios(
        try DocumentFile(path, in: world), for: flow, inputsGiven: command.inputsGiven)
      guard let found else { return nil }
      file = found
    }
    let named = try given.scenarios(of: file.scenarios, by: \.name)
    if given.all(PlayOptions.scenario).contains("*"), file.scenarios.isEmpty {
      throw UsageError("there are no scenarios to play")
    }
    let plan = try FlowPlan(flow)
    var placeholders: [Flow.NamedValue] = []
    let chosen = given.all(PlayOptions.scenario).isEmpty ? [Scenario()] : named
    let requests = try chosen.map { chosen in
      var scenario = command.over(chosen.over(file.defaults))
      let missing = InputSetting.placeholders(for: flow, given: scenario.inputs)
      scenario.inputs += missing
      placeholders += missing.filter { !placeholders.contains($0) }
      var simulation = try reportingInvalidScenario { try Simulation(plan, scenario) }
      simulation.parallelism = Parallelism(given)
      return SimulationRequest(
        simulation: simulation, seed: given[PlayOptions.seed] ?? simulation.seed,
        runs: given[PlayOptions.run] == nil ? given[PlayOptions.runs] ?? scenario.runs : nil,
        run: given[PlayOptions.run] ?? 0)
    }
    for input in placeholders {
      world.report(
        "note: the input '\(input.name)' has no value and no default; it is \(InputSetting.text(input.value))"
      )
    }
    return requests
  }

  /// Reports a scenario that does not fit as wrong usage: the files have been checked, so the command line is wrong.
  static func reportingInvalidScenario<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as InvalidScenario {
      throw UsageError(error.problems.joined(separator: "; "))
    }
  }
}

extension Simulation {
  /// The scenario's seed, or the default one.
  var seed: UInt64 { scenario.seed ?? Self.defaultSeed }

  /// One of the runs under the scenario's seed, counted from 0.
  func run(number: Int = 0) -> SimulatedRun { run(seed: seed, run: UInt64(number)) }
}

/// The part of a scenario that the command line gives.
private struct CommandLineScenario {
  let scenario: Scenario

  init(_ given: Given, for flow: Flow) throws(UsageError) {
    var scenario = Scenario()
    scenario.link = given[PlayOptions.network]
    var settings: [StepSetting] = []
    for text in given.all(PlayOptions.set) { settings.append(try StepSetting(text, for: flow)) }
    scenario.steps = StepSetting.collect(settings)
    for text in given.all(PlayOptions.input) {
      let input = try InputSetting.read(text, for: flow)
      scenario.inputs.removeAll { $0.name == input.name }
      scenario.inputs.append(input)
    }
    self.scenario = scenario
  }

  /// The names of its inputs.
  var inputsGiven: Set<String> { Set(scenario.inputs.map(\.name)) }

  /// Lays it over a scenario. `*` replaces the behaviours of all steps that the command line does not name.
  func over(_ base: Scenario) -> Scenario {
    var base = base
    if scenario.steps.contains(where: { $0.step == "*" }) { base.steps = [] }
    var merged = scenario.over(base)
    merged.name = base.name
    merged.summary = base.summary
    return merged
  }
}
