import LaunchFlowMachine
import Testing

@Suite struct StaleAnswerTests {
  /// A handler that ignores its cancellation answers while the next attempt is under way.
  @Test func `an answer to an attempt that is over changes nothing`() throws {
    var ask = Flow.Step("ask", .action(Flow.Action("ask")))
    ask.timeout = .seconds(1)
    var retry = Flow.Retry(attempts: 2)
    retry.delay = .zero
    retry.jitter = .none
    ask.retry = retry
    let plan = try FlowPlan(
      Flow(
        name: "stale", deadline: .seconds(3), pages: ["home"], steps: [ask],
        landings: [Flow.Landing("home", after: ["ask"])]))
    var machine = FlowMachine(plan, plan.snapshot(inputs: [], caches: []))
    machine.handle(.started)
    machine.handle(.timerFired(FlowTimer(.attemptTimeout, of: 0)))
    machine.handle(.timerFired(FlowTimer(.retryWake, of: 0)))
    let before = machine
    machine.handle(.attemptEnded(track: 0, attempt: 1, .succeeded(name: -1)))
    #expect(machine.state == before.state)
    #expect(machine.effects.isEmpty)
    machine.handle(.attemptEnded(track: 0, attempt: 2, .succeeded(name: -1)))
    #expect(machine.state.steps[0].phase == .settled && machine.state.steps[0].status == .succeeded)
    #expect(machine.landedPage == 0)
  }
}
