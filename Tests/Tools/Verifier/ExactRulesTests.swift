import LaunchFlowMachine
import Testing

@testable import LaunchFlowVerifier

/// Small flows whose worst case and promises hold only where the machine keeps a rule to the letter.
///
/// `Tests/BrokenMachines.md` lists what was broken by hand, and who noticed.
@Suite struct ExactRulesTests {
  private static func step(
    _ name: String, timeout: Int = 1, _ change: (inout Flow.Step) -> Void = { _ in }
  ) -> Flow.Step {
    var step = Flow.Step(name, .action(Flow.Action(name)))
    step.timeout = .seconds(timeout)
    change(&step)
    return step
  }

  private func verify(_ steps: [Flow.Step], deadline: Int = 20, _ promises: [Flow.Promise] = []) throws
    -> Verification
  {
    var flow = Flow(
      name: "small", deadline: .seconds(deadline), pages: ["home", "login"], steps: steps,
      landings: [
        Flow.Landing(
          "home", when: Condition(steps[steps.count - 1].name, is: "available"), after: steps.map(\.name)),
        Flow.Landing("login", after: steps.map(\.name)),
      ])
    flow.promises = promises
    return Verifier(try FlowPlan(flow)).verify()
  }

  private func latest(_ verification: Verification) -> Int64 { verification.worstCase?.bound ?? -1 }

  @Test func `a constant always helps, but for the run's cancellation`() throws {
    let steps = [Self.step("ask") { $0.fallback = [.value(1)] }]
    #expect(try verify(steps, [.always(Condition("ask", is: "available", "cancelled"))]).isProved)
    let verification = try verify(steps, [.always(Condition("ask", is: "available"))])
    guard case .brokenByCancellation = verification.promises[0].verdict else {
      Issue.record("\(verification.promises[0].verdict)")
      return
    }
  }

  private static func retry(_ attempts: Int, delay: Int, _ jitter: Flow.Retry.Jitter? = nil) -> Flow.Retry {
    var retry = Flow.Retry(attempts: attempts)
    retry.delay = .seconds(delay)
    if let jitter { retry.jitter = jitter }
    return retry
  }

  struct Rule: CustomTestStringConvertible {
    var testDescription: String
    var steps: [Flow.Step]
    /// In seconds.
    var latest: Int64
    var unreachable: [Verification.Unreachable] = []
  }

  @Test(arguments: [
    Rule(
      testDescription: "a fallback is used when its time has come",
      steps: [
        step("ask", timeout: 5) {
          $0.fallback = [.value(1)]
          $0.useFallbackAfter = .seconds(1)
        }
      ], latest: 1),
    Rule(
      testDescription: "a lane is free once a remote fallback has answered",
      steps: [
        step("first") {
          $0.lane = "main"
          $0.fallback = [.action(Flow.Action("spare"), timeout: .seconds(1))]
        }, step("second") { $0.lane = "main" },
      ], latest: 3),
    Rule(
      testDescription: "late work keeps its lane",
      steps: [
        step("first", timeout: 4) {
          $0.lane = "main"
          $0.fallback = [.value(1)]
          $0.useFallbackAfter = .seconds(1)
        }, step("second") { $0.lane = "main" },
      ], latest: 5),
    Rule(
      testDescription: "a step's deadline cuts its waits",
      steps: [
        step("ask") {
          $0.retry = retry(5, delay: 3, Flow.Retry.Jitter.none)
          $0.deadline = .seconds(2)
        }
      ], latest: 2, unreachable: [.retry(step: "ask", try: 2)]),
    Rule(
      testDescription: "a wait with jitter may be short",
      steps: [
        step("ask") {
          $0.retry = retry(2, delay: 3)
          $0.deadline = .seconds(2)
        }
      ], latest: 2),
    // Jitter never raises the worst case: 1 + 2 + 1 + 4 + 1.
    Rule(
      testDescription: "attempts are counted", steps: [step("ask") { $0.retry = retry(3, delay: 2) }],
      latest: 9),
  ]) func `the latest landing keeps to the rules`(_ rule: Rule) throws {
    let verification = try verify(rule.steps)
    #expect(latest(verification) == rule.latest * 1_000_000_000)
    #expect(verification.bound.nanoseconds == rule.latest * 1_000_000_000)
    #expect(verification.unreachable == rule.unreachable)
  }

  @Test func `an answer at the very instant of the flow's deadline wins`() throws {
    let verification = try verify([Self.step("ask", timeout: 5)], deadline: 1)
    #expect(verification.worstByPage.map(\.page) == ["home", "login"])
    #expect(verification.worstByPage.map(\.bound) == [1_000_000_000, 1_000_000_000])
  }

  @Test func `going offline is tried where a service has a domain`() throws {
    var flow = Flow(
      name: "domains", deadline: .seconds(9), pages: ["home", "login"],
      steps: [
        Self.step("ask", timeout: 5) { $0.work = .http(Flow.Request(.service("trade", path: "/ask"))) }
      ], landings: [Flow.Landing("home", when: Condition("ask", is: "available")), Flow.Landing("login")])
    var service = Flow.Service("trade")
    service.baseURL = .address("https://example.com")
    service.domain = "trade"
    flow.services = [service]
    let verification = Verifier(try FlowPlan(flow)).verify()
    #expect(verification.extent.isComplete)
    #expect(verification.isProved)
    #expect(verification.worstByPage.map(\.bound) == [5_000_000_000, 5_000_000_000])
  }

