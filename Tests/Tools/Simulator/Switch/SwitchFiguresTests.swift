import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import Testing

@Suite("Switch simulation: figures")
struct SwitchFiguresTests {
  private static let second: Int64 = 1_000_000_000

  private func figures(
    _ document: OfflineSwitchDocument = .probing(whileDown: 5), _ change: (inout SwitchScenario) -> Void
  ) throws -> SwitchFigures {
    var scenario = SwitchScenario()
    scenario.probeTakes = .fixed(.zero)
    change(&scenario)
    return SwitchFigures(try SwitchSimulation(SwitchPlan(document), scenario).run().trace)
  }

  @Test func `count a quiet hour`() throws {
    let figures = try figures { $0.length = .seconds(3_600) }
    // At 0, 60, 120, … 3600 s.
    #expect(figures.probes == 61)
    #expect(figures.flips == 0)
    #expect(figures.missed == 0)
    #expect(figures.detect.max == nil)
  }

  @Test func `measure a fault`() throws {
    let figures = try figures { scenario in
      scenario.length = .seconds(600)
      scenario.network = [Scenario.Outage(from: .seconds(90), to: .seconds(300), .refused)]
    }
    // Refused at 120 s, decided at 122 s; probed every 5 s from then on, the first good one at 302 s, and the
    // window of 500 ms ends at 302.5 s.
    #expect(figures.detect == .init([32 * Self.second]))
    #expect(figures.recover == .init([2_500_000_000]))
    #expect(figures.flips == 2)
    #expect(figures.falseOfflines == 0)
  }

  @Test func `tell missed and false ones`() throws {
    let missed = try figures { scenario in
      scenario.network = [Scenario.Outage(from: .seconds(90), to: .seconds(100), .silent)]
    }
    #expect(missed.missed == 1)
    #expect(missed.flips == 0)
    // Answers that take longer than the time-out make an offline that no fault explains.
    let slow = try figures { $0.probeTakes = .fixed(.seconds(4)) }
    #expect(slow.falseOfflines == 1)
    #expect(slow.flips == 1)
  }

  @Test func `a longer window detects later by its length`() throws {
    let outage: (inout SwitchScenario) -> Void = { scenario in
      scenario.network = [Scenario.Outage(from: .seconds(90), to: .seconds(300), .refused)]
    }
    let variation = SwitchVariation(.debounceDown, [.zero, .seconds(1), .seconds(2), .seconds(5)])
    let detected = try variation.values.map {
      try figures(variation.apply($0, to: .probing(whileDown: 5)), outage).detect.max
    }
    #expect(detected == [30, 31, 32, 35].map { $0 * Self.second })
  }

  @Test func `add up over runs`() throws {
    var scenario = SwitchScenario()
    scenario.probeTakes = .logNormal(median: .milliseconds(400), p99: .seconds(3))
    let simulation = try SwitchSimulation(SwitchPlan(.probing(whileDown: 5)), scenario)
    let traces = (0..<5).map { simulation.run(seed: 3, run: $0).trace }
    #expect(Set(traces.map(\.events)).count == 5)
    #expect(simulation.run(seed: 3, run: 4).trace == traces[4])
    var all = SwitchFigures()
    for trace in traces { all.add(SwitchFigures(trace)) }
    #expect(all.runs == 5)
    #expect(all.probes == traces.reduce(0) { $0 + SwitchFigures($1).probes })
    #expect(all.length == 5 * 600 * Self.second)
    #expect(simulation.figures(runs: 5, seed: 3).figures == all)
  }

  @Test func `a scenario that does not fit is refused`() throws {
    var scenario = SwitchScenario()
    scenario.incidents = [SwitchScenario.Incident("trade", from: .zero, to: nil)]
    scenario.marks = [SwitchScenario.MarkPress(at: .zero, true)]
    let plan = SwitchPlan(.probing(whileDown: 5))
    #expect(
      throws: InvalidScenario(problems: ["the switch has no domain \"trade\"", "the switch has no mark"])
    ) {
      try SwitchSimulation(plan, scenario)
    }
  }
}
