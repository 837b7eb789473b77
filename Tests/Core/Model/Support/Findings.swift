import LaunchFlowAuthoring
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

/// What is found in a flow's text; the same is found in the flow as a value wherever it can be read.
func findings(inFlow text: String) -> [String] {
  let reading = Flow.advised(SourceText(name: "flow.json", text: text))
  #expect((reading.document == nil) == !reading.diagnostics.isEmpty)
  return findings(reading.diagnostics, in: text)
}

extension Flow {
  /// Reads a flow as authors' tools do.
  static func advised(
    _ source: SourceText, including: @escaping (String) -> SourceText? = { _ in nil }
  ) -> DocumentReading<Flow> {
    .advised(source) { read($0, including: including) }
  }
}
