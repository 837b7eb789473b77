/// A run's trace, with the text of its notice and the author's text about the flow.
package struct PicturedRun: Sendable {
  package var trace: Trace
  /// The landing's notice with its references filled in; empty for no notice; nil takes it as the author wrote it.
  package var notice: String?
  /// The summaries of the flow and its steps, which pages show; a trace alone has none.
  package var summaries = Summaries()

  package init(_ trace: Trace, notice: String? = nil) {
    self.trace = trace
    self.notice = notice
  }
}

/// The author's texts about a flow and its steps.
package struct Summaries: Hashable, Sendable {
  package var flow: String?
  package var scenario: String?
  private var steps: [String: String] = [:]

  package init() {}

  package init(_ flow: Flow, scenario: String? = nil) {
    self.flow = flow.summary
    self.scenario = scenario
    for step in flow.graph.steps { if let summary = step.summary { steps[step.name] = summary } }
  }

  subscript(step name: String) -> String? { steps[name] }
}
