import LaunchFlowTimeline

/// One scenario of a flow to play, once or many times.
struct SimulationRequest {
  let simulation: Simulation
  let seed: UInt64
  /// The number of runs; nil for a single run, which is shown in full.
  let runs: Int?
  /// The number of the shown run, counted from 0.
  let run: UInt64
  /// The number of runs that are followed to their end, for the figures of the steps.
  let followed: Int

  /// The depth of detail for many runs.
  enum Depth: Comparable {
    case landings
    /// Includes the figures of the steps.
    case steps
    /// Includes the runs at the percentiles.
    case runs
  }

  enum Outcome {
    case run(SimulatedRun)
    case runs(ManyRuns)

    var stopped: StoppedRun? {
      switch self {
      case .run(let run): run.stopped
      case .runs(let many): many.stopped
      }
    }
  }

  /// The landings of many runs, the figures of their steps, and for a page the runs at the percentiles.
  struct ManyRuns {
    var landings: LandingDistribution
    var steps = StepSpreads()
    var percentiles: [Picture.Percentile] = []
    var stopped: StoppedRun?
  }

  func play(_ depth: Depth, showing progress: ProgressLine) -> Outcome {
    guard let runs else { return .run(simulation.run(seed: seed, run: run)) }
    let distribution = simulation.distribution(runs: runs, seed: seed) { progress.show($0, of: runs) }
    progress.end()
    guard depth > .landings else { return outcome(distribution, StepSpreads(), depth) }
    let end = distribution.stopped?.run ?? UInt64(runs)
    return outcome(distribution, follow(in: 0..<end, of: runs), depth)
  }

  func outcome(_ distribution: Distribution, _ steps: StepSpreads, _ depth: Depth) -> Outcome {
    guard let landings = LandingDistribution(distribution, of: simulation, seed: seed) else {
      return .run(simulation.run(seed: seed))
    }
    var many = ManyRuns(landings: landings, steps: steps, stopped: distribution.stopped)
    if depth == .runs { many.percentiles = percentiles(landings.all) }
    return .runs(many)
  }

  func line(_ shard: Shard, of runs: Int, showing progress: ProgressLine) -> ShardLine {
    let numbers = shard.runs(of: runs)
    let distribution = simulation.distribution(runs: runs, seed: seed, shard) {
      progress.show($0, of: numbers.count)
    }
    progress.end()
    let end = distribution.stopped?.run ?? numbers.upperBound
    return ShardLine(
      identity: identity(runs: runs), shard: shard, tally: distribution.tally,
      steps: follow(in: numbers.lowerBound..<end, of: runs), stopped: distribution.stopped)
  }

  func identity(runs: Int) -> ShardIdentity {
    ShardIdentity(simulation, seed: seed, runs: runs, followed: followed)
  }

  func follow(in range: Range<UInt64>, of runs: Int) -> StepSpreads {
    let numbers = FollowedRuns.numbers(followed, of: runs, in: range)
    let jobs = simulation.parallelism.jobs
    let parts = simulation.parallelism.map(jobs) { job in
      var spreads = StepSpreads()
      for number in numbers[numbers.count * job / jobs..<numbers.count * (job + 1) / jobs] {
        spreads.add(simulation.run(seed: seed, run: number).trace)
      }
      return spreads
    }
    return parts.reduce(into: StepSpreads()) { $0.add($1) }
  }

  /// The runs at the percentiles, each once.
  private func percentiles(_ figures: LandingFigures) -> [Picture.Percentile] {
    var found: [Picture.Percentile] = []
    for (name, percentile) in figures.named {
      let number = percentile.run
      if let place = found.firstIndex(where: { $0.number == number }) {
        found[place].names.append(name)
      } else {
        let run = simulation.run(seed: seed, run: number)
        found.append(([name], number, PicturedRun(run, of: simulation)))
      }
    }
    return found
  }

  /// Reads a command line: at least one scenario.
  ///
  /// - Parameter flow: nil for that of the first argument.
  static func read(_ given: Given, _ flow: Flow? = nil, in world: World) throws -> [SimulationRequest] {
    let flow = try flow ?? DocumentFile(given.arguments[0], in: world).flow()
    let play = try PlayedFlow(given, flow, in: world)
    let chosen = try given.scenarios(of: play.file.scenarios, by: \.name)
    if given[PlayOptions.scenario] != nil, chosen.isEmpty {
      throw UsageError("there are no scenarios to play")
    }
    var placeholders: [Flow.NamedValue] = []
    let requests = try (chosen.isEmpty ? [Scenario()] : chosen).map { chosen in
      var (simulation, missing) = try play.simulation(chosen)
      placeholders += missing.filter { !placeholders.contains($0) }
      simulation.parallelism = Parallelism(threads: given[PlayOptions.jobs])
      let scenario = simulation.scenario
      if given[PlayOptions.runs] != nil, !scenario.starts.isEmpty {
        throw UsageError("further starts are played in a single run; leave out '--runs'")
      }
      let seed = given[PlayOptions.seed] ?? simulation.seed
      let runs = given[PlayOptions.run] == nil ? given[PlayOptions.runs] ?? scenario.runs : nil
      let followed =
        given[FollowedRuns.option] ?? runs.map { _ in FollowedRuns.standard(simulation, seed: seed) }
      return SimulationRequest(
        simulation: simulation, seed: seed, runs: runs, run: given[PlayOptions.run] ?? 0,
        followed: followed ?? 0)
    }
    for input in placeholders {
      world.report(
        "note: the input '\(input.name)' has no value and no default; it is \(InputSetting.text(input.value))"
      )
    }
    return requests
  }
}

/// A flow with its scenarios, and the part of a scenario that the command line gives.
struct PlayedFlow {
  let plan: FlowPlan
  let file: ScenarioFile
  let settings: ScenarioSettings

  /// - Parameter isStrict: Whether errors of the scenarios file matter although no scenario is named.
  init(_ given: Given, _ flow: Flow, in world: World, isStrict: Bool = false) throws {
    let settings = try ScenarioSettings(given, for: flow)
    self.settings = settings
    file = try given.scenarios(in: world, for: flow, isStrict: isStrict) {
      ScenarioFile.read($0, for: flow, inputsGiven: Set(settings.scenario.inputs.map(\.name)))
    }
    plan = FlowPlan(unchecked: flow)
  }

  /// Prepares a scenario. Returns the placeholders of inputs without a value, too.
  func simulation(_ chosen: Scenario) throws -> (Simulation, missing: [Flow.NamedValue]) {
    var scenario = settings.over(chosen.over(file.defaults))
    let missing = InputSetting.placeholders(for: plan.flow, given: scenario.inputs)
    scenario.inputs += missing
    return (try Simulation(plan, scenario), missing)
  }
}

extension World {
  /// Reports the runs that were stopped before their end; returns the status of a command that played them.
  func report(_ stops: [StoppedRun]) -> ExitStatus {
    for stopped in stops { report("launchflow: \(stopped)") }
    return stops.isEmpty ? .fine : .couldNotRun
  }
}

extension LandingDistribution {
  /// A distribution for pictures; nil without runs.
  init?(_ distribution: Distribution, of simulation: Simulation, seed: UInt64) {
    self.init(distribution, of: simulation.plan.flow, scenario: simulation.scenario.name, seed: seed)
  }
}
