import LaunchFlowMachine
import Testing

@testable import LaunchFlowVerifier

/// What is found out before a proof begins takes time that grows with the size of a flow, not with its square.
@Suite struct VerifierScaleTests {
  private static let count = 10_000

  private static func flow(_ steps: [Flow.Step], waitingFor names: [String]) -> Flow {
    Flow(
      name: "f", deadline: .seconds(1), pages: ["home"], steps: steps,
      landings: [Flow.Landing("home", after: names)])
  }

  private static func action(_ name: String, seconds: Int = 1) -> Flow.Step {
    var step = Flow.Step(name, .action(Flow.Action(name)))
    step.timeout = .seconds(seconds)
    return step
  }

  @Test func `each step may have a lane of its own`() {
    var flow = Self.flow(
      (0..<Self.count).map { index in
        var step = Self.action("s\(index)")
        step.lane = "l\(index)"
        return step
      }, waitingFor: ["s0"])
    flow.lanes = (0..<Self.count).map { Flow.Lane("l\($0)", capacity: 1) }
    #expect(WorstCaseBound(FlowPlan(unchecked: flow)).withoutDeadline == 1_000_000_000)
  }

  @Test func `each step may make a thousand attempts`() {
    let steps = (0..<Self.count / 10).map { index in
      var step = Self.action("s\(index)")
      var retry = Flow.Retry(attempts: 1000)
      retry.delay = .seconds(1)
      retry.factor = 1.000001
      retry.on = [.error]
      step.retry = retry
      return step
    }
    let bound = WorstCaseBound(FlowPlan(unchecked: Self.flow(steps, waitingFor: ["s0"])))
    // 1000 time-outs and 999 waits, of which the last is 0.1% longer than the first.
    #expect((1_999_400_000_000...1_999_600_000_000).contains(bound.withoutDeadline))
  }

  @Test func `each step may read a cache of its own`() {
    var steps = (0..<Self.count).map { Flow.Step("s\($0)", .cache("c\($0)")) }
    let members = (0..<Self.count).map { index in
      JSONObject.Member(name: "k\(index)", value: .string("${s\(index)/a}"))
    }
    var last = Self.action("last")
    last.work = .action(Flow.Action("last", with: .object(JSONObject(members))))
    last.needs = steps.map(\.name)
    steps.append(last)
    var flow = Self.flow(steps, waitingFor: ["last"])
    flow.caches = (0..<Self.count).map { Flow.Cache("c\($0)") }
    let pointers = ReferencedPointers(FlowPlan(unchecked: flow))
    #expect((0..<Self.count).allSatisfy { pointers.pointers(into: [$0]).map(\.tokens) == [["a"]] })
  }
}
