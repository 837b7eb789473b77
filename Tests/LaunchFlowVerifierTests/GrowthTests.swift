import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// How many states flows of growing size take.
@Suite struct GrowthTests {
  private func nodes(_ flow: Flow) throws -> Int {
    let verification = Verifier(try FlowPlan(flow), Verifier.Limits(nodes: 100_000)).verify()
    #expect(verification.extent.isComplete)
    #expect(!verification.hasProblems)
    return verification.extent.nodes
  }

  @Test(arguments: [5, 10, 20, 30]) func chainsAndFansGrowWithTheirSteps(count: Int) throws {
    #expect(try nodes(FlowShapes.chain(count)) <= 2 * count)
    #expect(try nodes(FlowShapes.fan(count)) <= 3 * count)
  }

  @Test func layersGrowWithTheirDepth() throws {
    let small = try nodes(FlowShapes.layers(width: 3, depth: 4))
    let large = try nodes(FlowShapes.layers(width: 3, depth: 8))
    #expect(large < 3 * small)
  }

  @Test func stepsThatAreDueAtDifferentTimesAreInterchangeable() throws {
    var flow = FlowShapes.fan(12)
    for index in flow.steps.indices.dropLast() { flow.steps[index].timeout = .seconds(1 + index % 4) }
    #expect(try nodes(flow) < 200)
    // The slowest may be the last: it is not always the first in the file that is waited for.
    let verification = Verifier(try FlowPlan(flow)).verify()
    #expect(verification.worstByPage.map(\.bound) == [6_000_000_000, 6_000_000_000])
  }
}
