import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowMachine

/// Times that inputs give, in a plan.
@Suite struct GivenTimesTests {
  private func plan(delay: Duration, factor: Double = 2, most: Duration? = nil) throws -> FlowPlan {
    var step = Flow.Step("ask", .action(Flow.Action("ask")))
    step.timeout = .seconds(1)
    var retry = Flow.Retry(attempts: 6)
    (retry.delay, retry.factor, retry.maxDelay, retry.jitter) = (delay, factor, most, .none)
    retry.delayInput = "delay"
    step.retry = retry
    var flow = Flow(
      name: "given", deadline: .seconds(60), pages: ["home"], steps: [step], landings: [Flow.Landing("home")])
    var input = Flow.Input("delay", .duration)
    (input.minimum, input.maximum) = (.milliseconds(70), .milliseconds(300))
    flow.inputs = [input]
    return try FlowPlan(flow.given([:]))
  }

  @Test func `a plan takes the longest time until one is given`() throws {
    let plan = try plan(delay: .zero)
    #expect(plan.clocks[0].delay == 300_000_000)
    #expect(plan.given(["100ms"]).clocks[0].delay == 100_000_000)
    #expect(plan.given(["1ms"]).clocks[0].delay == 70_000_000)
    #expect(plan.given(["9s"]).clocks[0].delay == 300_000_000)
    #expect(plan.given([.null]).clocks[0].delay == 300_000_000)
    #expect(plan.given(["100ms"]).timeRanges.isEmpty)
  }

  /// The waits of every plan that a value of the input makes lie between the shortest and the longest ones.
  @Test(arguments: [1, 1.37, 2, 9.99], [nil, Duration.milliseconds(100), .milliseconds(200), .seconds(1)])
  func `the shortest waits bound those of every value`(factor: Double, most: Duration?) throws {
    let plan = try plan(delay: .zero, factor: factor, most: most)
    let timer = FlowTimer(.retryWake, of: 0)
    for attempt in 1...5 {
      let longest = plan.retryDelay(of: 0, after: attempt)
      let shortest = plan.shortest(timer, longest)
      for value in stride(from: 70, through: 300, by: 10) {
        let wait = plan.given([.duration(.milliseconds(value))]).retryDelay(of: 0, after: attempt)
        #expect(wait >= shortest && wait <= longest, "\(value) ms, attempt \(attempt)")
      }
      if most == nil {
        let least = plan.given(["70ms"]).retryDelay(of: 0, after: attempt)
        #expect(least - shortest <= 2, "attempt \(attempt)")
      }
    }
  }

  @Test func `a start's facts give its times again`() throws {
    let plan = try plan(delay: .zero)
    let given = plan.given(["120ms"])
    let facts = given.facts(of: given.snapshot(inputs: ["120ms"], caches: []))
    #expect(facts == [.input("delay", is: "120ms")])
    #expect(plan.given(facts).clocks == given.clocks)
    #expect(plan.facts(of: plan.snapshot(inputs: ["120ms"], caches: [])).isEmpty)
  }
}
