import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowSimulator

/// 429, 503 and the wait that a server asks for.
@Suite struct ServerWaitTests {
  private static func flow(
    maxDelay: Duration? = .seconds(5), _ change: (inout Flow.Step) -> Void = { _ in }
  ) -> Flow {
    Rules.flow([
      Rules.http("a", timeout: 1) {
        $0.retry = Flow.Retry(attempts: 3)
        $0.retry?.maxDelay = maxDelay
        $0.fallback = [.value(1)]
        change(&$0)
      }
    ])
  }

  private static func answer(_ status: Int, _ retryAfter: Duration?) -> Scenario.Behaviour {
    var answer = Scenario.Behaviour(outcome: .response(Scenario.Response(status: status)))
    answer.retryAfter = retryAfter
    answer.wait = .zero
    return answer
  }

  @Test(arguments: [(429, "throttled"), (503, "server")])
  func `the next attempt waits as long as the server asks`(status: Int, errorClass: String) throws {
    let lines = try Rules.lines(
      Self.flow(), ["a": [Self.answer(status, .seconds(2)), Self.answer(status, .seconds(5)), .after(0)]])
    #expect(
      lines == [
        "0.0: a starts", "0.0: a attempt 1", "0.0: a attempt 1 failed: \(errorClass)",
        "0.0: a waits 2000 ms to retry-after", "2.0: a attempt 2", "2.0: a attempt 2 failed: \(errorClass)",
        "2.0: a waits 5000 ms to retry-after", "7.0: a attempt 3", "7.0: a attempt 3 succeeded",
        "7.0: a succeeded from live", "7.0: LANDED home by rule 0",
      ])
  }

  @Test(arguments: [
    // Longer than "maxDelay"; without "maxDelay" longer than the retry's own wait.
    (flow(), Duration.milliseconds(5_001)), (flow(maxDelay: nil), .milliseconds(201)),
    // It would not end before the step's deadline.
    (flow { $0.deadline = .seconds(3) }, .seconds(3)), (flow(), .seconds(31_536_000)),
  ])
  func `a wait that is too long uses the fallback at once`(flow: Flow, wait: Duration) throws {
    let lines = try Rules.lines(flow, ["a": [Self.answer(429, wait)]])
    #expect(
      lines.suffix(3) == [
        "0.0: a attempt 1 failed: throttled", "0.0: a recovered from value",
        "0.0: LANDED home by rule 0, degraded",
      ])
  }

  @Test func `a fallback answers after the deadline of the step that may be asked to wait`() throws {
    let flow = Self.flow {
      $0.deadline = .milliseconds(700)
      $0.fallback = [.http(Flow.Request(.url("https://mirror.example.com")), timeout: .milliseconds(500))]
    }
    let begun = [
      "0.0: a starts", "0.0: a attempt 1", "0.7: a attempt 1 cut", "0.7: a attempt 2 by fallback 0",
    ]
    // The second behaviour belongs to no fallback, but then some server asks for a wait.
    #expect(
      try Rules.lines(flow, ["a": [.hang], "a.fallback": [.after(0.5), Self.answer(429, .seconds(9))]])
        == begun + [
          "1.2: a attempt 2 succeeded", "1.2: a recovered from alternate",
          "1.2: LANDED home by rule 0, degraded",
        ])
    #expect(
      try Rules.lines(flow, ["a": [.hang], "a.fallback": [Self.answer(429, .seconds(9))]]) == begun + [
        "0.7: a attempt 2 failed: throttled", "0.7: a timed-out", "0.7: LANDED home by rule 0, degraded",
      ])
  }

  @Test func `a class that is not retried does not wait`() throws {
    let flow = Self.flow { $0.retry?.on = [.network, .server] }
    let lines = try Rules.lines(flow, ["a": [Self.answer(429, .seconds(1))]])
    #expect(lines.contains("0.0: a recovered from value"))
    // A refusal by name comes first.
    let named = Self.flow { $0.failures = [Flow.Failure("busy", Predicate([.status([429])]))] }
    #expect(try Rules.lines(named, ["a": [Self.answer(429, .seconds(1))]]).contains("0.0: a failed as busy"))
  }

  @Test(arguments: [500, 404, 301]) func `other answers have no wait`(status: Int) throws {
    let flow = Self.flow { $0.retry?.on = ErrorClass.allCases }
    let lines = try Rules.lines(flow, ["a": [Self.answer(status, .seconds(3)), .after(0)]])
    #expect(lines.contains("0.0: a waits 200 ms to retry") && lines.contains("0.0: a attempt 2"))
  }

  /// Random calls, whose events the oracle finds from the reference alone.
  @Test func `runs are those of the reference`() throws {
    var counts: [String: Int] = [:]
    for seed in oracleSeeds(1_500) {
      var random = SeededRandom(seed: seed)
      let (flow, scenario, expected) = Self.random(&random)
      let plan = try FlowPlan(flow)
      var driver = SimulationDriver(
        plan, try ScenarioCompiler.compile(plan, scenario), seed: seed, mostEvents: 1_000)
      // Many runs take a shorter way than a recorded one.
      let landing = driver.land(run: 0)
      let lines = try Rules.lines(flow, ["a": scenario.steps[0].attempts])
      #expect(lines == expected, "seed \(seed)")
      #expect(expected.last?.hasPrefix("\(Double(landing.time) / 1e9): ") ?? false, "seed \(seed)")
      let kind = expected.first { $0.hasSuffix("retry-after") } != nil ? "waits" : "other"
      counts[kind, default: 0] += 1
      if lines != expected { break }
    }
    #expect(counts["waits", default: 0] > 100 && counts["other", default: 0] > 100)
  }

  private static func random(_ random: inout SeededRandom) -> (Flow, Scenario, [String]) {
    var oracle = ServerWaitOracle()
    oracle.attempts = random.number(2...4)
    oracle.delay = 100 * random.number(0...8)
    oracle.factor = random.number(1...3)
    oracle.maxDelay = random.chance(80) ? 100 * random.number(0...30) : nil
    oracle.draws = random.chance(50)
    let classes = [ErrorClass.network, .timeout, .server, .throttled].filter { _ in random.chance(90) }
    oracle.retried = Set(classes.map(\.rawValue))
    oracle.timeout = 100 * random.number(1...10)
    oracle.deadline = random.chance(60) ? 100 * random.number(1...40) : nil
    oracle.hasConstant = random.chance(60)
    let world = (0..<random.number(1...4)).map { _ in
      let wait = random.chance(85) ? 100 * random.number(0...20) + random.number(-1...1) : nil
      let asked = wait.map { max(0, $0) }
      let answer: ServerWaitOracle.Answer = random.pick([
        .value, .throttled(asked), .throttled(asked), .unavailable(asked), .unavailable(asked), .network,
        .none,
      ])
      return ServerWaitOracle.Attempt(
        takes: 100 * random.number(0...6), answer: answer, drawn: random.number(0...900))
    }
    let flow = flow(maxDelay: oracle.maxDelay.map { .milliseconds($0) }) {
      $0.retry?.attempts = oracle.attempts
      $0.retry?.delay = .milliseconds(oracle.delay)
      $0.retry?.factor = Double(oracle.factor)
      $0.retry?.jitter = oracle.draws ? .full : .none
      $0.retry?.on = classes
      $0.timeout = .milliseconds(oracle.timeout)
      $0.deadline = oracle.deadline.map { .milliseconds($0) }
      if !oracle.hasConstant { $0.fallback = [] }
    }
    var played = flow
    played.deadline = .seconds(3_600)
    var scenario = Scenario()
    scenario.steps = [Scenario.StepBehaviours("a", world.map { behaviour($0, isNamed: random.chance(50)) })]
    return (played, scenario, oracle.lines(world))
  }

  private static func behaviour(
    _ attempt: ServerWaitOracle.Attempt, isNamed: Bool
  ) -> Scenario.Behaviour {
    var behaviour = Scenario.Behaviour(takes: .fixed(.milliseconds(attempt.takes)))
    behaviour.wait = .milliseconds(attempt.drawn)
    var asked: Int?
    switch attempt.answer {
    case .value: break
    case .throttled(let wait):
      asked = wait
      behaviour.outcome = isNamed ? .error(.throttled) : .response(Scenario.Response(status: 429))
    case .unavailable(let wait):
      asked = wait
      behaviour.outcome = isNamed ? .error(.server) : .response(Scenario.Response(status: 503))
    case .network: behaviour.outcome = .error(.network)
    case .none: behaviour = .hang
    }
    behaviour.retryAfter = asked.map { .milliseconds($0) }
    if case .none = attempt.answer { behaviour.wait = .milliseconds(attempt.drawn) }
    return behaviour
  }
}
