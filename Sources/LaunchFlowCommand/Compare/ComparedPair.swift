import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTimeline

/// Two sides, played under the same luck where they are played.
struct ComparedPair {
  /// What is compared with the other.
  enum Side {
    case simulation(Simulation)
    /// A run as it was.
    case trace(Trace)
  }

  let before: Side
  let after: Side
  let seed: UInt64
  /// How many runs; nil for one that is shown whole.
  let runs: Int?
  /// Which of the runs is shown.
  let run: UInt64

  /// What came of it.
  enum Outcome {
    case run(PicturedRun, PicturedRun)
    /// Many runs, and one pair of them that is worth looking at.
    case runs(DistributionComparison, PicturedRun, PicturedRun)
  }

  /// What a command line asks for; nil when a file has errors, which are then reported.
  static func read(_ given: Given, in world: World) throws -> ComparedPair? {
    let loader = DocumentLoader(given, for: CompareCommand.interface.name, in: world)
    let paths = try paths(given)
    var subjects: [Subject] = []
    for path in paths.count == 2 && paths[0] == paths[1] ? [paths[0]] : paths {
      guard let subject = try Subject(path, loader, in: world) else { return nil }
      subjects.append(subject)
    }
    if subjects.count == 1 { subjects.append(subjects[0]) }
    try check(given, subjects)
    var requests: [SimulationRequest] = []
    let flows = subjects.compactMap { subject in subject.flow.map { (subject.path, $0) } }
    for (side, flow) in try zip(sides(given, flows), flows.map(\.1)) {
      guard let found = try SimulationRequest.read(side, flow, loader, in: world) else { return nil }
      requests += found
    }
    let runs = requests.compactMap(\.runs).max()
    guard runs == nil || requests.count == 2 else {
      throw usage("a trace is one run; say with '--run' which of many it is compared with")
    }
    var rest = requests[...]
    let both = subjects.compactMap { subject in
      subject.trace.map(Side.trace) ?? rest.popFirst().map { .simulation($0.simulation) }
    }
    guard both.count == 2, rest.isEmpty else { throw usage("compare two scenarios, not \(requests.count)") }
    return ComparedPair(
      before: both[0], after: both[1], seed: requests.first?.seed ?? Simulation.defaultSeed, runs: runs,
      run: requests.first?.run ?? 0)
  }

  /// The paths of the two sides.
  private static func paths(_ given: Given) throws(UsageError) -> [String] {
    let scenarios = given.all(CompareCommand.scenario)
    guard scenarios.count <= 2 else { throw usage("compare two scenarios, not \(scenarios.count)") }
    guard !scenarios.contains("*") else { throw usage("name the scenarios; '*' is for 'simulate'") }
    guard given.arguments.count == 1 else { return given.arguments }
    guard scenarios.count == 2 else {
      throw usage("there is nothing to compare with; name a second file, or a second scenario")
    }
    return [given.arguments[0], given.arguments[0]]
  }

  /// Nothing is played of a trace, so nothing that is said of playing goes with it.
  private static func check(_ given: Given, _ subjects: [Subject]) throws(UsageError) {
    let traces = subjects.filter { $0.trace != nil }
    guard let trace = traces.first else { return }
    if traces.count == 2, let option = CompareCommand.ofPlaying.first(where: { given.texts[$0.name] != nil })
    {
      throw usage("'\(option.typed)' is for flows; what is compared are traces")
    }
    if traces.count == 1, given.all(CompareCommand.scenario).count == 2 {
      throw usage("\(trace.path) is a run's trace, which no scenario changes; name one scenario")
    }
  }

