import LaunchFlowAuthoring
import Testing

@testable import LaunchFlowModel

/// What the rules cost grows with steps and edges, not with their squares.
@Suite struct RuleScaleTests {
  /// Steps in layers, each needing two of the layer before and referring to one far back.
  private func layered(_ layers: Int, _ width: Int) -> Flow {
    var steps: [Flow.Step] = []
    for layer in 0..<layers {
      for column in 0..<width {
        let first = "step-0-\(column)"
        var step = Flow.Step(
          "step-\(layer)-\(column)", .action(Flow.Action("x", with: .string(layer == 0 ? "" : "${\(first)}")))
        )
        step.timeout = .seconds(1)
        if layer > 0 {
          step.needs = ["step-\(layer - 1)-\(column)", "step-\(layer - 1)-\((column + 1) % width)"]
        }
        steps.append(step)
      }
    }
    return Flow(
      name: "f", deadline: .seconds(10), pages: ["home"], steps: steps, landings: [Flow.Landing("home")])
  }

  @Test func `checks layers with far references`() {
    #expect(layered(40, 50).diagnostics() == [])
  }

  @Test func `warns of ten thousand steps`() {
    #expect(layered(200, 50).warnings() == [])
  }

  @Test func `finds a cycle through thousands`() throws {
    var flow = Flow(
      name: "f", deadline: .seconds(10), pages: ["home"], steps: [], landings: [Flow.Landing("home")])
    for index in 0..<5000 {
      var step = Flow.Step("s-\(index)", .value(1))
      step.needs = ["s-\((index + 1) % 5000)"]
      flow.steps.append(step)
    }
    let found = flow.diagnostics()
    #expect(found.map(\.code) == [.cycle])
    #expect(try #require(found.first).message.contains("… 4801 more …"))
  }
}
