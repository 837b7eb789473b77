import LaunchFlowMachine
import Testing
@testable import LaunchFlowSimulator

@Suite struct ExpectationCheckTests {
  typealias Expectation = Scenario.Expectation

  /// A run of two steps that lands on `home` after 2 s: one is recovered from a cache, one refused.
  static let trace = Trace(
    flow: "small", deadline: 10_000_000_000, serialWorstCase: 6_000_000_000,
    steps: [Trace.Step(name: "ask", kind: .http), Trace.Step(name: "login", kind: .http)],
    events: [
      Trace.Event(at: 0, .started),
      Trace.Event(at: 0, .stepStarted(step: 0)),
      Trace.Event(at: 0, .attemptStarted(step: 0, attempt: 1, origin: .own)),
      Trace.Event(at: 0, .stepStarted(step: 1)),
      Trace.Event(at: 0, .attemptStarted(step: 1, attempt: 1, origin: .own)),
      Trace.Event(at: 1_000_000_000, .attemptEnded(step: 1, attempt: 1, .refused(failure: "token-invalid"))),
      Trace.Event(at: 1_000_000_000, .settled(step: 1, Trace.Settlement(.failed, name: "token-invalid"))),
      Trace.Event(at: 2_000_000_000, .attemptEnded(step: 0, attempt: 1, .failed(.network))),
      Trace.Event(at: 2_000_000_000, .settled(step: 0, Trace.Settlement(.recovered, source: .cache))),
      Trace.Event(
        at: 2_000_000_000,
        .landed(
          Trace.Landing(
            page: "home", rule: 1, notice: Flow.Notice("${login.message}"), isDegraded: true,
            isCancelled: false))),
      Trace.Event(at: 2_000_000_000, .finished),
    ])

  static func failures(_ build: (inout Expectation) -> Void) -> [ExpectationCheck.Failure] {
    var expectation = Expectation()
    build(&expectation)
    return ExpectationCheck(expectation).failures(in: trace)
  }

  @Test func `an expectation that holds in every part has no failures`() {
    let found = Self.failures {
      $0.landing = .anyOf(["login", "home"])
      $0.within = .seconds(2)
      $0.degraded = true
      $0.cancelled = false
      $0.notice = "${login.message}"
      $0.steps = [
        Expectation.Step("ask", outcome: ["available"], source: .cache, attempts: 1),
        Expectation.Step("login", outcome: ["failed", "succeeded"]),
        Expectation.Step("login", outcome: ["token-invalid"]),
        Expectation.Step("login", outcome: ["unavailable"]),
        Expectation.Step("login", outcome: ["settled"]),
      ]
      $0.order = ["login", "ask"]
      $0.figures = [.init(.p95, Expectation.Bound(.equal, .seconds(2)))]
    }
    #expect(found == [])
  }

