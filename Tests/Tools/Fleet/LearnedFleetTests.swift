import LaunchFlowFleet
import LaunchFlowRecords
import LaunchFlowSimulator
import LaunchFlowTestFlows
import Testing

/// What is learned of fleets whose truth is known.
@Suite struct LearnedFleetTests {
  static func learner(
    _ fleet: KnownCalls, _ count: Int, mostLaunches: Int = 40_000, _ random: inout SeededRandom
  ) throws -> Learner {
    var learner = Learner(try Fleet.plan(KnownCalls.flow), mostLaunches: mostLaunches)
    for launch in fleet.launches(count, &random) { learner.add(try LaunchRecord(line: launch.line.utf8)) }
    return learner
  }

  /// How often something is learned anew.
  static let fleets = depth > 1 ? KnownFleet.rollouts : 1

  /// How many launches teach.
  static let count = depth > 1 ? 8_000 : 4_000

  /// What many launches of a fleet show.
  struct Truth {
    var times: [Double]
    var degraded: Double

    init(_ fleet: KnownCalls) {
      var random = SeededRandom(seed: 99)
      let launches = fleet.launches(depth > 1 ? 100_000 : 10_000, &random)
      times = launches.map(\.time).sorted()
      degraded = Double(launches.count(where: \.isDegraded)) / Double(launches.count)
    }

    /// Whether a scenario plays like the launches that it was learned from, and nearly like the truth: p95 and p99 within
    /// 8 %, the degraded launches within 2 points.
    func isPlayed(by learned: Scenario, _ learner: Learner) throws -> Bool {
      let played = try Simulation(learner.plan, learned).distribution(runs: times.count, seed: 9)
      let share = Double(played.tally.all.degraded) / Double(played.runs)
      let off = [0.95, 0.99].map { share in
        Double(played.time(at: share)) / (times[Int(share * Double(times.count))] * 1e6) - 1
      }
      let check = try #require(LearnedCheck(learner, learned))
      guard !check.differs, (share - degraded).magnitude < 0.02, off.allSatisfy({ $0.magnitude < 0.08 })
      else {
        print("p95 and p99 off by \(off), degraded by \(share - degraded), \(check.rows.filter(\.differs))")
        return false
      }
      return true
    }
  }

  /// By step: the odds of an answer 503.
  static func failed(_ steps: [Scenario.StepBehaviours]) -> [Double] {
    steps.map { step in
      guard case .odds(let odds) = step.attempts[0].outcome else { return 0 }
      return odds.filter { $0.outcome.contains("503") }.reduce(0) { $0 + $1.probability }
    }
  }

  @Test(arguments: [0.0, 0.8])
  func `an outage counts wherever it is in the stream`(begin: Double) throws {
    var fleet = KnownCalls()
    fleet.common = 0.4
    fleet.outage = { $0 >= begin && $0 < begin + 0.2 ? 0.5 : 0 }
    let whole = try KnownFleet.count(
      "an outage from \(begin) on is learned, and that both calls fail in it", in: Self.fleets, from: 1
    ) { random in
      // A log comes in the order of time, and the kinds are told apart by a part of it.
      let learner = try Self.learner(fleet, 6_000, mostLaunches: 3_000, &random)
      #expect(learner.stride > 1)
      let learned = learner.scenario(named: "learned").0
      // 0.01 if each call failed by itself.
      let both = learned.classes.reduce(0) { $0 + $1.share * Self.failed($1.steps).reduce(1, *) }
      return try #require(LearnedCheck(learner, learned)).differs == false
        && Self.failed(learned.steps).allSatisfy { ($0 - 0.1).magnitude < 0.02 }
        && (both - 0.05).magnitude < 0.015
    }
    #expect(whole == Self.fleets)
  }

  @Test func `launches in which nothing answers are learned as such`() throws {
    var fleet = KnownCalls()
    fleet.dead = 0.02
    fleet.outage = { _ in 0.02 }
    let truth = Truth(fleet)
    let found = try KnownFleet.count("a dead network is learned", in: Self.fleets, from: 1) { random in
      let learner = try Self.learner(fleet, Self.count, &random)
      let (learned, kinds) = learner.scenario(named: "learned")
      guard let dead = kinds.first(where: { $0.cut > 0.9 }) else { return false }
      return try (dead.share - 0.02).magnitude < 0.01 && truth.isPlayed(by: learned, learner)
    }
    #expect(found == Self.fleets)
  }

  @Test func `calls that have nothing in common are of one kind`() throws {
    var fleet = KnownCalls()
    fleet.outage = { _ in 0.02 }
    let truth = Truth(fleet)
    let apart = try KnownFleet.count("independent calls are of one kind", in: Self.fleets, from: 1) {
      random in
      let learner = try Self.learner(fleet, Self.count, &random)
      let (learned, kinds) = learner.scenario(named: "learned")
      return try kinds.isEmpty && truth.isPlayed(by: learned, learner)
    }
    #expect(apart == Self.fleets)
  }

  @Test(arguments: [(0.05, 4.0, 0.0), (0.4, 1, 0.5)])
  func `kinds that no label tells are learned`(spread: Double, hidden: Double, common: Double) throws {
    var fleet = KnownCalls()
    (fleet.spread, fleet.hidden, fleet.common) = (spread, hidden, common)
    let truth = Truth(fleet)
    let found = try KnownFleet.count(
      "every second launch \(hidden) times as slow, common factor \(common): it plays like the launches",
      in: Self.fleets, from: 1
    ) { random in
      let learner = try Self.learner(fleet, Self.count, &random)
      let (learned, kinds) = learner.scenario(named: "learned")
      return try kinds.count > 1 && truth.isPlayed(by: learned, learner)
    }
    // The latest percent of a fleet with a common factor is a few launches, so one fleet in twenty may differ.
    #expect(found >= Self.fleets - Self.fleets / 20)
  }

  @Test func `a scenario that does not play like its launches is told`() throws {
    // Every first attempt fails and every second one is fine, which the odds of a step do not say.
    let plan = try Fleet.plan(
      KnownCalls.flow.replacing(#""timeout": "2s""#, with: #""timeout": "2s", "retry": { "attempts": 2 }"#))
    var scenario = Scenario()
    scenario.steps = ["a", "b"].map {
      .init($0, [.init(outcome: .error(.network)), .init(takes: .fixed(.milliseconds(50)))])
    }
    let told = try KnownFleet.count("odds that cannot say the launches are told", in: Self.fleets, from: 1) {
      var learner = Learner(plan)
      for record in try Fleet.records(plan, scenario, runs: 500, seed: $0.next()) { learner.add(record) }
      return try #require(LearnedCheck(learner, learner.scenario(named: "learned").0)).differs
    }
    #expect(told == Self.fleets)
  }

  @Test func `the recorded times are those of the launches`() throws {
    var random = SeededRandom(seed: 1)
    let learner = try Self.learner(KnownCalls(), 800, &random)
    random = SeededRandom(seed: 1)
    let times = KnownCalls().launches(800, &random).map(\.time).sorted()
    let check = try #require(LearnedCheck(learner, learner.scenario(named: "learned").0))
    var foreign = Scenario()
    foreign.steps = [.init("step of another flow", [.init(outcome: .hang)])]
    #expect(LearnedCheck(learner, foreign) == nil)
    for (row, share) in zip(check.rows, [0.5, 0.95, 0.99]) {
      let exact = times[Int((share * 800).rounded(.up)) - 1] * 1e6
      #expect((row.recorded / exact - 1).magnitude < 0.005, "\(row)")
    }
  }
}
