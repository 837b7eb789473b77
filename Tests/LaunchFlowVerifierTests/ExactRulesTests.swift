import LaunchFlowMachine
import LaunchFlowModel
import Testing

@testable import LaunchFlowVerifier

/// Small flows whose worst case and promises hold only where the machine keeps a rule to the letter.
///
/// Broken by hand, one at a time, the machine was caught each time, by these suites:
/// - the first fallback is passed over; `useFallbackAfter` does nothing; a lane is not freed by a step that
///   settles in a fallback: here;
/// - the flow's deadline does nothing: `RandomFlowTests` (it does not land), `BruteForceTests`;
/// - a rule's `after` is not waited for; the last noted rule is landed by, not the first: `RiderFlowTests`;
/// - a step's deadline does not cut waits; one try too many: here, `RandomFlowTests` (the sum is exceeded);
/// - the flow's deadline comes before answers of its instant: `RandomFlowTests`, `RiderFlowTests`.
///
/// So was the explorer:
/// - timers of one instant in any order; zones without all timers' bounds; every zone taken for known:
///   `RandomFlowTests`, `BruteForceTests`; answers of the first step in the file only, whenever it is due:
///   `GrowthTests`;
/// - rules left out of a state's key; nothing blocked where ties are told apart: a longer attack
///   (`ATTACK_BLOCKS=30`).
///
/// Not caught by 300 flows: names of settled steps merged even where an undecided condition asks for them.
@Suite struct ExactRulesTests {
  private func step(_ name: String, timeout: Int = 1, _ change: (inout Flow.Step) -> Void = { _ in })
    -> Flow.Step
  {
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
    let steps = [step("ask") { $0.fallback = [.value(1)] }]
    #expect(try !verify(steps, [.always(Condition("ask", is: "available", "cancelled"))]).hasProblems)
    let verification = try verify(steps, [.always(Condition("ask", is: "available"))])
    guard case .brokenByCancellation = verification.promises[0].verdict else {
      Issue.record("\(verification.promises[0].verdict)")
      return
    }
  }

  @Test func `a fallback is used when its time has come`() throws {
    let steps = [
      step("ask", timeout: 5) {
        $0.fallback = [.value(1)]
        $0.useFallbackAfter = .seconds(1)
      }
    ]
    #expect(latest(try verify(steps)) == 1_000_000_000)
  }

  @Test func `a lane is free once a remote fallback has answered`() throws {
    let steps = [
      step("first") {
        $0.lane = "main"
        $0.fallback = [.action(Flow.Action("spare"), timeout: .seconds(1))]
      }, step("second") { $0.lane = "main" },
    ]
    let verification = try verify(steps)
    #expect(latest(verification) == 3_000_000_000)
    #expect(verification.bound.nanoseconds == 3_000_000_000)
  }

  @Test func `late work keeps its lane`() throws {
    let steps = [
      step("first", timeout: 4) {
        $0.lane = "main"
        $0.fallback = [.value(1)]
        $0.useFallbackAfter = .seconds(1)
      }, step("second") { $0.lane = "main" },
    ]
    #expect(latest(try verify(steps)) == 5_000_000_000)
  }

  @Test func `a step's deadline cuts its waits`() throws {
    let steps = [
      step("ask") {
        var retry = Flow.Retry(attempts: 5)
        retry.delay = .seconds(3)
        retry.jitter = .none
        $0.retry = retry
        $0.deadline = .seconds(2)
      }
    ]
    let verification = try verify(steps)
    #expect(latest(verification) == 2_000_000_000)
    #expect(verification.unreachable == [.retry(step: "ask", try: 2)])
  }

  @Test func `attempts are counted`() throws {
    let steps = [
      step("ask") {
        var retry = Flow.Retry(attempts: 3)
        retry.delay = .seconds(2)
        $0.retry = retry
      }
    ]
    let verification = try verify(steps)
    // Jitter never raises the worst case: 1 + 2 + 1 + 4 + 1.
    #expect(latest(verification) == 9_000_000_000)
    #expect(verification.bound.nanoseconds == 9_000_000_000)
    #expect(verification.unreachable.isEmpty)
  }

  @Test func `an answer at the very instant of the flow's deadline wins`() throws {
    let verification = try verify([step("ask", timeout: 5)], deadline: 1)
    #expect(verification.worstByPage.map(\.page) == ["home", "login"])
    #expect(verification.worstByPage.map(\.bound) == [1_000_000_000, 1_000_000_000])
  }

  @Test func `going offline is tried where a service has a domain`() throws {
    var flow = Flow(
      name: "domains", deadline: .seconds(9), pages: ["home", "login"],
      steps: [
        step("ask", timeout: 5) { $0.work = .http(Flow.Request(.service("trade", path: "/ask"))) }
      ], landings: [Flow.Landing("home", when: Condition("ask", is: "available")), Flow.Landing("login")])
    var service = Flow.Service("trade")
    service.baseURL = .address("https://example.com")
    service.domain = "trade"
    flow.services = [service]
    let verification = Verifier(try FlowPlan(flow)).verify()
    #expect(verification.extent.isComplete)
    #expect(!verification.hasProblems)
    #expect(verification.worstByPage.map(\.bound) == [5_000_000_000, 5_000_000_000])
  }

  @Test func `two readers of one cache are told apart together`() throws {
    var flow = Flow(
      name: "caches", deadline: .seconds(9), pages: ["home"],
      steps: [Flow.Step("small", .cache("number")), Flow.Step("large", .cache("number"))],
      landings: [Flow.Landing("home", after: ["small", "large"])])
    flow.caches = [Flow.Cache("number")]
    flow.steps[0].results = [Flow.NamedResult("yes", Predicate([.less(10)]))]
    flow.steps[1].results = [Flow.NamedResult("yes", Predicate([.greater(20)]))]
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
}
