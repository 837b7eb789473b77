import LaunchFlowModel
import Testing

@testable import LaunchFlowMachine

/// What compiling costs grows with the size of a flow, not with its square: each of these took minutes.
@Suite struct PlanScaleTests {
  private static let count = 60_000

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
    #expect(plan.nameNumber("r59999", of: 0) == 59_999)
    #expect(plan.conditions.last?.operand == 59_999)
  }

  @Test func `a condition may ask for every value of an input`() {
    let literals = (0..<Self.count).map { JSONValue.string("v\($0)") }
    let plan = plan(
      Flow.Step("a", .value(1)), [Flow.Input("i", .string)],
      asking: Condition([.fact("i", isAnyOf: literals + literals)]))
    #expect(plan.inputLiterals == [literals])
    #expect(plan.conditions.last?.operand == 59_999)
  }
}
