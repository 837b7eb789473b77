import LaunchFlowMachine
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// How many states flows of growing size take.
@Suite struct GrowthTests {
  private func nodes(_ flow: Flow) throws -> Int {
    let verification = Verifier(try FlowPlan(flow), Verifier.Limits(budget: Budget(states: 100_000))).verify()
    #expect(verification.extent.isComplete)
    #expect(verification.isProved)
    return verification.extent.nodes
  }

  @Test(arguments: [5, 10, 20, 30]) func `chains grow with their steps`(count: Int) throws {
    #expect(try nodes(FlowShapes.chain(count)) <= 2 * count)
  }

  /// The states of a fan double with each step. What a first look leaves open is decided by other means.
  @Test(arguments: [5, 10, 20, 30]) func `fans of any width are decided`(count: Int) throws {
    #expect(try nodes(FlowShapes.fan(count)) <= min(1 << count, 10_001))
  }

  @Test func `layers grow with their depth`() throws {
    let small = try nodes(FlowShapes.layers(width: 3, depth: 4))
    let large = try nodes(FlowShapes.layers(width: 3, depth: 8))
    #expect(large < 3 * small)
  }

  /// What each promise asks for would have to be kept for all of them together.
  @Test func `promises are explored on their own where all are too much`() throws {
    var flow = FlowShapes.fan(8)
    for step in flow.steps.indices.dropLast() {
      flow.steps[step].results = [Flow.NamedResult("one", Predicate([.equals(1)]))]
    }
    flow.promises = flow.steps.dropLast().map { step in
      .never(
        Condition([
          .fact(step.name, isAnyOf: ["one"]), .fact("last", isAnyOf: ["timed-out"]),
          .fact("landing", isAnyOf: ["home"]),
        ]))
    }
    flow.promises.append(.always(Condition("s3", is: "succeeded")))
    let plan = try FlowPlan(flow)
    let whole = Verifier(plan, Verifier.Limits(together: .max, shortcuts: [])).verify()
    let verification = Verifier(plan, Verifier.Limits(together: 50, shortcuts: [])).verify()
    #expect(verification.extent.isComplete)
    #expect(verification.extent.nodes < whole.extent.nodes)
    #expect(verification.worstByPage.map(\.bound) == whole.worstByPage.map(\.bound))
    for verdict in verification.promises.dropLast() {
      if case .holds = verdict.verdict {} else { Issue.record("\(verdict.promise)") }
    }
    let witness = try #require(verification.promises[7].verdict.witness)
    #expect(witness.page == "error")
    // A budget that is gone before the last of them leaves that one open.
    let half = Verifier(plan, Verifier.Limits(budget: Budget(states: 120), together: 50, shortcuts: []))
      .verify()
    #expect(!half.extent.isComplete)
    if case .open = half.promises[6].verdict {} else { Issue.record("\(half.promises[6].verdict)") }
  }

  @Test func `the slowest of many steps may be any of them`() throws {
    var flow = FlowShapes.fan(12)
    for index in flow.steps.indices.dropLast() { flow.steps[index].timeout = .seconds(1 + index % 4) }
    let verification = Verifier(try FlowPlan(flow)).verify()
    #expect(verification.worstByPage.map(\.bound) == [6_000_000_000, 6_000_000_000])
  }
}
