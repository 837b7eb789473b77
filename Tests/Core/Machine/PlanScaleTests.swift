import LaunchFlowModel
import Testing

@testable import LaunchFlowMachine

/// What compiling costs grows with the size of a flow, not with its square: each of these took minutes.
@Suite struct PlanScaleTests {
  private static let count = 10_000

  private func plan(_ step: Flow.Step, _ inputs: [Flow.Input] = [], asking condition: Condition) -> FlowPlan {
    var flow = Flow(
      name: "f", deadline: .seconds(1), pages: ["home"], steps: [step],
      landings: [Flow.Landing("home", when: condition), Flow.Landing("home")])
    flow.inputs = inputs
    return FlowPlan(unchecked: flow)
  }

  @Test func `a condition may ask for every result of a step`() {
    let names = (0..<Self.count).map { "r\($0)" }
    var step = Flow.Step("a", .value(1))
    step.results = names.map { Flow.NamedResult($0, Predicate([.equals(.string($0))])) }
    let plan = plan(step, asking: Condition([.fact("a", isAnyOf: names.map { .string($0) })]))
    #expect(plan.nameNumber("r9999", of: 0) == 9_999)
    #expect(plan.conditions.last?.operand == 9_999)
  }

  @Test func `a condition may ask for every value of an input`() {
    let literals = (0..<Self.count).map { JSONValue.string("v\($0)") }
    let plan = plan(
      Flow.Step("a", .value(1)), [Flow.Input("i", .string)],
      asking: Condition([.fact("i", isAnyOf: literals + literals)]))
    #expect(plan.inputLiterals == [literals])
    #expect(plan.conditions.last?.operand == 9_999)
  }

  @Test func `thousands of steps may call a service with thousands of failures`() {
    var service = Flow.Service("api")
    service.failures = (0..<3_000).map { Flow.Failure("f\($0)", nil) }
    func step(_ name: String) -> Flow.Step {
      Flow.Step(name, .http(Flow.Request(.service("api", path: "/\(name)"))))
    }
    var own = step("own")
    own.failures = [Flow.Failure("mine", nil)]
    var flow = Flow(
      name: "f", deadline: .seconds(1), pages: ["home"], steps: (0..<3_000).map { step("s\($0)") } + [own],
      landings: [Flow.Landing("home")])
    flow.services = [service]
    let plan = FlowPlan(unchecked: flow)
    #expect(plan.names.count == 3_000 + 3_001)
    for step in [0, 2_999] { #expect(plan.nameNumber("f2999", of: step) == 2_999) }
    #expect(plan.nameNumber("mine", of: 3_000) == 0)
    #expect(plan.nameNumber("f2999", of: 3_000) == 3_000)
  }
}
