import Dispatch
import LaunchFlowMachine
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
    #expect(many.runs == runs && many.tally == one.tally && Array(many.landings) == Array(one.landings))
    #expect(many.mean == one.mean && many.shares == one.shares)
  }

  /// A share of 1 % has no window, so its landing is found by drawing the runs again.
  @Test func `many jobs find the percentiles of one`() throws {
    let shares = [0.01, 0.5, 0.95, 1]
    let found = try [1, 3].map {
      try Self.simulation(jobs: $0).distribution(runs: 5_000).landings(at: shares)
    }
    #expect(found[0].count == shares.count && found[0] == found[1])
  }

  /// With windows, and without them: then the runs are drawn again.
  @Test(arguments: seeds(2))
  func `figures are exact`(seed: UInt64) throws {
    let flow = RandomFlow.make(seed: seed, steps: 7, features: seed % 2 == 0 ? [] : .plain)
    let plan = try FlowPlan(flow)
    let simulation = try Simulation(plan, .luck(for: flow))
    let counted = simulation.distribution(runs: 300, seed: seed)
    let all = counted.landings.sorted { ($0.time, $0.run) < ($1.time, $1.run) }
    #expect(all.count == 300 && counted.runs == 300)
    func first(_ rank: Int, of landings: [Distribution.Landing]) -> Distribution.Landing? {
      landings.first { $0.time == landings[rank].time }
    }
    let bare = simulation.distribution(runs: 300, seed: seed, adding: counted.tally.withoutWindows)
    for distribution in [counted, bare] {
      let shares = [0, 0.25, 0.5, 0.9, 0.95, 0.99, 1]
      let ranks = shares.map { LandingTally.rank(of: $0, among: 300) }
      #expect(distribution.landings(at: shares) == ranks.map { first($0, of: all) })
      let places = Array(stride(from: 0, to: 300, by: 33))
      #expect(distribution.landings(places.map { .init(place: $0) }) == places.map { first($0, of: all) })
      for page in plan.pages.indices {
        let own = all.filter { Int($0.page) == page }
        let ranks = own.indices.filter { $0.isMultiple(of: 17) }
        #expect(
          distribution.landings(ranks.map { .init(place: $0, page: page) })
            == ranks.map { first($0, of: own) })
        #expect(distribution.landings([.init(place: own.count, page: page)]) == [nil])
      }
    }
    let median = all[149].time
    #expect(counted.share(within: median) == Double(all.count { $0.time <= median }) / 300)
    #expect(counted.share(within: all[299].time) == 1)
    #expect(counted.firstRun { $1 > median } == all.filter { $0.time > median }.map { Int($0.run) }.min())
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

extension RunTally {
  /// The same counts, with windows that contain no landing.
  var withoutWindows: RunTally {
    var bare = self
    bare.all.windows = bare.all.windows.map(\.passed)
    for page in bare.pages.indices { bare.pages[page].windows = bare.pages[page].windows.map(\.passed) }
    return bare
  }
}

extension RankWindow {
  fileprivate var passed: RankWindow {
    var window = self
    (window.below, window.entries) = (0, [])
    return window
  }
}
