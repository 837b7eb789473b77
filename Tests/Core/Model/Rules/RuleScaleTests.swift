import LaunchFlowAuthoring
import Testing

@testable import LaunchFlowModel

/// The rules on flows of hundreds of steps.
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

  @Test func `layers with far references are free of problems`() {
    let flow = layered(10, 20)
    #expect(flow.diagnostics() == [])
    #expect(flow.warnings() == [])
  }

  @Test func `finds a cycle through hundreds`() throws {
    var flow = Flow(
      name: "f", deadline: .seconds(10), pages: ["home"], steps: [], landings: [Flow.Landing("home")])
    for index in 0..<500 {
      var step = Flow.Step("s-\(index)", .value(1))
      step.needs = ["s-\((index + 1) % 500)"]
      flow.steps.append(step)
    }
    let found = flow.diagnostics()
    #expect(found.map(\.code) == [.cycle])
    #expect(try #require(found.first).message.contains("… 301 more …"))
  }
}
