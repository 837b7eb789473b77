import LaunchFlowScenarios
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

/// What is found in a flow's text; the same is found in the flow as a value wherever it can be read.
func findings(inFlow text: String) -> [String] {
  let reading = Flow.read(SourceText(name: "flow.json", text: text))
  #expect((reading.document == nil) == !reading.diagnostics.isEmpty)
  return findings(reading.diagnostics, in: text)
}

func findings(inScenarios text: String, flow: Flow?) -> [String] {
  let reading = ScenarioFile.read(SourceText(name: "flow.scenarios.json", text: text), for: flow)
  #expect((reading.document == nil) == !reading.diagnostics.isEmpty)
  return findings(reading.diagnostics, in: text)
}
