import LaunchFlowAuthoring
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

/// What is found in the text of a scenario file.
func findings(inScenarios text: String, flow: Flow?) -> [String] {
  let reading = DocumentReading.advised(SourceText(name: "flow.scenarios.json", text: text), for: flow) {
    ScenarioFile.read($0, for: flow)
  }
  #expect((reading.document == nil) == !reading.diagnostics.isEmpty)
  return findings(reading.diagnostics, in: text)
}
