import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowSimulator

/// Many runs are followed only as far as they concern the landing; that must not change where they land.
@Suite struct DistributionTests {
  @Test(arguments: 0..<40)
  func runsLandWhereTheyDoWhenTheyAreRecorded(block: UInt64) throws {
    for seed in block * 10..<block * 10 + 10 {
      let flow = RandomFlow.make(seed: seed, steps: 9, features: seed % 2 == 0 ? [] : .plain)
      let plan = try FlowPlan(flow)
      for world in 0..<8 {
        let scenario = RandomWorld.scenario(for: flow, seed: seed << 20 + UInt64(world))
        try compare(Simulation(plan, scenario), plan, seed: seed, runs: 1)
      }
      var luck = Scenario(name: "luck")
      luck.inputs = flow.inputs.map {
        Flow.NamedValue($0.name, $0.kind == .boolean ? .bool(true) : .string("x"))
      }
      luck.steps = [
        Scenario.StepBehaviours(
          "*", [Scenario.Behaviour(takes: .logNormal(median: .milliseconds(200), p99: .seconds(2)))])
      ]
      if seed % 3 == 0 { luck.cancel = .milliseconds(350) }
      try compare(Simulation(plan, luck), plan, seed: seed, runs: 8)
    }
  }

  private func compare(_ simulation: Simulation, _ plan: FlowPlan, seed: UInt64, runs: Int) throws {
    let distribution = simulation.distribution(runs: runs, seed: seed)
    for landing in distribution.landings {
      let trace = simulation.run(seed: seed, run: UInt64(landing.run)).trace
      let recorded = trace.events.compactMap { event -> (at: Int64, page: String)? in
        if case .landed(let landing) = event.kind { (event.time, landing.page) } else { nil }
      }
      try #require(recorded.count == 1)
      #expect(landing.time == recorded[0].at, "seed \(seed), \(simulation.scenario)")
      #expect(plan.pages[Int(landing.page)] == recorded[0].page, "seed \(seed), \(simulation.scenario)")
    }
  }

  @Test func landingsAreOrderedByTimeThenRun() {
    let times: [Int64] = [5, 0, 1 << 40, 5, 2047, 2048, 1 << 22, 5, 0, .max]
    let landings = times.enumerated().map { Distribution.Landing(time: $1, page: 0, run: UInt32($0)) }
    let expected = landings.sorted { ($0.time, $0.run) < ($1.time, $1.run) }
    #expect(Distribution.byTime(landings) == expected)
    #expect(Distribution.byTime([]).isEmpty)
  }
}
