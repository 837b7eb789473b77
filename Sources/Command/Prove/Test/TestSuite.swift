import LaunchFlowTimeline

struct TestSuite {
  struct Case {
    var name: String
    /// The page and time of the landing, or the number of runs.
    var outcome: String
    /// Whether the scenario has no `expect`, so that it cannot fail.
    var expectsNothing: Bool
    var failures: [Findings.Finding]
    /// Makes the `expect` that holds.
    var recorded: () -> JSONValue
    /// The run to draw; nil when no single run failed.
    var picture: Picture.Outcome?
    /// The number of the drawn run among many, counted from 0; nil for a single run.
    var run: Int?
    /// The command that plays the drawn run again.
    var replay: String
  }

  let path: String
  /// The name of the flow or switch.
  let subject: String
  let cases: [Case]
  /// The coverage of the flow; nil for a switch.
  let coverage: TestCoverage?

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
    let trace = scenario.runs == nil ? simulation.run().trace : nil
    if let trace { coverage.count(trace) }
    let failures = ExpectationCheck.failures(of: simulation)
    let run = failures.compactMap(\.run).min()
    let shown = run.map { simulation.run(number: $0).trace } ?? trace
    return Case(
      name: name, outcome: outcome(trace, simulation), expectsNothing: scenario.expect == nil,
      failures: located(failures, name, isOwn: isOwn, documents),
      recorded: { RecordedExpectation.value(of: simulation) }, picture: shown.map { .run(PicturedRun($0)) },
      run: run,
      replay: documents.replay(of: name, run: run.map { ($0, simulation.seed) }))
  }

  private static func play(
    _ simulation: SwitchSimulation, isOwn: Bool, _ documents: TestDocuments
  ) -> Case {
    let name = simulation.scenario.name ?? ""
    let run = simulation.run()
    let failures = simulation.scenario.expect.map { SwitchExpectationCheck.failures(of: $0, in: run) }
    let flips = run.trace.figures.counts.flips
    return Case(
      name: name, outcome: flips == 0 ? "online" : Counting.text(flips, "flip"),
      expectsNothing: failures == nil,
      failures: located(failures ?? [], name, isOwn: isOwn, documents),
      recorded: { RecordedExpectation.value(of: run.trace) }, picture: .switchRun(run.trace),
      replay: documents.replay(of: name))
  }

  private static func located(
    _ failures: [ExpectationCheck.Failure], _ scenario: String, isOwn: Bool, _ documents: TestDocuments
  ) -> [Findings.Finding] {
    failures.map { failure in
      Findings.Finding(
        rule: rule, place: documents.place(of: failure.path, in: scenario, isOwn: isOwn),
        message:
          "\(failure.path.tokens.joined(separator: ".")): expected \(failure.expected), got \(failure.actual)"
      )
    }
  }

  private static func outcome(_ trace: Trace?, _ simulation: Simulation) -> String {
    guard let trace else { return Counting.text(simulation.scenario.runs ?? 1, "run") }
    let summary = TraceSummary(trace)
    guard let landing = summary.landing, let time = summary.landedAt else { return "no landing" }
    return "\(landing.page) at \(Duration.nanoseconds(time).documentText)"
  }
}

extension TestSuite {
  private static let rule = Findings.Rule(
    id: "failed-expectation", title: "Failed expectation of a scenario",
    what: "The flow or switch behaves in another way than the scenario expects.",
    fix: "Correct the flow or switch, or change the expectation.")

  var findings: Findings.File {
    let checks = cases.map { Findings.Check(name: $0.name, findings: $0.failures, again: $0.replay) }
    return Findings.File(path: path, subject: subject, checks: checks)
  }
}