  @Test func `two readers of one cache are told apart together`() throws {
    var flow = Flow(
      name: "caches", deadline: .seconds(9), pages: ["home"],
      steps: [Flow.Step("small", .cache("number")), Flow.Step("large", .cache("number"))],
      landings: [Flow.Landing("home", after: ["small", "large"])])
    flow.caches = [Flow.Cache("number")]
    flow.steps[0].results = [Flow.NamedResult("yes", Predicate([.equals(1)]))]
    flow.steps[1].results = [Flow.NamedResult("yes", Predicate([.equals(2)]))]
    // No number is both; one is either; what is there for one is there for the other.
    flow.promises = [
      .never(Condition([.fact("small", isAnyOf: ["yes"]), .fact("large", isAnyOf: ["yes"])])),
      .never(Condition([.fact("small", isAnyOf: ["yes"])])),
      .implies(Condition("small", is: "available"), Condition("large", is: "available")),
    ]
    let verification = Verifier(try FlowPlan(flow)).verify()
    let holds = verification.promises.map { if case .holds = $0.verdict { true } else { false } }
    #expect(holds == [true, false, true])
  }

  /// Both pages are landed on, and no part is dead.
  private func comesToBothPages(_ steps: [Flow.Step], home: Condition) throws -> Bool {
    var flow = Flow(
      name: "small", deadline: .seconds(20), pages: ["home", "login"], steps: steps,
      landings: [
        Flow.Landing("home", when: home, after: steps.map(\.name)),
        Flow.Landing("login", after: steps.map(\.name)),
      ])
    flow.caches = [Flow.Cache("cache")]
    let verification = Verifier(try FlowPlan(flow)).verify()
    return verification.worstByPage.map(\.page) == ["home", "login"] && verification.unreachable.isEmpty
  }

  private static let good = [Flow.NamedResult("good", Predicate([.equals("good")]))]

  @Test func `a result is remembered until the condition that asks for it is decided`() throws {
    let fine = Flow.NamedResult("fine", Predicate([.equals("fine")]))
    let steps = [
      Self.step("first") { $0.results = Self.good + [fine] }, Self.step("second") { $0.after = ["first"] },
    ]
    func both(_ first: JSONValue, _ second: JSONValue) -> Condition {
      Condition([.fact("first", isAnyOf: [first]), .fact("second", isAnyOf: [second])])
    }
    // Open for the one result and for the other, but only the other can break it.
    let promise = Flow.Promise.never(
      Condition([.any([both("good", "skipped"), both("fine", "failed")])]))
    #expect(try !verify(steps, [promise]).isProved)
  }

  @Test func `what a group asks of its members is remembered until it has ended`() throws {
    var group = Flow.Step(
      "group",
      .group([Self.step("first") { $0.results = Self.good }, Self.step("second") { $0.after = ["first"] }]))
    group.outcomes = [
      Flow.GroupOutcome(
        "over",
        Condition([
          .fact("first", isAnyOf: ["good"]), .fact("second", isAnyOf: ["succeeded"]),
        ]))
    ]
    #expect(try comesToBothPages([group], home: Condition("group", is: "over")))
  }

  @Test func `what a cache was found to hold is remembered until its last reading`() throws {
    let steps = [
      Flow.Step("first", .cache("cache")),
      Self.step("second") {
        $0.after = ["first"]
        $0.fallback = [.cache("cache")]
      },
    ]
    #expect(try comesToBothPages(steps, home: Condition("second", is: "recovered")))
  }

  @Test func `an attempt may say before its time that it has timed out`() throws {
    var flow = Flow(
      name: "small", deadline: .seconds(20), pages: ["home"],
      steps: [Self.step("long", timeout: 5), Self.step("short", timeout: 1)],
      landings: [Flow.Landing("home", after: ["short"])])
    flow.promises = [.never(Condition("long", is: "timed-out"))]
    #expect(!Verifier(try FlowPlan(flow)).verify().isProved)
  }

  @Test func `a time-out comes behind a fallback of its instant`() throws {
    // The latest run: "third" takes the lane at 1 s, and only then "second" times out, at that same instant.
    let steps = [
      Self.step("second"),
      Self.step("first", timeout: 3) {
        $0.fallback = [.value(1)]
        $0.useFallbackAfter = .seconds(1)
      },
      Self.step("third") {
        $0.lane = "main"
        $0.after = ["first"]
      },
      Self.step("fourth") {
        $0.lane = "main"
        $0.after = ["second"]
      },
    ]
    let flow = Flow(
      name: "small", deadline: .seconds(20), pages: ["home"], steps: steps,
      landings: [Flow.Landing("home", after: ["fourth"])])
    let verification = Verifier(try FlowPlan(flow)).verify()
    #expect(latest(verification) == 3_000_000_000)
    // A time-out is an answer that says so, a nanosecond before the fallback.
    #expect(verification.worstCase?.witness?.landsAt == 2_999_999_999)
  }

  @Test func `an input is remembered until the promise that asks for it is decided`() throws {
    var flow = Flow(
      name: "small", deadline: .seconds(20), pages: ["home"],
      steps: [Self.step("then") { $0.after = ["landing"] }], landings: [Flow.Landing("home")])
    flow.inputs = [Flow.Input("signed-in", .boolean)]
    func both(_ input: JSONValue, _ status: JSONValue) -> Condition {
      Condition([.fact("signed-in", isAnyOf: [input]), .fact("then", isAnyOf: [status])])
    }
    // Open for the one and for the other, but only the other can break it.
    for (first, other) in [(JSONValue.bool(true), JSONValue.bool(false)), (.bool(false), .bool(true))] {
      flow.promises = [.never(Condition([.any([both(first, "skipped"), both(other, "failed")])]))]
      #expect(!Verifier(try FlowPlan(flow)).verify().isProved)
    }
  }
}