  @Test func `each part that does not hold is told with what came instead`() {
    let found = Self.failures {
      $0.landing = .anyOf(["login", "update"])
      $0.within = .milliseconds(1999)
      $0.degraded = false
      $0.cancelled = true
      $0.notice = ""
      $0.steps = [
        Expectation.Step("ask", outcome: ["succeeded", "failed"], source: .live, attempts: 2),
        Expectation.Step("login", outcome: ["available"], source: .value),
      ]
      $0.order = ["ask", "login"]
      $0.figures = [.init(.mean, Expectation.Bound(.below, .seconds(2)))]
    }
    let lines = found.map { "\($0.path): \($0.expected), not \($0.actual)" }
    #expect(
      lines == [
        "/landing: login or update, not home", "/within: 1s999ms, not 2s", "/degraded: false, not true",
        "/cancelled: true, not false", "/notice: no notice, not \"${login.message}\"", "/mean: <2s, not 2s",
        "/steps/ask: succeeded or failed, not recovered", "/steps/ask/source: live, not cache",
        "/steps/ask/attempts: 2, not 1", "/steps/login: available, not failed (token-invalid)",
        "/steps/login/source: value, not none", "/order: ask, login, not login, ask",
      ])
  }

  @Test func `shares of a single run are all or nothing`() {
    let found = Self.failures {
      $0.landing = .shares([
        Expectation.Share("home", Expectation.Bound(.atLeast, 0.99)),
        Expectation.Share("login", Expectation.Bound(.above, 0)),
      ])
    }
    #expect(found == [ExpectationCheck.Failure(["landing", "login"], expected: ">0.0", actual: "0.0")])
  }

  /// Runs 0 to 4 land on home at 1 s, login at 4 s, home at 3 s, login at 2 s and update at 5 s.
  static func distribution() throws -> Distribution {
    let flow = try #require(
      Flow.read(
        SourceText(
          name: "small.json",
          text: #"""
            { "flow": "small", "deadline": "10s", "pages": ["home", "login", "update", "never"],
              "inputs": { "never": { "type": "boolean", "default": false } },
              "steps": { "ask": { "http": { "url": "https://example.com/ask" }, "timeout": "9s",
                "failures": { "login": { "status": 401 }, "update": { "status": 426 } } } },
              "landings": [
                { "page": "never", "when": { "never": true } }, { "page": "login", "when": { "ask": "login" } },
                { "page": "update", "when": { "ask": "update" } }, { "page": "home", "after": ["ask"] }] }
            """#)
      ).document)
    var scenario = Scenario()
    let classes: [(Int, Scenario.Outcome)] = [
      (1, .opaque), (4, .named("login")), (3, .opaque), (2, .named("login")), (5, .named("update")),
    ]
    scenario.classes = classes.enumerated().map { number, run in
      var part = Scenario.RunClass("\(number)", share: 0.2)
      part.steps = [.init("ask", [.init(takes: .fixed(.seconds(run.0)), outcome: run.1)])]
      return part
    }
    // With this seed each class has one run, in their order.
    return try Simulation(FlowPlan(flow), scenario).distribution(runs: 5, seed: 4_630)
  }

  static func ofMany(_ build: (inout Expectation) -> Void) throws -> [String] {
    var expectation = Expectation()
    build(&expectation)
    return try ExpectationCheck(expectation).failures(in: distribution()).map { failure in
      "\(failure.path): \(failure.expected), not \(failure.actual); \(failure.run.map { "run \($0)" } ?? "no run")"
    }
  }

  @Test func `of many runs the share is told, and the first run that goes against it`() throws {
    #expect(
      try Self.ofMany { $0.landing = .anyOf(["home", "update"]) } == [
        "/landing: home or update, not login with a share of 0.4; run 1"
      ])
    let shares: [(String, Expectation.Comparison, Double, String)] = [
      ("home", .atLeast, 0.5, ">=0.5, not 0.4; run 1"), ("home", .atMost, 0.3, "<=0.3, not 0.4; run 0"),
      ("login", .above, 0.4, ">0.4, not 0.4; run 0"), ("login", .below, 0.4, "<0.4, not 0.4; run 1"),
      ("update", .equal, 0, "==0.0, not 0.2; run 4"), ("update", .equal, 1, "==1.0, not 0.2; run 0"),
      ("never", .atLeast, 0.1, ">=0.1, not 0.0; run 0"),
    ]
    for (page, comparison, share, told) in shares {
      let found = try Self.ofMany {
        $0.landing = .shares([Expectation.Share(page, Expectation.Bound(comparison, share))])
      }
      #expect(found == ["/landing/\(page): " + told])
    }
  }

  @Test func `of many runs the first that is too late, or too early, is told`() throws {
    #expect(
      try Self.ofMany { $0.within = .seconds(3) } == [
        "/within: 3s, not 5s at the latest; a share of 0.6 is within it; run 1"
      ])
    let figures: [(Expectation.Figure, Expectation.Comparison, Int, String)] = [
      (.p50, .atMost, 2, "/p50: <=2s, not 3s; run 1"), (.mean, .below, 3, "/mean: <3s, not 3s; run 1"),
      (.mean, .above, 3, "/mean: >3s, not 3s; run 0"), (.max, .atLeast, 6, "/max: >=6s, not 5s; run 0"),
      (.p90, .equal, 4, "/p90: ==4s, not 5s; run 4"), (.p50, .equal, 4, "/p50: ==4s, not 3s; run 0"),
    ]
    for (figure, comparison, seconds, told) in figures {
      let bound = Expectation.Bound(comparison, Duration.seconds(seconds))
      #expect(try Self.ofMany { $0.figures = [.init(figure, bound)] } == [told])
    }
    #expect(
      try Self.ofMany { $0.order = ["ask", "login"] } == [
        "/order: ask, login, not 5 runs; only page and time of each landing are recorded; no run"
      ])
  }

  @Test func `a run without a landing fails`() {
    var trace = Self.trace
    trace.events.removeLast(2)
    let found = ExpectationCheck(Expectation()).failures(in: trace)
    #expect(found == [ExpectationCheck.Failure(["landing"], expected: "a landing", actual: "none")])
  }

  @Test(arguments: [
    (Expectation.Bound<Double>.Comparison.atLeast, [false, true, true]), (.atMost, [true, true, false]),
    (.above, [false, false, true]), (.below, [true, false, false]), (.equal, [false, true, false]),
  ])
  func `a bound compares`(_ comparison: Expectation.Bound<Double>.Comparison, _ holds: [Bool]) {
    let bound = Expectation.Bound(comparison, 1.0)
    #expect([0.5, 1, 1.5].map { bound.holds(for: $0) } == holds)
  }
}
