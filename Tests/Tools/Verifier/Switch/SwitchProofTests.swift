import LaunchFlowSimulator
import LaunchFlowSwitch
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// Every run of a switch's scenario, against simulations with random times.
@Suite struct SwitchProofTests {
  private static func search(_ plan: SwitchPlan, _ scenario: SwitchScenario) throws -> SwitchSearch {
    var search = SwitchSearch(try #require(SwitchTransitions(plan, scenario)))
    search.search(Budget(states: 200_000))
    return search
  }

  private static func values(_ trace: SwitchTrace) -> [SwitchScenario.Figure: Int64] {
    let figures = trace.figures
    // Counted apart from the watch.
    let flips = trace.offlinePeriods.reduce(0) { $0 + ($1.upperBound < trace.end ? 2 : 1) }
    var values: [SwitchScenario.Figure: Int64] = [
      .flips: Int64(flips), .falseOfflines: Int64(figures.counts.falseOfflines),
      .missed: Int64(figures.counts.missed),
    ]
    values[.detect] = figures.detect.worst
    values[.recover] = figures.recover.worst
    return values
  }

  /// The scenario with answers that take any time up to the time-outs.
  private static func loosened(_ scenario: SwitchScenario, _ plan: SwitchPlan) -> SwitchScenario {
    var loosened = scenario
    loosened.probeTakes = .quantiles([
      .init("p0", .zero), .init("p100", plan.network?.timeout ?? .zero),
    ])
    loosened.qosTakes = .quantiles([
      .init("p0", .zero), .init("p100", plan.service?.timeout ?? .zero),
    ])
    return loosened
  }

  /// No simulated run exceeds what is proved, and a run that reaches it can be simulated.
  @Test(arguments: seeds(30))
  func `simulated runs come to what is proved and no further`(_ seed: UInt64) throws {
    var random = RandomSwitchScenario(seed: seed)
    let document = random.document()
    let plan = SwitchPlan(document)
    let scenario = random.scenario(for: document)
    let search = try Self.search(plan, scenario)
    for figure in [SwitchScenario.Figure.detect, .recover] {
      guard let most = search.cut[figure] ?? search.most[figure] else { continue }
      let found = try #require(
        SwitchRunPath(search, to: most).scenario(scenario, named: "found"), "seed \(seed)")
      let values = Self.values(try SwitchSimulation(plan, found).run().trace)
      let expected = search.cut[figure] == nil ? most.value : .max
      #expect(values[figure] == expected, "seed \(seed): \(figure)")
    }
    guard search.incompleteness == nil else { return }
    let simulation = try SwitchSimulation(plan, Self.loosened(scenario, plan))
    for run in 0..<UInt64(40) {
      for (figure, value) in Self.values(simulation.run(seed: seed, run: run).trace) {
        let most = search.cut[figure] == nil ? search.most[figure]?.value ?? -1 : .max
        #expect(value <= most, "seed \(seed), run \(run): \(figure) \(value), proved \(most)")
      }
    }
  }

  /// A switch that probes each 10 s, and every 4 s while down.
  private func document() -> OfflineSwitchDocument {
    var document = OfflineSwitchDocument(name: "offline")
    var probe = Flow.Request(.url("https://probe.example.com/204"))
    probe.expect = .none
    var network = OfflineSwitchDocument.Network(probe: probe, timeout: .seconds(3), every: .seconds(10))
    network.everyWhileDown = .seconds(4)
    document.network = network
    return document
  }

  private func scenario(_ length: Int) -> SwitchScenario {
    var scenario = SwitchScenario(name: "cable-pulled")
    scenario.length = .seconds(length)
    scenario.network = [.init(from: .seconds(20), to: .seconds(40), .silent)]
    return scenario
  }

  @Test func `the longest times are those that a person adds up`() throws {
    let search = try Self.search(SwitchPlan(document()), scenario(70))
    #expect(search.incompleteness == nil)
    // The first two probes are answered after 3 s each. The third one, at 26 s, is lost and times out, and after the window
    // of 2 s the deciding one does so, too.
    #expect(search.most[.detect].map(\.value) == Int64(14_000_000_000))
    // A probe sent just before the end is lost and times out after 3 s. The next one comes 4 s later and is answered after
    // 3 s. After the window of 500 ms the deciding one is answered after 3 s, too.
    #expect(search.most[.recover].map(\.value) == Int64(13_499_999_999))
    #expect(search.most[.flips]?.value == 2)
    #expect(search.most[.missed]?.value == 0)
    #expect(search.most[.falseOfflines]?.value == 0)
  }

