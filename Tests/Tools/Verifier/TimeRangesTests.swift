import LaunchFlowMachine
import Testing

@testable import LaunchFlowVerifier

/// Times that inputs give, as the verifier bounds them.
@Suite struct TimeRangesTests {
  private func plan(factor: Double, most: Duration?) throws -> FlowPlan {
    var step = Flow.Step("ask", .action(Flow.Action("ask")))
    step.timeout = .seconds(1)
    var retry = Flow.Retry(attempts: 6)
    (retry.delay, retry.factor, retry.maxDelay, retry.jitter) = (.zero, factor, most, .none)
    retry.delayInput = "delay"
    step.retry = retry
    var flow = Flow(
      name: "given", deadline: .seconds(60), pages: ["home"], steps: [step], landings: [Flow.Landing("home")])
    var input = Flow.Input("delay", .duration)
    (input.minimum, input.maximum) = (.milliseconds(70), .milliseconds(300))
    flow.inputs = [input]
    return try FlowPlan(flow.given([:]))
  }

  @Test func `a time that is given is the only one`() throws {
    let plan = try plan(factor: 2, most: nil)
    #expect(!TimeRanges(plan).isEmpty)
    #expect(TimeRanges(plan.given(["100ms"])).isEmpty)
  }

  /// The waits of every plan that a value of the input makes lie between the shortest and the longest ones.
  @Test(arguments: [1, 1.37, 2, 9.99], [nil, Duration.milliseconds(100), .milliseconds(200), .seconds(1)])
  func `the shortest waits bound those of every value`(factor: Double, most: Duration?) throws {
    let plan = try plan(factor: factor, most: most)
    let timer = FlowTimer(.retryWake, of: 0)
    for attempt in 1...5 {
      let longest = plan.retryDelay(of: 0, after: attempt)
      let shortest = TimeRanges(plan).shortest(timer, longest)
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
}
