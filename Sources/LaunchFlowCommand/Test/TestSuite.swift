import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator

/// The scenarios of one file, played.
struct TestSuite {
  /// One scenario, played.
  struct Case {
    var name: String
    /// Where and when it landed, or how many runs did.
    var outcome: String
    /// Whether nothing is expected, so that nothing can fail.
    var expectsNothing: Bool
    var failures: [Failure]
    /// The run that failed, to be drawn; nil where no single one did.
    var picture: Picture?
    /// Which of many runs is drawn, counted from 0; nil of a single one.
    var run: Int?
    /// The command that plays again what is drawn.
    var replay: String
  }

  /// What can be drawn of a case.
  enum Picture {
    case flow(Trace)
    case offlineSwitch(SwitchTrace)
  }

  /// An expectation that does not hold, with where it stands.
  struct Failure {
    var place: Place
    /// Which part of the expectation.
    var field: String
    var expected: String
    var actual: String
  }

  /// The scenarios file.
  let path: String
  /// The name of the flow or switch.
  let subject: String
  let cases: [Case]
  /// What of the flow was reached; nil for a switch.
  let coverage: TestCoverage?

  /// Plays a file's scenarios.
  init(_ documents: TestDocuments) throws {
    path = documents.file.path
    switch documents.subject {
    case .flow(let plan, let file):
      subject = plan.flow.name
      let simulations = try file.scenarios.map { try Simulation(plan, $0.over(file.defaults)) }
      var coverage = TestCoverage(plan)
      cases = zip(file.scenarios, simulations).map { scenario, simulation in
        Self.play(simulation, isOwn: scenario.expect != nil, &coverage, documents)
      }
      for simulation in simulations where simulation.scenario.runs != nil { coverage.count(simulation) }
      self.coverage = coverage
    case .offlineSwitch(let plan, let file):
      subject = plan.document.name
      coverage = nil
      cases = try file.scenarios.map { scenario in
        let simulation = try SwitchSimulation(plan, scenario.over(file.defaults))
        return Self.play(simulation, isOwn: scenario.expect != nil, documents)
      }
    }
  }

  private static func play(
    _ simulation: Simulation, isOwn: Bool, _ coverage: inout TestCoverage, _ documents: TestDocuments
  ) -> Case {
    let scenario = simulation.scenario
    let name = scenario.name ?? ""
    let seed = scenario.seed ?? Simulation.defaultSeed
    let trace = scenario.runs == nil ? simulation.run(seed: seed).trace : nil
    if let trace { coverage.count(trace) }
    let failures = ExpectationCheck.failures(of: simulation)
    let run = failures.compactMap(\.run).min()
    let shown = run.map { simulation.run(seed: seed, run: UInt64($0)).trace } ?? trace
    return Case(
      name: name, outcome: outcome(trace, simulation), expectsNothing: scenario.expect == nil,
      failures: located(failures, name, isOwn: isOwn, documents), picture: shown.map(Picture.flow), run: run,
      replay: documents.replay(of: name, run: run.map { ($0, seed) }))
  }

  private static func play(
    _ simulation: SwitchSimulation, isOwn: Bool, _ documents: TestDocuments
  ) -> Case {
    let name = simulation.scenario.name ?? ""
    let trace = simulation.run()
    let failures = simulation.scenario.expect.map { SwitchExpectationCheck.failures(of: $0, in: trace) }
    let flips = SwitchFigures(trace).flipsPerRun
    return Case(
      name: name, outcome: flips == 0 ? "online" : "\(Int(flips)) flip\(flips == 1 ? "" : "s")",
      expectsNothing: failures == nil,
      failures: located(failures ?? [], name, isOwn: isOwn, documents), picture: .offlineSwitch(trace),
      replay: documents.replay(of: name))
  }

  private static func located(
    _ failures: [ExpectationCheck.Failure], _ scenario: String, isOwn: Bool, _ documents: TestDocuments
  ) -> [Failure] {
    failures.map { failure in
      Failure(
        place: documents.place(of: failure.path, in: scenario, isOwn: isOwn),
        field: failure.path.tokens.joined(separator: "."), expected: failure.expected, actual: failure.actual)
    }
  }

  private static func outcome(_ trace: Trace?, _ simulation: Simulation) -> String {
    guard let trace else { return "\(simulation.scenario.runs ?? 1) runs" }
    let summary = TraceSummary(trace)
    guard let landing = summary.landing, let time = summary.landedAt else { return "no landing" }
    return "\(landing.page) at \(Duration.nanoseconds(time).documentText)"
  }
}