  @Test func `promises hold, are broken by a run, or stay open`() throws {
    let plan = SwitchPlan(document())
    var scenario = scenario(70)
    scenario.promises = [
      .init(.detect, .init(.atMost, 14e9)), .init(.recover, .init(.atMost, 13e9)),
      .init(.flips, .init(.atMost, 2)),
    ]
    let report = try SwitchProof(plan, scenario).report()
    #expect(report.findings.prefix(3).map(\.figure) == ["detect", "recover", "flips"])
    #expect(report.findings[0].verdict == .holds && report.findings[2].verdict == .holds)
    guard case .broken(let witness)? = report.findings[1].verdict else {
      Issue.record("\(report)")
      return
    }
    #expect(Self.values(try SwitchSimulation(plan, witness).run().trace)[.recover] == Int64(13_499_999_999))
    #expect(report.isRefuted && !report.isProved)

    let cut = try SwitchProof(plan, scenario).report(Budget(states: 5))
    #expect(cut.findings.allSatisfy { $0.verdict == .open(nil) || $0.verdict == nil })
    #expect(cut.incompleteness == .states(5))
    let small = try SwitchProof(plan, scenario).report(Budget(memory: 1_000))
    #expect(small.incompleteness == .memory(1_000))
    let stopped = try SwitchProof(plan, scenario).report { _ in true }
    #expect(stopped.incompleteness == .stopped)
    #expect(!small.isProved && !stopped.isProved)

    scenario.length = .seconds(45)
    let short = try SwitchProof(plan, scenario).report()
    let reason = "the scenario ends before every run is online again; give it a longer \"length\""
    #expect(short.findings[1].verdict == .open(reason) && !short.isProved && !short.isRefuted)
  }
  private func proof(
    _ plan: SwitchPlan, _ scenario: SwitchScenario, _ figure: SwitchScenario.Figure, _ seconds: Double
  ) throws -> SwitchProof.Finding? {
    var scenario = scenario
    scenario.promises = [.init(figure, .init(.atMost, seconds * 1e9))]
    return try SwitchProof(plan, scenario).report().findings.first
  }

  /// The two commands, `test` and `verify`, say the same.
  @Test func `a fault that is never noticed breaks every bound on its detection`() throws {
    var scenario = scenario(70)
    scenario.network = [.init(from: .seconds(20), to: .seconds(21), .silent)]
    let plan = SwitchPlan(document())
    let finding = try #require(try proof(plan, scenario, .detect, 3_600))
    #expect(finding.most == "never")
    guard case .broken(let witness)? = finding.verdict else {
      Issue.record("\(finding)")
      return
    }
    var expectation = SwitchScenario.Expectation()
    expectation.figures = [.init(.detect, .init(.atMost, 3_600e9))]
    let failures = SwitchExpectationCheck.failures(
      of: expectation, in: try SwitchSimulation(plan, witness).run())
    #expect(failures == [.init(["detect"], expected: "<=1h", actual: "never")])
  }

  /// The app is rightly offline from the second outage on.
  @Test func `a recovery does not count into the next outage`() throws {
    var document = document()
    document.network?.debounce.up = .seconds(10)
    let plan = SwitchPlan(document)
    var scenario = scenario(200)
    scenario.network = [
      .init(from: .seconds(20), to: .seconds(50), .silent),
      .init(from: .seconds(55), to: .seconds(150), .silent),
    ]
    let finding = try #require(try proof(plan, scenario, .recover, 30))
    #expect(finding.verdict == .holds)
    let simulated = try SwitchSimulation(plan, scenario).run().trace.figures
    #expect(try #require(simulated.recover.max) < 23_000_000_000 && simulated.recover.never == 0)
  }

  @Test func `a promise about a fault that begins at any time is proved for all of them`() throws {
    var scenario = scenario(90)
    scenario.network = [.init(from: .seconds(20), to: .seconds(60), .silent)]
    scenario.network[0].window = .seconds(20)
    let plan = SwitchPlan(document())
    let search = try Self.search(plan, scenario)
    // A probe is answered just before. The next one comes 10 s later, times out after 3 s, and after the window of 2 s
    // the deciding one times out, too.
    #expect(search.most[.detect]?.value == 17_999_999_999)
    guard case .broken(let witness)? = try proof(plan, scenario, .detect, 17)?.verdict else {
      Issue.record("no run breaks it")
      return
    }
    let values = Self.values(try SwitchSimulation(plan, witness).run().trace)
    #expect(values[.detect] == 17_999_999_999)
    let simulation = try SwitchSimulation(plan, scenario)
    let times = Set((0..<20).map { simulation.run(run: $0).trace.faults[0].from })
    #expect(times.count == 20 && times.allSatisfy { (20_000_000_000...40_000_000_000).contains($0) })
  }
}
