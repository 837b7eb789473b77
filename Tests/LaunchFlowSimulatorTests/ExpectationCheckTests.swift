import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import Testing

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
      $0.figures = [Expectation.FigureBound(.p95, Expectation.Bound(.equal, .seconds(2)))]
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
      $0.figures = [Expectation.FigureBound(.mean, Expectation.Bound(.below, .seconds(2)))]
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
