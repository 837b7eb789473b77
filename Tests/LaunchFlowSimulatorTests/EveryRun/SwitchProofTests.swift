import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowSimulator

/// Every run of a switch's scenario, against simulations with random times.
@Suite struct SwitchProofTests {
  private static func search(_ plan: SwitchPlan, _ scenario: SwitchScenario) throws -> SwitchSearch {
    let world = try SwitchSimulation(plan, scenario).world
    let timetable = try #require(SwitchTimetable(scenario, world, plan))
    var search = SwitchSearch(SwitchTransitions(plan, world, timetable), SwitchProof.Budget(states: 200_000))
    search.search { false }
    return search
  }

  private static func values(_ trace: SwitchTrace) -> [SwitchSearch.Figure: Int64] {
    let figures = SwitchFigures(trace)
    var values: [SwitchSearch.Figure: Int64] = [
      .flips: Int64(figures.flips), .falseOfflines: Int64(figures.falseOfflines),
      .missed: Int64(figures.missed),
    ]
    values[.detect] = figures.detect.max
    values[.recover] = trace.longestRecovery
    return values
  }

  /// The scenario with answers that take any time up to the time-outs.
  private static func loosened(_ scenario: SwitchScenario, _ plan: SwitchPlan) -> SwitchScenario {
    var loosened = scenario
    loosened.probeTakes = .uniform(.zero, .nanoseconds(plan.network?.timeout ?? 0))
    loosened.qosTakes = .uniform(.zero, .nanoseconds(plan.service?.timeout ?? 0))
    return loosened
  }

  /// No simulated run exceeds what is proved, and a run that reaches it can be simulated.
  @Test(arguments: seeds(30))
  func `simulated runs come to what is proved and no further`(_ seed: UInt64) throws {
    var random = RandomSwitchScenario(seed: seed)
    let document = random.document()
    let plan = try SwitchPlan(document)
    let scenario = random.scenario(for: document)
    let search = try Self.search(plan, scenario)
    for figure in [SwitchSearch.Figure.detect, .recover] {
      guard let most = search.most[figure] else { continue }
      let found = try #require(
        SwitchRunPath(search, to: most.step).scenario(scenario, named: "found"), "seed \(seed)")
      let values = Self.values(try SwitchSimulation(plan, found).run().trace)
      #expect(values[figure] == most.value, "seed \(seed): \(figure)")
    }
    guard search.isComplete else { return }
    let simulation = try SwitchSimulation(plan, Self.loosened(scenario, plan))
    for run in 0..<UInt64(40) {
      for (figure, value) in Self.values(simulation.run(seed: seed, run: run).trace) {
        let most = search.most[figure]?.value ?? -1
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
    #expect(search.isComplete)
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
    let plan = try SwitchPlan(document())
    var scenario = scenario(70)
    var promises = SwitchScenario.Promises()
    promises.times = [
      .init(.detect, .init(.atMost, .seconds(14))), .init(.recover, .init(.atMost, .seconds(13))),
    ]
    promises.counts = [.init(.flips, .init(.atMost, 2))]
    scenario.promises = promises
    let report = try SwitchProof(plan, scenario).report()
    #expect(report.findings.prefix(3).map(\.figure) == ["detect", "recover", "flips"])
    #expect(report.findings[0].verdict == .holds && report.findings[2].verdict == .holds)
    guard case .broken(let witness)? = report.findings[1].verdict else {
      Issue.record("\(report)")
      return
    }
    #expect(try SwitchSimulation(plan, witness).run().trace.longestRecovery == Int64(13_499_999_999))
    #expect(report.isRefuted && !report.isProved)

    let cut = try SwitchProof(plan, scenario).report(SwitchProof.Budget(states: 5))
    #expect(cut.findings.allSatisfy { $0.verdict == .open || $0.verdict == nil })
    #expect(cut.incompleteness == "the budget of 5 states is used up")
    let hurried = try SwitchProof(plan, scenario).report(SwitchProof.Budget(work: 1_000))
    #expect(hurried.incompleteness == "the budget of work is used up")
    let small = try SwitchProof(plan, scenario).report(SwitchProof.Budget(memory: 10_000))
    #expect(small.incompleteness == "the states need more than 0 MB of memory")
    #expect(!small.isProved && !hurried.isProved)

    scenario.length = .seconds(45)
    let short = try SwitchProof(plan, scenario).report()
    #expect(short.findings[1].verdict == .tooShort && !short.isProved && !short.isRefuted)
  }
}
