import LaunchFlowAuthoring
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

/// What of one kind is pointless or unwise in a flow without errors; the same is found in the flow as a value.
func warnings(_ code: DiagnosticCode, inFlow text: String) -> [String] {
  let reading = Flow.check(SourceText(name: "flow.json", text: text))
  #expect(findings(reading.diagnostics.filter { $0.severity == .error }, in: text) == [])
  let found = reading.diagnostics.filter { $0.code == code }
  #expect(reading.document?.warnings().filter { $0.code == code }.count == found.count)
  return findings(found, in: text)
}
