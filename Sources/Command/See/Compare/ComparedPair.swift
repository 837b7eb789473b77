import LaunchFlowSimulator
import LaunchFlowTimeline

/// Two sides of a comparison, played with the same random numbers.
struct ComparedPair {
  /// A side: a flow to play, or a recorded run.
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

  static func read(_ given: Given, in world: World) throws -> ComparedPair {
    let sides = try ComparedSides(given)
    var subjects = [try Subject(sides.paths[0], in: world)]
    // Standard input can be read once.
    subjects.append(
      sides.paths[0] == sides.paths[1] ? subjects[0] : try Subject(sides.paths[1], in: world))
    try check(given, sides, subjects)
    let flows = subjects.compactMap { subject in subject.flow.map { (subject.path, $0) } }
    var requests: [SimulationRequest] = []
    for (side, flow) in try zip(givens(given, sides, flows), flows.map(\.1)) {
      requests += try SimulationRequest.read(side, flow, in: world)
    }
    let runs = requests.compactMap(\.runs).max()
    guard runs == nil || requests.count == 2 else {
      throw UsageError("a trace is one run; choose the run to compare it with by '--run'")
    }
    var rest = requests[...]
    let both = subjects.compactMap { subject in
      subject.trace.map(Side.trace) ?? rest.popFirst().map { .simulation($0.simulation) }
    }
    guard both.count == 2, rest.isEmpty else {
      throw UsageError("compare two scenarios, not \(requests.count)")
    }
    return ComparedPair(
      before: both[0], after: both[1], seed: requests.first?.seed ?? Simulation.defaultSeed, runs: runs,
      run: requests.first?.run ?? 0)
  }

  /// Checks that there are no options for flows if only traces are compared.
  private static func check(
    _ given: Given, _ sides: ComparedSides, _ subjects: [Subject]
  ) throws(UsageError) {
    let traces = subjects.filter { $0.trace != nil }
    guard let trace = traces.first else { return }
    if traces.count == 2, let option = given.first(of: PlayOptions.all) {
      throw UsageError("'\(option.typed)' is for flows, and both files are traces")
    }
    if traces.count == 1, sides.scenarios.count == 2 {
      throw UsageError("\(trace.path) is a trace, which needs no scenario; name one scenario")
    }
  }

  /// The command line of each flow: its own path and scenario, without the settings for unknown names.
  ///
  /// - Throws: A `UsageError` for a setting that fits no flow.
  private static func givens(
    _ given: Given, _ sides: ComparedSides, _ flows: [(path: String, flow: Flow)]
  ) throws(UsageError) -> [Given] {
    var givens = flows.enumerated().map { sides.given($0, path: $1.path) }
    for name in [PlayOptions.set, PlayOptions.input].map(\.declaration.name) {
      for text in given.texts[name, default: []] {
        let problems = flows.map { problem(with: Given(texts: [name: [text]]), of: $0.flow) }
        if let first = problems.first, let first, !problems.contains(nil) { throw first }
        for (index, problem) in problems.enumerated() where problem != nil {
          givens[index].texts[name]?.removeAll { $0 == text }
        }
      }
    }
    return givens
  }

  /// The reason why a setting does not fit a flow; nil if it does.
  private static func problem(with setting: Given, of flow: Flow) -> UsageError? {
    do throws(UsageError) {
      _ = try ScenarioSettings(setting, for: flow)
      return nil
    } catch {
      return error
    }
  }

  /// Plays both sides. Stopped runs are noted; then a single pair is shown.
  func play(
    showing progress: ProgressLine?, _ stops: inout [StoppedRun], _ failures: inout [String]
  ) -> Outcome {
    guard let runs, case .simulation(let before) = before, case .simulation(let after) = after else {
      return single(&stops)
    }
    let first = before.distribution(runs: runs, seed: seed) { progress?.show($0, of: 2 * runs) }
    guard first.stopped == nil else {
      progress?.end()
      stops = [first.stopped].compactMap(\.self)
      return single(&stops)
    }
    let second = after.distribution(runs: runs, seed: seed) { progress?.show(runs + $0, of: 2 * runs) }
    progress?.end()
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

/// A compared file: a flow or a trace.
private struct Subject {
  var path: String
  var flow: Flow?
  var trace: Trace?

  init(_ path: String, in world: World) throws {
    let file = try DocumentFile(path, in: world)
    self.path = path
    if let json = try? JSONDocument(file.source), json.member("trace") != nil {
      trace = try file.trace()
    } else {
      flow = try file.flow()
    }
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
