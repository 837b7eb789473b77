import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowSimulator

/// Fallbacks that begin while the step's own work goes on: the first good answer counts.
@Suite struct HedgeTests {
  private static let mirror = Flow.Fallback.http(
    Flow.Request(.url("https://mirror.example.com")), timeout: .seconds(5))

  /// The call at 0, its mirror at 1 s, and a constant at 3 s.
  private static func flow(
    _ method: String = "GET", _ change: (inout Flow.Step) -> Void = { _ in }
  ) -> Flow {
    Rules.flow([
      Rules.http("a") {
        var request = Flow.Request(.url("https://example.com/a"))
        request.method = method
        $0.work = .http(request)
        $0.useFallbackAfter = .seconds(1)
        $0.fallback = [mirror, .value(1)]
        $0.setTimes([nil, .seconds(3)])
        $0.failures = [Flow.Failure("no", Predicate([.status([410])]))]
        change(&$0)
      }
    ])
  }

  private static func lines(
    _ flow: Flow, _ own: [Scenario.Behaviour], _ mirror: Scenario.Behaviour,
    _ change: (inout Scenario) -> Void = { _ in }
  ) throws -> [String] {
    let lines = try Rules.lines(flow, ["a": own, "a.fallback": [mirror]], change)
    return lines.filter { !$0.hasSuffix("a starts") && $0 != "0.0: a attempt 1" }
  }

