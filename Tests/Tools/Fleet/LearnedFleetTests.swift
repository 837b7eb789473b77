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
    _ fleet: KnownCalls, _ count: Int, seed: UInt64 = 1, mostShapes: Int = 500_000
  ) throws -> Learner {
    var random = SeededRandom(seed: seed)
    var learner = Learner(try Fleet.plan(KnownCalls.flow), mostShapes: mostShapes)
    for launch in fleet.launches(count, &random) { learner.add(try LaunchRecord(line: launch.line.utf8)) }
    return learner
  }

  @Test(arguments: [0.0, 0.8])
  func `an outage counts wherever it is in the stream`(begin: Double) throws {
    var fleet = KnownCalls()
    fleet.common = 0.4
    fleet.outage = { $0 >= begin && $0 < begin + 0.2 ? 0.5 : 0 }
    // A log comes in the order of time, and the kinds are told apart by a part of it.
    let learner = try Self.learner(fleet, 6_000, mostShapes: 200)
    #expect(learner.stride > 1)
    let learned = learner.scenario(named: "learned").0
    let check = try #require(LearnedCheck(learner, learned))
    #expect(!check.differs, "\(check.rows)")
    func failed(_ steps: [Scenario.StepBehaviours]) -> [Double] {
      steps.map { step in
        guard case .odds(let odds) = step.attempts[0].outcome else { return 0 }
        return odds.filter { $0.outcome.contains("503") }.reduce(0) { $0 + $1.probability }
      }
    }
    #expect(failed(learned.steps).allSatisfy { ($0 - 0.1).magnitude < 0.02 })
    // 0.01 if each call failed by itself.
    let both = learned.classes.reduce(0) { $0 + $1.share * failed($1.steps).reduce(1, *) }
    print("both calls fail in \(both), in truth in 0.05, by \(learned.classes.map(\.share))")
    #expect((both - 0.05).magnitude < 0.015, "\(learned.classes)")
  }

  @Test func `launches in which nothing answers are learned as such`() throws {
    var fleet = KnownCalls()
    fleet.dead = 0.04
    fleet.outage = { _ in 0.02 }
    let learner = try Self.learner(fleet, 1_500)
    let (learned, kinds) = learner.scenario(named: "learned")
    let dead = try #require(kinds.first { $0.cut > 0.9 })
    #expect((dead.share - 0.04).magnitude < 0.015, "\(dead)")
    #expect(try #require(LearnedCheck(learner, learned)).differs == false)
    // As if each call hung by itself, nearly twice as many launches were degraded by it.
    var random = SeededRandom(seed: 99)
    let truth = fleet.launches(4_000, &random)
    let share = Double(truth.count(where: \.isDegraded)) / 4_000
    let played = try Simulation(learner.plan, learned).distribution(runs: 4_000, seed: 9)
    #expect((Double(played.tally.all.degraded) / 4_000 - share).magnitude < 0.02)
    fleet.dead = 0
    #expect(try Self.learner(fleet, 1_000).scenario(named: "learned").kinds.isEmpty)
  }

  @Test func `kinds that no label tells are learned`() throws {
    var fleet = KnownCalls()
    fleet.spread = 0.05
    fleet.hidden = 4
    let learner = try Self.learner(fleet, 1_500)
    let (learned, kinds) = learner.scenario(named: "learned")
    #expect(kinds.count == 2 && (kinds[0].share - 0.5).magnitude < 0.01, "\(kinds)")
    let check = try #require(LearnedCheck(learner, learned))
    #expect(!check.differs, "\(check.rows)")
  }

  @Test func `a scenario that does not play like its launches is told`() throws {
    // Every first attempt fails and every second one is fine, which the odds of a step do not say.
    let plan = try Fleet.plan(
      KnownCalls.flow.replacing(#""timeout": "2s""#, with: #""timeout": "2s", "retry": { "attempts": 2 }"#))
    var scenario = Scenario()
    scenario.steps = ["a", "b"].map {
      .init($0, [.init(outcome: .error(.network)), .init(takes: .fixed(.milliseconds(50)))])
    }
    var learner = Learner(plan)
    for record in try Fleet.records(plan, scenario, runs: 500, seed: 1) { learner.add(record) }
    let check = try #require(LearnedCheck(learner, learner.scenario(named: "learned").0))
    #expect(check.differs, "\(check.rows)")
  }

  @Test func `time bins keep counts and times, whatever comes`() throws {
    let learner = try Self.learner(KnownCalls(), 800)
    var random = SeededRandom(seed: 1)
    let times = KnownCalls().launches(800, &random).map(\.time).sorted()
    let check = try #require(LearnedCheck(learner, learner.scenario(named: "learned").0))
    for (row, share) in zip(check.rows, [0.5, 0.95, 0.99]) {
      let exact = times[Int((share * 800).rounded(.up)) - 1] * 1e6
      #expect((row.recorded / exact - 1).magnitude < 0.005, "\(row)")
    }
  }
}
