import LaunchFlowSwitch
import Testing

@testable import LaunchFlowAuthoring
@testable import LaunchFlowSimulator

@Suite("Switch simulation: figures")
struct SwitchFiguresTests {
  private static let second: Int64 = 1_000_000_000

  private func figures(
    _ document: OfflineSwitchDocument = .probing(whileDown: 5), _ change: (inout SwitchScenario) -> Void
  ) throws -> SwitchFigures {
    var scenario = SwitchScenario()
    scenario.probeTakes = .fixed(.zero)
    change(&scenario)
    return try SwitchSimulation(SwitchPlan(document), scenario).run().trace.figures
  }

  @Test func `count a quiet hour`() throws {
    let figures = try figures { $0.length = .seconds(3_600) }
    // At 0, 60, 120, … 3600 s.
    #expect(figures.probes == 61)
    #expect(figures.counts.flips == 0)
    #expect(figures.counts.missed == 0)
    #expect(figures.detect.max == nil)
  }

  @Test func `measure a fault`() throws {
    let figures = try figures { scenario in
      scenario.length = .seconds(600)
      scenario.network = [Scenario.Outage(from: .seconds(90), to: .seconds(300), .refused)]
    }
    // Refused at 120 s, decided at 122 s; probed every 5 s from then on, the first good one at 302 s, and the
    // window of 500 ms ends at 302.5 s.
    #expect(figures.detect == .init(max: 32 * Self.second))
    #expect(figures.recover == .init(max: 2_500_000_000))
    #expect(figures.counts.flips == 2)
    #expect(figures.counts.falseOfflines == 0)
  }

  @Test func `tell missed and false ones`() throws {
    let missed = try figures { scenario in
      scenario.network = [Scenario.Outage(from: .seconds(90), to: .seconds(100), .silent)]
    }
    #expect(missed.counts.missed == 1)
    #expect(missed.counts.flips == 0)
    // Answers that take longer than the time-out make an offline that no fault explains.
    let slow = try figures { $0.probeTakes = .fixed(.seconds(4)) }
    #expect(slow.counts.falseOfflines == 1)
    #expect(slow.counts.flips == 1)
  }

  @Test func `a longer window detects later by its length`() throws {
    let detected = try [0, 1, 2, 5].map { seconds in
      var document = OfflineSwitchDocument.probing(whileDown: 5)
      document.network?.debounce.down = .seconds(seconds)
      return try figures(document) { scenario in
        scenario.length = .seconds(600)
        scenario.network = [Scenario.Outage(from: .seconds(90), to: .seconds(300), .refused)]
      }.detect.max
    }
    #expect(detected == [30, 31, 32, 35].map { $0 * Self.second })
  }

  @Test func `runs of one seed differ, and each is the same again`() throws {
    var scenario = SwitchScenario()
    scenario.probeTakes = .logNormal(median: .milliseconds(400), p99: .seconds(3))
    let simulation = try SwitchSimulation(SwitchPlan(.probing(whileDown: 5)), scenario)
    let traces = (0..<5).map { simulation.run(seed: 3, run: $0).trace }
    #expect(Set(traces.map(\.events)).count == 5)
    #expect(simulation.run(seed: 3, run: 4).trace == traces[4])
  }

  @Test func `a scenario that does not fit is refused`() throws {
    var scenario = SwitchScenario()
    scenario.incidents = [SwitchScenario.Incident(domain: "trade", from: .zero)]
    scenario.marks = [SwitchScenario.MarkPress(time: .zero, isMarked: true)]
    let plan = SwitchPlan(.probing(whileDown: 5))
    #expect(
      throws: InvalidScenario(problems: ["the switch has no domain \"trade\"", "the switch has no mark"])
    ) {
      try SwitchSimulation(plan, scenario)
    }
  }
}
