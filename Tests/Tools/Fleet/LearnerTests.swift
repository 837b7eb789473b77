import LaunchFlowFleet
import LaunchFlowRecords
import LaunchFlowSimulator
import LaunchFlowTestFlows
import Testing

/// What a fleet of known behaviour teaches is that behaviour.
@Suite struct LearnerTests {
  /// Three calls in a row and one beside them, which the landing cuts whenever it comes.
  static let flow = #"""
    { "flow": "calls", "deadline": "20s", "pages": ["home", "login"],
      "services": { "s": { "baseURL": "https://s.example.com" } },
      "steps": {
        "first": { "http": { "service": "s", "path": "/first" }, "timeout": "1s",
          "fallback": [{ "value": 1 }] },
        "second": { "needs": ["first"], "http": { "service": "s", "path": "/second" }, "timeout": "4s",
          "failures": { "expired": { "status": 401 } } },
        "third": { "needs": ["second"], "http": { "service": "s", "path": "/third" }, "timeout": "6s" },
        "beside": { "http": { "service": "s", "path": "/beside" }, "timeout": "10s" } },
      "landings": [{ "page": "login", "when": { "second": "unavailable" } },
        { "page": "home", "after": ["third"] }, { "page": "login" }] }
    """#

  static let world = #"""
    { "scenariosFor": "calls.json", "scenarios": { "truth": { "steps": {
        "first": { "takes": { "median": "400ms", "p99": "1200ms" }, "odds": { "ok": 0.97, "server": 0.03 } },
        "second": { "takes": { "median": "600ms", "p99": "2s" }, "odds": { "ok": 0.96, "expired": 0.03, "hang": 0.01 } },
        "third": { "takes": { "quantiles": { "p0": "300ms", "p100": "2s" } } },
        "beside": { "takes": { "median": "1500ms", "p99": "5s" } } } } } }
    """#

  static func truth() throws -> (FlowPlan, Scenario) {
    let plan = try Fleet.plan(flow)
    return (plan, try Fleet.scenarios(world, for: plan).scenarios[0])
  }

  /// How far what few launches teach may be from the truth.
  static let tolerance = depth > 3 ? 0.02 : 0.04

  /// How far the learned landing times are from the true ones at p50, p95 and p99, with the same random numbers.
  static func errors(_ plan: FlowPlan, _ truth: Scenario, _ learned: Scenario) throws -> [Double] {
    let real = try Simulation(plan, truth).distribution(runs: 1_000 * depth, seed: 99)
    let found = try Simulation(plan, learned).distribution(runs: 1_000 * depth, seed: 99)
    return [0.5, 0.95, 0.99].map {
      (Double(found.time(at: $0)) / Double(real.time(at: $0)) - 1).magnitude
    }
  }

  static func learned(_ plan: FlowPlan, _ records: [LaunchRecord]) -> Scenario {
    var learner = Learner(plan)
    for record in records { learner.add(record) }
    return learner.scenario(named: "learned").0
  }

  @Test func `landing times and shares are recovered, and without the cut calls they are not`() throws {
    let (plan, truth) = try Self.truth()
    let records = try Fleet.records(plan, truth, runs: 1_500 * depth, seed: 5)
    let learned = Self.learned(plan, records)
    let errors = try Self.errors(plan, truth, learned)
    var dropping = Array(records.prefix(1_200 * depth))
    for index in dropping.indices {
      for step in dropping[index].steps.indices {
        dropping[index].steps[step].attempts.removeAll(where: \.end.isCensored)
      }
    }
    let naive = Self.learned(plan, dropping)
    let wrong = try Self.errors(plan, truth, naive)
    print("landings learned: off by \(errors); with the cut calls dropped: \(wrong)")
    #expect(errors.allSatisfy { $0 < Self.tolerance }, "\(errors)")
    let beside = try (
      Self.median("beside", truth), Self.median("beside", learned), Self.median("beside", naive)
    )
    print(
      "median of the call that the landing cuts: true \(beside.0), learned \(beside.1), dropped \(beside.2)")
    #expect((beside.1 / beside.0 - 1).magnitude < Self.tolerance)
    #expect(
      wrong[2] > 0.02 && beside.2 / beside.0 < 0.9,
      "the median of a call that the landing cuts is far too low")
    let real = try Simulation(plan, truth).distribution(runs: 1_000 * depth, seed: 99).shares
    let found = try Simulation(plan, learned).distribution(runs: 1_000 * depth, seed: 99).shares
    for (left, right) in zip(real, found) {
      #expect(
        left.page == right.page && (left.share - right.share).magnitude < (depth > 3 ? 0.005 : 0.015))
    }
  }

  static func median(_ step: String, _ scenario: Scenario) throws -> Double {
    let takes = try #require(scenario.steps.first { $0.step == step }?.attempts[0].takes)
    switch takes {
    case .logNormal(let median, _): return Double(median.nanoseconds)
    case .quantiles(let quantiles):
      return Double(try #require(quantiles.first { $0.share == 0.5 }).time.nanoseconds)
    case .fixed: return 0
    }
  }

  @Test func `calls that are slow together are learned together`() throws {
    var (plan, truth) = try Self.truth()
    truth.latencyFactor = 3
    var learner = Learner(plan)
    for record in try Fleet.records(plan, truth, runs: 1_500 * depth, seed: 6) { learner.add(record) }
    let (learned, kinds) = learner.scenario(named: "learned")
    let errors = try Self.errors(plan, truth, learned)
    print("factor 3 learned as \(kinds.map(\.share)); landing off by \(errors)")
    // However many launches there are, a few kinds approximate a factor within what a check allows.
    #expect(kinds.count > 1 && errors.prefix(2).allSatisfy { $0 < LearnedCheck.timeBound }, "\(errors)")
    let check = try #require(LearnedCheck(learner, learned))
    #expect(!check.differs, "\(check.rows)")
    var alike = learned
    alike.classes = []
    let wrong = try Self.errors(plan, truth, alike)
    #expect(wrong[1] > 0.08, "as if each call were slow by itself: \(wrong)")
    let (_, plain) = try Self.truth()
    let apart = Self.learned(plan, try Fleet.records(plan, plain, runs: 1_000, seed: 6))
    #expect(apart.classes.isEmpty, "calls that have nothing in common")
  }

  @Test func `calls that are lost together are learned together, and each keeps its odds`() throws {
    let text = """
      { "flow": "beside", "deadline": "5s", "pages": ["home"], "steps": {
          "a": { "http": { "url": "https://a.example.com/" }, "timeout": "1s" },
          "b": { "http": { "url": "https://b.example.com/" }, "timeout": "1s" },
          "c": { "http": { "url": "https://c.example.com/" }, "timeout": "1s" } },
        "landings": [{ "page": "home", "after": ["a", "b", "c"] }, { "page": "home" }] }
      """
    let plan = try Fleet.plan(text)
    var truth = Scenario()
    truth.steps = [.init("*", [.init(outcome: .odds([.init("ok", 0.9), .init("network", 0.1)]))])]
    truth.lossFactor = 5
    let learned = Self.learned(plan, try Fleet.records(plan, truth, runs: 3_000 * depth, seed: 8))
    // In how many launches any call is lost: 0.27 if each is lost by itself.
    func degraded(_ scenario: Scenario) throws -> Double {
      let runs = try Simulation(plan, scenario).distribution(runs: 4_000, seed: 99)
      return Double(runs.tally.all.degraded) / 4_000
    }
    let (real, found) = (try degraded(truth), try degraded(learned))
    print("loss 5: \(real) degraded, learned \(found) by \(learned.classes.map(\.share))")
    #expect((found - real).magnitude < 0.02 && real < 0.25)
    for step in learned.steps {
      guard case .odds(let odds) = step.attempts[0].outcome else { continue }
      let lost = try #require(odds.first { $0.outcome == "network" }).probability
      #expect((lost - 0.1).magnitude < 0.015, "\(step.step): \(lost)")
    }
    truth.lossFactor = nil
    #expect(Self.learned(plan, try Fleet.records(plan, truth, runs: 1_000, seed: 8)).classes.isEmpty)
  }

  @Test func `the codes of answers are learned where they tell the end`() throws {
    let text = #"""
      { "flow": "codes", "deadline": "5s", "pages": ["home", "login"],
        "services": { "s": { "baseURL": "https://s.example.com",
          "envelope": { "success": { "at": "/code", "equals": 0 }, "data": "/data" },
          "failures": { "expired": { "at": "/code", "equals": 7 } } } },
        "steps": { "ask": { "http": { "service": "s", "path": "/ask" }, "timeout": "1s" } },
        "landings": [{ "page": "home", "when": { "ask": "available" } }, { "page": "login" }] }
      """#
    let plan = try Fleet.plan(text)
    var truth = Scenario()
    let odds = [("ok", 0.6), ("status 503", 0.2), ("code 7", 0.15), ("status 500 code 9", 0.05)]
    truth.steps = [.init("ask", [.init(outcome: .odds(odds.map { .init($0.0, $0.1) }))])]
    let records = try Fleet.records(plan, truth, runs: 1_000, seed: 3)
    #expect(records.contains { $0.steps[0].attempts.first?.end == .refused(failure: "expired") })
    let learned = Self.learned(plan, records)
    guard case .odds(let found)? = learned.steps.first?.attempts.first?.outcome else {
      Issue.record("\(learned.steps)")
      return
    }
    #expect(Set(found.map(\.outcome)) == Set(odds.map(\.0)), "\(found)")
    for (word, share) in odds {
      #expect((try #require(found.first { $0.outcome == word }).probability - share).magnitude < 0.04)
    }
    // It is a file, and it is played with the same ends.
    var file = ScenarioFile(of: "codes.json")
    file.scenarios = [learned]
    #expect(try Fleet.scenarios(file.json.text(), for: plan) == file)
  }

  @Test func `words of hostile records take bounded memory`() {
    var counts: [Int: Int] = [:]
    for number in 0..<10_000 { counts.tally(number % 5_000) }
    #expect(counts.count == 2_000 && counts.values.allSatisfy { $0 == 2 })
  }

  @Test func `a learned scenario is a scenario file that reads back the same`() throws {
    let (plan, truth) = try Self.truth()
    var file = ScenarioFile(of: "calls.json")
    file.scenarios = [Self.learned(plan, try Fleet.records(plan, truth, runs: 500, seed: 1))]
    let read = try Fleet.scenarios(file.json.text(.pretty), for: plan)
    #expect(read == file)
  }

  @Test func `fallbacks, results and starts are learned`() throws {
    let (plan, file) = try Fleet.rider()
    let scenario = try #require(file.scenarios.first { $0.name == "odd-day" }).over(file.defaults)
    var learner = Learner(plan)
    for record in try Fleet.records(plan, scenario, runs: 400, seed: 3) { learner.add(record) }
    let learned = learner.scenario(named: "learned", base: file.defaults).0
    #expect(learned.inputs.first == Flow.NamedValue("signed-in", true))
    #expect(learned.caches.first { $0.cache == "login" }?.value == ["token": "t"])
    #expect(learned.caches.first { $0.cache == "rider-info" }?.value == nil)
    #expect(learner.launches == 400)
    // It can be played.
    _ = try Simulation(plan, learned).run()
  }

  @Test func `the estimate is Kaplan's and Meier's own example`() {
    // Their section 2: deaths at 0.8, 3.1, 5.4 and 9.2 months, losses at 1.0, 2.7, 7.0 and 12.1.
    let months: [(Double, Bool)] = [
      (0.8, true), (1.0, false), (2.7, false), (3.1, true), (5.4, true), (7.0, false), (9.2, true),
      (12.1, false),
    ]
    let survival = Survival(
      months.map { Survival.Observation(Int64($0.0 * 10), outcome: $0.1 ? 0 : nil) }, outcomes: 1)
    let answers = survival.answers.curve(atMost: 9)
    #expect(answers.map(\.time) == [8, 31, 54, 92])
    let left = answers.map { ((1 - $0.share * survival.answering) * 1e6).rounded() / 1e6 }
    #expect(left == [0.875, 0.7, 0.525, 0.2625])
    #expect((survival.outcomes[0] - survival.answering).magnitude < 1e-12)
  }
}
