import LaunchFlowTimeline

/// Two sides of a comparison, played with the same random numbers.
struct ComparedPair {
  enum Side {
    case simulation(Simulation)
    case trace(Trace)
  }

  let before: Side
  let after: Side
  let seed: UInt64
  /// The number of runs; nil for a single run, which is shown in full.
  let runs: Int?
  /// The number of the shown run, counted from 0.
  let run: UInt64

  enum Outcome {
    case run(PicturedRun, PicturedRun)
    /// Many runs, and one pair of them to show in full.
    case runs(DistributionComparison, PicturedRun, PicturedRun)
  }

  /// Reads the sides that a command line names: two files, or one file under two scenarios.
  static func read(_ given: Given, in world: World) throws -> ComparedPair {
    let scenarios = given.all(PlayOptions.scenario)
    guard scenarios.count <= 2 else { throw UsageError("compare two scenarios, not \(scenarios.count)") }
    guard !scenarios.contains("*") else {
      throw UsageError("name the scenarios; only 'simulate' accepts '*'")
    }
    guard scenarios.count == 2 || given.arguments.count == 2 else {
      throw UsageError("nothing to compare with; name a second file or a second scenario")
    }
    let paths = [given.arguments[0], given.arguments[given.arguments.count - 1]]
    let first = try DocumentFile(paths[0], in: world)
    // Standard input can be read once.
    let files = [first, paths[0] == paths[1] ? first : try DocumentFile(paths[1], in: world)]
    let traces = try files.map { file in
      (try? JSONDocument(file.source))?.member("trace") == nil ? nil : try file.trace()
    }
    let played = try zip(files, traces).map { file, trace in trace == nil ? try file.flow() : nil }
    let flows = played.compactMap(\.self)
    if flows.isEmpty, let option = given.first(of: PlayOptions.all) {
      throw UsageError("'\(option.typed)' is for flows, and both files are traces")
    }
    if flows.count == 1, scenarios.count == 2, let trace = traces.firstIndex(where: { $0 != nil }) {
      throw UsageError("\(paths[trace]) is a trace, which needs no scenario; name one scenario")
    }
    var requests: [SimulationRequest] = []
    let sides = try paths.enumerated().compactMap { side, path -> Side? in
      guard let flow = played[side] else { return traces[side].map { .trace($0) } }
      var own = given
      own.arguments = [path]
      if scenarios.count == 2 { own.texts[PlayOptions.scenario.name] = [scenarios[side]] }
      for name in [PlayOptions.set, PlayOptions.input].map(\.name) {
        own.texts[name] = try own.texts[name]?.filter { try fits(name, $0, flow, among: flows) }
      }
      let request = try SimulationRequest.read(own, flow, in: world)[0]
      requests.append(request)
      return .simulation(request.simulation)
    }
    let runs = requests.compactMap(\.runs).max()
    guard runs == nil || requests.count == 2 else {
      throw UsageError("a trace is one run; choose the run to compare it with by '--run'")
    }
    return ComparedPair(
      before: sides[0], after: sides[1], seed: requests.first?.seed ?? Simulation.defaultSeed, runs: runs,
      run: requests.first?.run ?? 0)
  }

  /// - Throws: A `UsageError` if it fits none of the flows.
  private static func fits(_ name: String, _ text: String, _ flow: Flow, among flows: [Flow]) throws -> Bool {
    let setting = Given(texts: [name: [text]])
    let fitting = flows.filter { (try? ScenarioSettings(setting, for: $0)) != nil }
    if fitting.isEmpty { _ = try ScenarioSettings(setting, for: flow) }
    return fitting.count == flows.count || (try? ScenarioSettings(setting, for: flow)) != nil
  }

  /// Plays both sides. Stopped runs are noted; then a single pair is shown.
  func play(
    showing progress: ProgressLine, _ stops: inout [StoppedRun], _ failures: inout [String]
  ) -> Outcome {
    guard let runs, case .simulation(let before) = before, case .simulation(let after) = after else {
      return single(&stops)
    }
    let first = before.distribution(runs: runs, seed: seed) { progress.show($0, of: 2 * runs) }
    let second = after.distribution(runs: runs, seed: seed) { progress.show(runs + $0, of: 2 * runs) }
    progress.end()
    stops = [first, second].compactMap(\.stopped)
    for (distribution, simulation) in [(first, before), (second, after)] {
      for failure in ExpectationCheck.failures(of: simulation.plan.flow.hedges, in: distribution) {
        failures.append(
          "\(simulation.plan.flow.name): hedges: expected \(failure.expected), got \(failure.actual)")
      }
    }
    let landings = [(first, before), (second, after)].compactMap {
      LandingDistribution($0.0, of: $0.1, seed: seed)
    }
    guard stops.isEmpty, landings.count == 2,
      let comparison = DistributionComparison(
        landings[0], landings[1], zip(first.landings, second.landings), pages: (first.pages, second.pages))
    else { return single(&stops) }
    // A late run of the first side shows the improvement best.
    let shown = UInt64(first.landing(at: 0.95)?.run ?? 0)
    return .runs(
      comparison, self.before.run(seed: seed, run: shown, &stops),
      self.after.run(seed: seed, run: shown, &stops))
  }

  private func single(_ stops: inout [StoppedRun]) -> Outcome {
    .run(before.run(seed: seed, run: run, &stops), after.run(seed: seed, run: run, &stops))
  }
}

extension ComparedPair.Side {
  /// One run of the side. A stopped run is noted once.
  fileprivate func run(seed: UInt64, run: UInt64, _ stops: inout [StoppedRun]) -> PicturedRun {
    switch self {
    case .simulation(let simulation):
      let simulated = simulation.run(seed: seed, run: run)
      if let stopped = simulated.stopped, !stops.contains(stopped) { stops.append(stopped) }
      return PicturedRun(simulated, of: simulation)
    case .trace(let trace): return PicturedRun(trace)
    }
  }
}