  /// The command line as either flow sees it: its own path and scenario, and what it knows of the rest.
  private static func sides(
    _ given: Given, _ flows: [(path: String, flow: Flow)]
  ) throws(UsageError) -> [Given] {
    let scenarios = given.all(CompareCommand.scenario)
    var sides = flows.map { flow in
      var side = given
      side.arguments = [flow.path]
      return side
    }
    if scenarios.count == 2 {
      for index in sides.indices {
        sides[index].texts[CompareCommand.scenario.declaration.name] = [scenarios[index]]
      }
    }
    for text in given.all(CompareCommand.set) {
      try keep(text, CompareCommand.set, in: &sides, flows.map(\.flow)) { flow throws(UsageError) in
        _ = try StepSetting(text, for: flow)
      }
    }
    for text in given.all(CompareCommand.input) {
      try keep(text, CompareCommand.input, in: &sides, flows.map(\.flow)) { flow throws(UsageError) in
        _ = try InputSetting.read(text, for: flow)
      }
    }
    return sides
  }

  /// Takes a setting away from the flow that does not know it; what none knows is an error.
  private static func keep(
    _ text: String, _ option: Option<String>, in sides: inout [Given], _ flows: [Flow],
    reading: (Flow) throws(UsageError) -> Void
  ) throws(UsageError) {
    var failure: UsageError?
    var kept = 0
    for index in sides.indices {
      do throws(UsageError) {
        try reading(flows[index])
        kept += 1
      } catch {
        failure = failure ?? error
        sides[index].texts[option.declaration.name]?.removeAll { $0 == text }
      }
    }
    if kept == 0, let failure { throw failure }
  }

  private static func usage(_ message: String) -> UsageError {
    UsageError(message, command: CompareCommand.interface.name)
  }

  /// Plays what is to be played.
  func play(showingProgress progress: RunProgress) -> Outcome {
    let single = Outcome.run(before.run(seed: seed, run: run), after.run(seed: seed, run: run))
    guard let runs, case .simulation(let before) = before, case .simulation(let after) = after else {
      return single
    }
    let first = before.distribution(runs: runs, seed: seed) { progress.show($0, of: 2 * runs) }
    let second = after.distribution(runs: runs, seed: seed) { progress.show(runs + $0, of: 2 * runs) }
    progress.end()
    let landings = [(first, before), (second, after)].compactMap {
      LandingDistribution($0.0, scenario: $0.1.scenario.name, seed: seed)
    }
    guard landings.count == 2,
      let comparison = DistributionComparison(
        landings[0], landings[1], first.landingsByRun, second.landingsByRun,
        pages: (first.pages, second.pages))
    else { return single }
    // A late run of the first tells most about what was changed.
    let shown = UInt64(first.landing(at: 0.95)?.run ?? 0)
    return .runs(
      comparison, self.before.run(seed: seed, run: shown), self.after.run(seed: seed, run: shown))
  }
}

/// A file that is compared: a flow or the trace of a run.
private struct Subject {
  var path: String
  var flow: Flow?
  var trace: Trace?

  /// Reads a file; nil when it has errors, which are then reported.
  init?(_ path: String, _ loader: DocumentLoader, in world: World) throws {
    let file = try DocumentFile(path, in: world)
    self.path = path
    if let json = try? JSONDocument(file.source), json.member("trace") != nil {
      guard let trace = loader.report(Trace.read(file.source), of: file) else { return nil }
      self.trace = trace
    } else {
      guard let flow = try loader.flow(file) else { return nil }
      self.flow = flow
    }
  }
}

extension ComparedPair.Side {
  /// One run of it.
  fileprivate func run(seed: UInt64, run: UInt64) -> PicturedRun {
    switch self {
    case .simulation(let simulation):
      let simulated = simulation.run(seed: seed, run: run)
      // Not a nil notice, which would show it as it is written: empty is none.
      return PicturedRun(simulated.trace, notice: simulated.notice?.text ?? "")
    case .trace(let trace): return PicturedRun(trace)
    }
  }
}

extension Distribution {
  /// The landings in the order of the runs.
  fileprivate var landingsByRun: [LandingDistribution.Landing] {
    landings.sorted { $0.run < $1.run }.map { .init($0.time, page: Int($0.page)) }
  }
}
