import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// One scenario that is to be played.
struct SimulationRequest {
  let simulation: Simulation
  let seed: UInt64
  /// How many runs; nil for one that is shown whole.
  let runs: Int?
  /// Which of the runs is shown.
  let run: UInt64

  /// What came of it.
  enum Outcome {
    case run(SimulatedRun)
    case runs(ManyRuns)
  }

  /// Where and when many runs landed; with what a page shows of them where that is wanted.
  struct ManyRuns {
    var landings: LandingDistribution
    var steps = StepSpreads()
    var percentiles: [HTMLDistribution.Run] = []
  }

  /// Plays it.
  ///
  /// - Parameter inDepth: Whether it shall be known of many runs how their steps went.
  func play(inDepth: Bool, showingProgress progress: RunProgress) -> Outcome {
    guard let runs else { return .run(simulation.run(seed: seed, run: run)) }
    let distribution = simulation.distribution(runs: runs, seed: seed) { progress.show($0, of: runs) }
    progress.end()
    let landings = LandingDistribution(distribution, scenario: simulation.scenario.name, seed: seed)
    guard let landings else { return .run(simulation.run(seed: seed)) }
    var many = ManyRuns(landings: landings)
    if inDepth {
      many.steps = spreads(of: runs)
      many.percentiles = percentiles(of: distribution)
    }
    return .runs(many)
  }

  /// How the steps went; of many runs with many steps the first tell enough.
  private func spreads(of runs: Int) -> StepSpreads {
    let followed = max(200, min(2_000, 200_000 / max(1, simulation.plan.steps.count)))
    var spreads = StepSpreads()
    for run in 0..<min(runs, followed) { spreads.add(simulation.run(seed: seed, run: UInt64(run)).trace) }
    return spreads
  }

  /// The very runs at the percentiles, each once.
  private func percentiles(of distribution: Distribution) -> [HTMLDistribution.Run] {
    var found: [HTMLDistribution.Run] = []
    for (name, share) in [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("max", 1.0)] {
      guard let number = distribution.landing(at: share).map({ UInt64($0.run) }) else { continue }
      if let place = found.firstIndex(where: { $0.number == number }) {
        found[place].names.append(name)
      } else {
        let run = simulation.run(seed: seed, run: number)
        found.append(.init([name], number: number, PicturedRun(run.trace, notice: run.notice?.text ?? "")))
      }
    }
    return found
  }

  /// What a command line asks for; nil when a file has errors, which are then reported.
  static func read(_ given: Given, in world: World) throws -> [SimulationRequest]? {
    let loader = DocumentLoader(given, for: "simulate", in: world)
    guard let flow = try loader.flow(try DocumentFile(given.arguments[0], in: world)) else { return nil }
    return try read(given, flow, loader, in: world)
  }

  /// The same of a flow that has been read.
  static func read(
    _ given: Given, _ flow: Flow, _ loader: DocumentLoader, in world: World
  ) throws -> [SimulationRequest]? {
    let command = try CommandLineScenario(given, for: flow)
    guard let file = try scenarioFile(given, flow, command.inputsGiven, loader, in: world) else { return nil }
    if given.all(SimulateCommand.scenario).contains("*"), file.scenarios.isEmpty {
      throw UsageError("there are no scenarios to play", command: "simulate")
    }
    let plan = try FlowPlan(flow)
    var standIns: [Flow.NamedValue] = []
    let requests = try choose(given, from: file).map { chosen in
      var scenario = command.over(chosen.over(file.defaults))
      let missing = InputSetting.standIns(for: flow, given: scenario.inputs)
      scenario.inputs += missing
      standIns += missing.filter { !standIns.contains($0) }
      return SimulationRequest(
        simulation: try simulation(plan, scenario),
        seed: given[SimulateCommand.seed] ?? scenario.seed ?? Simulation.defaultSeed,
        runs: given[SimulateCommand.run] == nil ? given[SimulateCommand.runs] ?? scenario.runs : nil,
        run: given[SimulateCommand.run] ?? 0)
    }
    for input in standIns {
      world.report("note: nobody gives the input '\(input.name)'; it is \(InputSetting.text(input.value))")
    }
    return requests
  }

  /// The scenarios beside the flow or those named; none where there is no file; nil when it has errors.
  private static func scenarioFile(
    _ given: Given, _ flow: Flow, _ inputs: Set<String>, _ loader: DocumentLoader, in world: World
  ) throws -> ScenarioFile? {
    let beside = DocumentFile.scenariosPath(besides: given.arguments[0])
    if given[SimulateCommand.scenarios] == nil, given[SimulateCommand.scenario] == nil {
      guard let beside, world.files.kind(of: beside) == .file else { return ScenarioFile(flowFile: "") }
    }
    guard let path = given[SimulateCommand.scenarios] ?? beside else {
      throw UsageError("a flow on standard input needs '--scenarios'", command: "simulate")
    }
    return loader.scenarios(try DocumentFile(path, in: world), for: flow, inputsGiven: inputs)
  }

  /// The scenarios that are named, in the order of their naming; the defaults alone where none is.
  private static func choose(_ given: Given, from file: ScenarioFile) throws(UsageError) -> [Scenario] {
    let chosen = try given.scenarios(of: file.scenarios, by: \.name)
    return given.all(SimulateCommand.scenario).isEmpty ? [Scenario()] : chosen
  }

  /// Files have been checked by now, so what does not fit comes from the command line.
  private static func simulation(_ plan: FlowPlan, _ scenario: Scenario) throws(UsageError) -> Simulation {
    do throws(InvalidScenario) {
      return try Simulation(plan, scenario)
    } catch {
      throw UsageError(error.problems.joined(separator: "; "), command: "simulate")
    }
  }
}

extension Given {
  /// The scenarios that are named, in the order of their naming; `*` is every one.
  func scenarios<Entry>(
    of entries: [Entry], by name: (Entry) -> String?
  ) throws(UsageError) -> [Entry] {
    var chosen: [Entry] = []
    for wanted in all(SimulateCommand.scenario) {
      if wanted == "*" {
        chosen += entries
      } else if let entry = entries.first(where: { name($0) == wanted }) {
        chosen.append(entry)
      } else {
        let suggestion = Suggester.nearest(to: wanted, among: entries.compactMap(name))
        throw UsageError(
          UsageError.unknown("scenario", wanted, suggestion: suggestion), command: "simulate")
      }
    }
    return chosen
  }
}

/// What the command line itself says of the world.
private struct CommandLineScenario {
  let scenario: Scenario

  init(_ given: Given, for flow: Flow) throws(UsageError) {
    var scenario = Scenario()
    var settings: [StepSetting] = []
    for text in given.all(SimulateCommand.set) { settings.append(try StepSetting(text, for: flow)) }
    scenario.steps = StepSetting.collect(settings)
    for text in given.all(SimulateCommand.input) {
      let input = try InputSetting.read(text, for: flow)
      scenario.inputs.removeAll { $0.name == input.name }
      scenario.inputs.append(input)
    }
    self.scenario = scenario
  }

  /// The names of the inputs that it gives.
  var inputsGiven: Set<String> { Set(scenario.inputs.map(\.name)) }

  /// Lays it over a scenario. Whoever types `*` means every step that they do not name.
  func over(_ base: Scenario) -> Scenario {
    var base = base
    if scenario.steps.contains(where: { $0.step == "*" }) { base.steps = [] }
    var merged = scenario.over(base)
    merged.name = base.name
    merged.summary = base.summary
    return merged
  }
}
