import LaunchFlowAuthoring
import LaunchFlowFleet
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowRecords
import LaunchFlowSimulator
import LaunchFlowTestFlows
import Testing

/// What is learned of fleets whose truth is known.
@Suite struct LearnedFleetTests {
  static func learner(
    _ fleet: KnownCalls, _ count: Int, seed: UInt64 = 1, mostFactored: Int = 20_000
  ) throws -> Learner {
    var random = SeededRandom(seed: seed)
    var learner = Learner(try Fleet.plan(KnownCalls.flow), mostFactored: mostFactored)
    for launch in fleet.launches(count, &random) { learner.add(try LaunchRecord(line: launch.line.utf8)) }
    return learner
  }

  @Test(arguments: [0.0, 0.8])
  func `an outage counts wherever it is in the stream`(begin: Double) throws {
    var fleet = KnownCalls()
    fleet.common = 0.4
    fleet.outage = { $0 >= begin && $0 < begin + 0.2 ? 0.5 : 0 }
    // A log comes in the order of time, and the factor in common is learned from a part of it.
    let learner = try Self.learner(fleet, 1_500, mostFactored: 500)
    #expect(learner.factored == 500)
    let learned = learner.scenario(named: "learned")
    #expect(learned.latencyFactor != nil)
    for step in learned.steps {
      guard case .odds(let odds) = step.attempts[0].outcome else {
        Issue.record("\(step.step) has no odds")
        continue
      }
      let failed = odds.filter { $0.outcome.contains("503") }.reduce(0) { $0 + $1.probability }
      #expect((failed - 0.1).magnitude < 0.04, "\(step.step): \(failed)")
    }
  }

  @Test func `launches in which nothing answers are learned as such`() throws {
    var fleet = KnownCalls()
    fleet.dead = 0.04
    fleet.outage = { _ in 0.02 }
    let learner = try Self.learner(fleet, 1_500)
    let learned = learner.scenario(named: "learned")
    let dead = try #require(learned.classes.first { $0.name == "unreached" })
    #expect((dead.share - 0.04).magnitude < 0.015, "\(dead)")
    #expect(try #require(LearnedCheck(learner, learned)).differs == false)
    // As if each call hung by itself, nearly twice as many launches were degraded by it.
    var random = SeededRandom(seed: 99)
    let truth = fleet.launches(4_000, &random)
    let share = Double(truth.count(where: \.isDegraded)) / 4_000
    let played = try Simulation(learner.plan, learned).distribution(runs: 4_000, seed: 9)
    #expect((Double(played.tally.all.degraded) / 4_000 - share).magnitude < 0.02)
    fleet.dead = 0
    #expect(try Self.learner(fleet, 1_000).scenario(named: "learned").classes.isEmpty)
  }

  @Test func `a scenario that does not play like its launches is told`() throws {
    var fleet = KnownCalls()
    fleet.spread = 0.05
    fleet.hidden = 4
    let learner = try Self.learner(fleet, 1_500)
    let learned = learner.scenario(named: "learned")
    let check = try #require(LearnedCheck(learner, learned))
    #expect(check.differs, "\(check.rows)")
    fleet.hidden = 1
    let plain = try Self.learner(fleet, 1_500)
    #expect(
      try #require(LearnedCheck(plain, plain.scenario(named: "learned"))).differs == false)
  }

  @Test func `time bins keep counts and times, whatever comes`() throws {
    let learner = try Self.learner(KnownCalls(), 800)
    var random = SeededRandom(seed: 1)
    let times = KnownCalls().launches(800, &random).map(\.time).sorted()
    let check = try #require(LearnedCheck(learner, learner.scenario(named: "learned")))
    for (row, share) in zip(check.rows, [0.5, 0.95, 0.99]) {
      let exact = times[Int((share * 800).rounded(.up)) - 1] * 1e6
      #expect((row.recorded / exact - 1).magnitude < 0.005, "\(row)")
    }
  }
}
