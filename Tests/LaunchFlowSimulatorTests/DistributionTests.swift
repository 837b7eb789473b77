import Dispatch
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowSimulator

/// Many runs are followed only as far as they concern the landing; that must not change where they land.
@Suite struct DistributionTests {
  @Test(arguments: seeds(4))
  func `runs land where they do when they are recorded`(block: UInt64) throws {
    for seed in block * 10..<block * 10 + 10 {
      let flow = RandomFlow.make(seed: seed, steps: 9, features: seed % 2 == 0 ? [] : .plain)
      let plan = try FlowPlan(flow)
      for world in 0..<4 {
        let scenario = RandomWorld.scenario(for: flow, seed: seed << 20 + UInt64(world))
        try compare(Simulation(plan, scenario), plan, seed: seed, runs: 1)
      }
      var luck = Scenario.luck(for: flow)
      if seed % 3 == 0 { luck.cancel = .milliseconds(350) }
      try compare(Simulation(plan, luck), plan, seed: seed, runs: 4)
    }
  }

  private func compare(_ simulation: Simulation, _ plan: FlowPlan, seed: UInt64, runs: Int) throws {
    let distribution = simulation.distribution(runs: runs, seed: seed)
    for landing in distribution.landings {
      let trace = simulation.run(seed: seed, run: landing.run).trace
      let recorded = trace.events.compactMap { event -> (at: Int64, page: String)? in
        if case .landed(let landing) = event.kind { (event.time, landing.page) } else { nil }
      }
      try #require(recorded.count == 1)
      #expect(landing.time == recorded[0].at, "seed \(seed), \(simulation.scenario)")
      #expect(plan.pages[Int(landing.page)] == recorded[0].page, "seed \(seed), \(simulation.scenario)")
    }
  }

  private static func simulation(jobs: Int) throws -> Simulation {
    let flow = Rules.flow([Rules.http("a")])
    var simulation = try Simulation(FlowPlan(flow), .luck(for: flow))
    simulation.parallelism = Parallelism(jobs: jobs) { count, body in
      DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }
    return simulation
  }

  @Test(arguments: [(2, 9_000), (8, 4_097)])
  func `many jobs find the landings of one`(jobs: Int, runs: Int) throws {
    let one = try Self.simulation(jobs: 1).distribution(runs: runs, seed: 3)
    let many = try Self.simulation(jobs: jobs).distribution(runs: runs, seed: 3)
    #expect(many.runs == runs && many.landings == one.landings)
    #expect(many.mean == one.mean && many.shares == one.shares)
  }

  @Test func `many jobs find the percentiles of one among more runs than are kept`() throws {
    let shares = [0.01, 0.5, 0.95, 1]
    let found = try [1, 3].map { jobs in
      let simulation = try Self.simulation(jobs: jobs)
      let distribution = Distribution(
        flow: "f", pages: simulation.plan.pages, deadline: simulation.plan.deadline,
        simulation.repeatable(runs: 5_000, seed: 3), mostKept: 100, progress: { _ in })
      #expect(distribution.landings.count == 100)
      return distribution.landings(at: shares)
    }
    #expect(found[0].count == shares.count && found[0] == found[1])
  }

  @Test func `landings are ordered by time then run`() {
    let times: [Int64] = [5, 0, 1 << 40, 5, 2047, 2048, 1 << 22, 5, 0, .max]
    let landings = times.enumerated().map { Distribution.Landing(time: $1, page: 0, run: UInt64($0)) }
    let expected = landings.sorted { ($0.time, $0.run) < ($1.time, $1.run) }
    #expect(Distribution.byTime(landings) == expected)
    #expect(Distribution.byTime([]).isEmpty)
  }

  /// A distribution that keeps few landings, and finds its figures by drawing the runs again, says what one says that
  /// keeps all of them.
  @Test(arguments: seeds(2))
  func `figures are exact whatever is kept`(seed: UInt64) throws {
    let flow = RandomFlow.make(seed: seed, steps: 7, features: seed % 2 == 0 ? [] : .plain)
    let plan = try FlowPlan(flow)
    let simulation = try Simulation(plan, .luck(for: flow))
    let runs = simulation.repeatable(runs: 300, seed: seed)
    func distribution(mostKept: Int) -> Distribution {
      Distribution(
        flow: flow.name, pages: plan.pages, deadline: plan.deadline, runs, mostKept: mostKept,
        progress: { _ in })
    }
    let (all, few) = (distribution(mostKept: 300), distribution(mostKept: 40))
    #expect(few.landings.count < all.landings.count)
    #expect(Array(few.byRun) == Array(all.byRun))
    #expect(all.landings.count == 300 && few.landings.count <= 40 && few.runs == 300)
    #expect(all.mean == few.mean && all.shares == few.shares)
    let shares = [0, 0.25, 0.5, 0.9, 0.95, 0.99, 1]
    #expect(all.landings(at: shares) == few.landings(at: shares))
    let median = all.time(at: 0.5)
    #expect(all.share(within: median) == few.share(within: median))
    #expect(all.firstRun { $1 > median } == few.firstRun { $1 > median })
    // Ranges are narrowed by a few buckets at a time, down to a single landing or a single time.
    let ranks = Array(stride(from: 0, to: 300, by: 33))
    for size in [RankSearch.Size(buckets: 2, mostCollected: 0), .init(buckets: 16, mostCollected: 5)] {
      let found = RankSearch.landings(
        ranks.map { .init(rank: $0) }, of: runs, latest: plan.deadline, size: size)
      #expect(found == ranks.map { rank in all.landings.first { $0.time == all.landings[rank].time } })
    }
  }

  @Test func `sums of many times do not overflow`() {
    var sum = ExactSum()
    for _ in 0..<100 { sum.add(.max) }
    #expect(sum.mean(of: 100) == .max)
    sum = ExactSum()
    for time: Int64 in [1, 2, 4] { sum.add(time) }
    #expect(sum.mean(of: 3) == 2)
    #expect(ExactSum().mean(of: 0) == 0)
  }
}
