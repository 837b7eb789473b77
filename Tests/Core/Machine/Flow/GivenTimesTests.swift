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
  }

  @Test func `a start's facts contain its times`() throws {
    let plan = try plan(delay: .zero)
    let given = plan.given(["120ms"])
    let facts = given.facts(of: given.snapshot(inputs: ["120ms"], caches: []))
    #expect(facts == [.input("delay", is: "120ms")])
    #expect(plan.facts(of: plan.snapshot(inputs: ["120ms"], caches: [])).isEmpty)
  }
}