  @Test func `the first good answer settles the step and cancels the other attempt`() throws {
    #expect(
      try Self.lines(Self.flow(), [.after(2.5)], .after(1)) == [
        "1.0: a attempt 2 by fallback 0", "2.0: a attempt 2 succeeded", "2.0: a attempt 1 cancelled",
        "2.0: a recovered from alternate", "2.0: LANDED home by rule 0, degraded",
      ])
    #expect(
      try Self.lines(Self.flow(), [.after(1.5)], .after(1)) == [
        "1.0: a attempt 2 by fallback 0", "1.5: a attempt 1 succeeded", "1.5: a attempt 2 cancelled",
        "1.5: a succeeded from live", "1.5: LANDED home by rule 0",
      ])
  }

  @Test func `the own answer counts where both come at one instant`() throws {
    #expect(
      try Self.lines(Self.flow(), [.after(2)], .after(1)) == [
        "1.0: a attempt 2 by fallback 0", "2.0: a attempt 1 succeeded", "2.0: a attempt 2 cancelled",
        "2.0: a succeeded from live", "2.0: LANDED home by rule 0",
      ])
    // An answer at the fallback's own time comes before it.
    #expect(
      try Self.lines(Self.flow(), [.after(1)], .after(1)) == [
        "1.0: a attempt 1 succeeded", "1.0: a succeeded from live", "1.0: LANDED home by rule 0",
      ])
  }

  @Test func `a constant at its time cancels the mirror`() throws {
    #expect(
      try Self.lines(Self.flow(), [.hang], .hang) == [
        "1.0: a attempt 2 by fallback 0", "3.0: a attempt 2 cancelled", "3.0: a recovered from value",
        "3.0: a attempt 1 is late work", "3.0: LANDED home by rule 0, degraded",
        "3.0: a attempt 1 cancelled",
      ])
  }

  @Test func `a refusal of either ends both`() throws {
    #expect(
      try Self.lines(Self.flow(), [.hang], .after(0.5, .named("no"))) == [
        "1.0: a attempt 2 by fallback 0", "1.5: a attempt 2 refused as no", "1.5: a attempt 1 cancelled",
        "1.5: a failed as no", "1.5: LANDED home by rule 0, degraded",
      ])
    #expect(
      try Self.lines(Self.flow(), [.after(2, .named("no"))], .hang) == [
        "1.0: a attempt 2 by fallback 0", "2.0: a attempt 1 refused as no", "2.0: a attempt 2 cancelled",
        "2.0: a failed as no", "2.0: LANDED home by rule 0, degraded",
      ])
  }

  @Test func `a failure of one leaves the other`() throws {
    #expect(
      try Self.lines(Self.flow(), [.after(1.5, .error(.client))], .after(1.5)) == [
        "1.0: a attempt 2 by fallback 0", "1.5: a attempt 1 failed: client", "2.5: a attempt 2 succeeded",
        "2.5: a recovered from alternate", "2.5: LANDED home by rule 0, degraded",
      ])
    #expect(
      try Self.lines(Self.flow(), [.after(2)], .after(0.5, .error(.network))) == [
        "1.0: a attempt 2 by fallback 0", "1.5: a attempt 2 failed: network", "2.0: a attempt 1 succeeded",
        "2.0: a succeeded from live", "2.0: LANDED home by rule 0",
      ])
  }

  @Test func `a fallback that begins early takes those behind it along`() throws {
    #expect(
      try Self.lines(Self.flow(), [.after(0.25, .error(.client))], .hang) == [
        "0.25: a attempt 1 failed: client", "0.25: a attempt 2 by fallback 0", "2.25: a attempt 2 cancelled",
        "2.25: a recovered from value", "2.25: LANDED home by rule 0, degraded",
      ])
  }

  @Test func `a wait for a retry does not stop the mirror`() throws {
    let flow = Self.flow {
      $0.retry = Flow.Retry(attempts: 2)
      $0.retry?.delay = .seconds(4)
      $0.retry?.jitter = Flow.Retry.Jitter.none
    }
    #expect(
      try Self.lines(flow, [.after(0.5, .error(.network)), .after(0)], .after(1)) == [
        "0.5: a attempt 1 failed: network", "0.5: a waits 4000 ms to retry", "1.0: a attempt 2 by fallback 0",
        "2.0: a attempt 2 succeeded", "2.0: a recovered from alternate",
        "2.0: LANDED home by rule 0, degraded",
      ])
  }

  @Test(arguments: ["POST", "PATCH"]) func `only a step that says so repeats a POST`(method: String) throws {
    let silent = Self.flow(method) { $0.setTimes([]) }
    #expect(
      try Self.lines(silent, [.hang], .after(0)) == [
        "1.0: a recovered from value", "1.0: a attempt 1 is late work",
        "1.0: LANDED home by rule 0, degraded", "1.0: a attempt 1 cancelled",
      ])
    let hedged = Self.flow(method) { $0.hedge = true }
    #expect(try Self.lines(hedged, [.hang], .after(0)).contains("1.0: a recovered from alternate"))
    let plain = Self.flow {
      $0.hedge = false
      $0.setTimes([])
    }
    #expect(try Self.lines(plain, [.hang], .after(0)).contains("1.0: a recovered from value"))
  }

  @Test func `the flow's deadline ends both`() throws {
    var flow = Self.flow {
      $0.fallback = [Self.mirror]; $0.setTimes([])
    }
    flow.deadline = .seconds(2)
    #expect(
      try Self.lines(flow, [.hang], .after(1.5)) == [
        "1.0: a attempt 2 by fallback 0", "2.0: a attempt 2 cut", "2.0: a attempt 1 cut", "2.0: a timed-out",
        "2.0: LANDED home by rule 0, degraded",
      ])
    flow.steps[0].afterLanding = .continue
    #expect(
      try Self.lines(flow, [.after(5)], .hang).suffix(5) == [
        "2.0: a attempt 2 cut", "2.0: a timed-out", "2.0: a attempt 1 is late work",
        "2.0: LANDED home by rule 0, degraded", "5.0: a attempt 1 succeeded",
      ])
  }

  @Test func `a cancelled run cancels both`() throws {
    #expect(
      try Self.lines(Self.flow(), [.hang], .hang) { $0.cancel = .seconds(2) } == [
        "1.0: a attempt 2 by fallback 0", "2.0: run cancelled", "2.0: a attempt 2 cancelled",
        "2.0: a attempt 1 cancelled", "2.0: a cancelled", "2.0: LANDED home by rule 0, cancelled",
      ])
  }

  @Test func `a handler that ignores its cancellation is not heard`() throws {
    var stubborn = Scenario.Behaviour.after(4)
    stubborn.ignoresCancellation = true
    #expect(
      try Self.lines(Self.flow(), [stubborn], .after(1)) == [
        "1.0: a attempt 2 by fallback 0", "2.0: a attempt 2 succeeded", "2.0: a attempt 1 cancelled",
        "2.0: a recovered from alternate", "2.0: LANDED home by rule 0, degraded",
        "2.0: a attempt 1 abandoned", "4.0: a attempt 1 ends, ignored",
      ])
  }

  @Test func `going offline ends both requests`() throws {
    let lines = try Self.lines(Self.flow { $0.setTimes([]) }, [.hang], .hang) {
      $0.offline = [Scenario.OfflinePeriod(from: .seconds(2), to: nil, domain: nil)]
    }
    #expect(
      lines == [
        "1.0: a attempt 2 by fallback 0", "2.0: offline app", "2.0: a attempt 1 failed: offline",
        "2.0: a attempt 2 failed: offline", "2.0: a recovered from value",
        "2.0: LANDED home by rule 0, degraded",
      ])
  }

  @Test func `of two mirrors the newer one goes on`() throws {
    let flow = Self.flow {
      $0.fallback = [Self.mirror, Self.mirror]
      $0.setTimes([nil, .seconds(3)])
    }
    let lines = try Rules.lines(flow, ["a": [.hang], "a.fallback": [.after(3), .after(1)]])
    #expect(
      lines.suffix(7) == [
        "1.0: a attempt 2 by fallback 0", "3.0: a attempt 2 cancelled", "3.0: a attempt 3 by fallback 1",
        "4.0: a attempt 3 succeeded", "4.0: a attempt 1 cancelled", "4.0: a recovered from alternate",
        "4.0: LANDED home by rule 0, degraded",
      ])
  }

  @Test func `runs that hedge are counted`() throws {
    var scenario = Scenario()
    scenario.steps = [
      Scenario.StepBehaviours(
        "a",
        [Scenario.Behaviour(takes: .logNormal(median: .seconds(1), p99: .seconds(5)))])
    ]
    let distribution = try Simulation(FlowPlan(Self.flow()), scenario).distribution(runs: 4_000)
    let hedged = try #require(distribution.tally.hedged)
    // Each run in which the call takes more than 1 s, which the mirror then answers at once.
    #expect(hedged == distribution.tally.all.degraded)
    #expect((1_900...2_100).contains(hedged))
    #expect(distribution.landings.allSatisfy { $0.isHedged == $0.isDegraded })
    func failures(_ most: Double) -> [ExpectationCheck.Failure] {
      var bound = Flow.Hedges(named: "")
      bound.atMost = most
      return ExpectationCheck.failures(of: bound, in: distribution)
    }
    let share = Double(hedged) / 4_000
    #expect(failures(share) == [])
    let failure = try #require(failures(share - 0.001).first)
    #expect("\(failure.path) \(failure.actual)" == "/hedges \(share)")
    let run = try #require(failure.run)
    #expect(distribution.landings.first { $0.run == run }?.isHedged == true)
  }

  /// Random calls, whose events the oracle finds from the reference alone.
  @Test func `runs are those of the reference`() throws {
    var raced = 0
    for seed in oracleSeeds(2_000) {
      var random = SeededRandom(seed: seed)
      let (made, scenario, reference) = Self.random(&random)
      var (flow, oracle) = (made, reference)
      let expected = oracle.play()
      if oracle.raced { raced += 1 }
      flow.deadline = .seconds(3_600)
      let plan = try FlowPlan(flow)
      var driver = SimulationDriver(
        plan, try ScenarioCompiler.compile(plan, scenario), seed: seed, mostEvents: 1_000)
      // Many runs take a shorter way than a recorded one.
      let landing = driver.land(run: 0)
      let lines = try Rules.lines(flow, [:]) { $0.steps = scenario.steps }
      #expect(lines == expected, "seed \(seed)")
      #expect(lines.contains { $0.hasPrefix("\(Double(landing.time) / 1e9): LANDED") }, "seed \(seed)")
      if lines != expected { break }
    }
    #expect(raced > 300)
  }

  private static func random(_ random: inout SeededRandom) -> (Flow, Scenario, HedgeOracle) {
    var oracle = HedgeOracle()
    oracle.attempts = random.number(1...3)
    oracle.delay = 100 * random.number(0...6)
    oracle.timeout = 100 * random.number(1...15)
    oracle.deadline = random.chance(30) ? 100 * random.number(1...20) : nil
    oracle.firstTime = 100 * random.number(0...12)
    oracle.hedges = random.chance(90)
    func attempt(_ random: inout SeededRandom) -> HedgeOracle.Attempt {
      HedgeOracle.Attempt(
        takes: 100 * random.number(0...12),
        answer: random.pick([
          .value, .value, .network, .network, .client, .refusal, .softRefusal, .none, .none,
        ]))
    }
    oracle.world = (0..<random.number(1...6)).map { _ in attempt(&random) }
    var last: Int? = oracle.firstTime
    oracle.fallbacks = (0..<random.number(0...4)).map { place in
      let source: HedgeOracle.Source =
        random.chance(70)
        ? .remote(attempt(&random), timeout: 100 * random.number(1...12))
        : random.chance(50) ? .emptyCache : .constant
      let after =
        place > 0 && oracle.hedges && random.chance(60) ? last.map { $0 + 100 * random.number(1...8) } : nil
      if place > 0 { last = after }
      return HedgeOracle.Fallback(source: source, after: after)
    }
    if !oracle.fallbacks.contains(where: { if case .remote = $0.source { true } else { false } }),
      oracle.fallbacks.allSatisfy({ $0.after == nil })
    {
      oracle.hedges = false
    }
    let flow = flow {
      $0.useFallbackAfter = .milliseconds(oracle.firstTime)
      $0.timeout = .milliseconds(oracle.timeout)
      $0.deadline = oracle.deadline.map { .milliseconds($0) }
      $0.retry = Flow.Retry(attempts: oracle.attempts)
      $0.retry?.delay = .milliseconds(oracle.delay)
      $0.retry?.factor = 1
      $0.retry?.jitter = Flow.Retry.Jitter.none
      if !oracle.hedges { $0.hedge = false }
      $0.failures.append(Flow.Failure("soft", Predicate([.status([411])]), allowFallback: true))
      $0.fallback = oracle.fallbacks.map { fallback in
        switch fallback.source {
        case .emptyCache: .cache("c")
        case .constant: .value(1)
        case .remote(_, let timeout):
          .http(Flow.Request(.url("https://mirror.example.com")), timeout: .milliseconds(timeout))
        }
      }
      $0.setTimes(oracle.fallbacks.map { $0.after.map { .milliseconds($0) } })
    }
    var scenario = Scenario()
    scenario.steps = [Scenario.StepBehaviours("a", oracle.world.map(behaviour))]
    let remote = oracle.fallbacks.compactMap { fallback -> Scenario.Behaviour? in
      if case .remote(let attempt, _) = fallback.source { behaviour(attempt) } else { nil }
    }
    if !remote.isEmpty { scenario.steps.append(Scenario.StepBehaviours("a.fallback", remote)) }
    return (flow, scenario, oracle)
  }

  private static func behaviour(_ attempt: HedgeOracle.Attempt) -> Scenario.Behaviour {
    let outcome: Scenario.Outcome =
      switch attempt.answer {
      case .value: .opaque
      case .network: .error(.network)
      case .client: .error(.client)
      case .refusal: .named("no")
      case .softRefusal: .named("soft")
      case .none: .hang
      }
    return Scenario.Behaviour(takes: .fixed(.milliseconds(attempt.takes)), outcome: outcome)
  }
}

extension Flow.Step {
  /// Sets the `after` of each fallback.
  fileprivate mutating func setTimes(_ times: [Duration?]) {
    for place in fallback.indices { fallback[place].after = place < times.count ? times[place] : nil }
  }
}
