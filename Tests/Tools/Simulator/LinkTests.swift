import LaunchFlowTraces
import Testing

@testable import LaunchFlowSimulator

/// Networks by name: the time that they add, and what all calls of a run share.
@Suite struct LinkTests {
  /// The times that two HTTP steps and an action took.
  private static func times(_ link: Scenario.Link, run: UInt64) throws -> [Int64] {
    let flow = Rules.flow([Rules.http("a"), Rules.http("b"), Rules.action("c")])
    let trace = try simulation(flow, link).run(seed: 5, run: run).trace
    return TraceSummary(trace).steps.compactMap(\.end)
  }

  private static func simulation(_ flow: Flow, _ link: Scenario.Link?) throws -> Simulation {
    var scenario = Scenario()
    scenario.link = link
    scenario.steps = [Scenario.StepBehaviours("*", [Scenario.Behaviour(takes: .fixed(.milliseconds(100)))])]
    return try Simulation(try FlowPlan(flow), scenario)
  }

  @Test func `a run has one latency for all its calls`() throws {
    var different: Set<Int64> = []
    for run in 0..<20 {
      let times = try Self.times(.lte, run: UInt64(run))
      #expect(times.count == 3 && times[0] == times[1], "run \(run)")
      #expect(times[0] > 100_000_000)
      #expect(times[2] == 100_000_000, "an action uses no network")
      different.insert(times[0])
    }
    #expect(different.count == 20)
    #expect(try Self.times(.lte, run: 3) == Self.times(.lte, run: 3))
  }

  @Test(arguments: Scenario.Link.allCases) func `the median is three round trips`(link: Scenario.Link) {
    let planned = PlannedLink(link)
    let key = KeyedRandom.key(of: "a")
    let delays = (0..<4_001).map { run in
      let random = KeyedRandom(seed: 1, run: UInt64(run))
      return planned.conditions(random).delay(random, key, 1)
    }.sorted()
    let usual = 3 * link.roundTrip.nanoseconds
    if link.loss == 0 {
      #expect(abs(delays[2_000] - usual) < usual / 20)
      // The 99th percentile of the factor is 3.
      #expect((25...35).contains(delays[3_960] * 10 / usual))
    } else {
      // What was lost is sent again a second later.
      let resent = delays.count { $0 > usual * 4 && $0 > 900_000_000 }
      #expect(resent > 100)
    }
  }

  /// Under independent losses nearly every run would lose about the same share of its calls.
  @Test func `a run has one level of loss`() {
    let planned = PlannedLink(.veryBad)
    let losses = (0..<2_000).map { planned.conditions(KeyedRandom(seed: 1, run: UInt64($0))).loss }
    #expect(losses.allSatisfy { (0...0.36).contains($0) })
    #expect(losses.count { $0 < 0.09 } > 400 && losses.count { $0 > 0.27 } > 400)
  }

  @Test func `a lost round trip waits longer each time`() {
    let planned = PlannedLink(.veryBad)
    let waits = (0..<200).map { attempt in
      let random = KeyedRandom(seed: 4, run: 2)
      let conditions = planned.conditions(random)
      let resend = max(1e9, conditions.roundTrip)
      return (Double(conditions.delay(random, 9, attempt)) - 3 * conditions.roundTrip) / resend
    }
    // Sums of 1, 1 + 2, 1 + 2 + 4: whole numbers of the first wait.
    #expect(waits.allSatisfy { abs($0 - $0.rounded()) < 1e-6 })
    #expect(Set(waits.map { $0.rounded() }).isSuperset(of: [0, 1, 3]))
  }

  @Test func `many runs are drawn like single ones`() throws {
    let flow = Rules.flow([Rules.http("a"), Rules.http("b", after: ["a"])])
    let simulation = try Self.simulation(flow, .edge)
    let landings = simulation.distribution(runs: 50, seed: 9).landings
    for landing in landings {
      #expect(TraceSummary(simulation.run(seed: 9, run: landing.run).trace).landedAt == landing.time)
    }
  }

  @Test func `an answer on a slow network meets an outage`() throws {
    let flow = Rules.flow([Rules.http("a")])
    var scenario = Scenario()
    scenario.link = .veryBad
    scenario.network = [Scenario.Outage(from: .milliseconds(10), to: .milliseconds(20), .silent)]
    let run = try Simulation(try FlowPlan(flow), scenario).run()
    #expect(TraceSummary(run.trace).steps[0].settlement?.status == .timedOut)
  }
}
