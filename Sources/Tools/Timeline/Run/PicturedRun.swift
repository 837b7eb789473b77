import LaunchFlowMachine
import LaunchFlowModel

/// A run's trace, with the text of its notice and what its author says about the flow.
package struct PicturedRun: Sendable {
  package var trace: Trace
  /// The landing's notice with its references filled in. An empty text means no notice; nil shows it as the author wrote it.
  package var notice: String?
  /// The summaries of the flow and its steps, which pages show; a trace alone has none.
  package var summaries = Summaries()

  package init(_ trace: Trace, notice: String? = nil) {
    self.trace = trace
    self.notice = notice
  }
}

/// What the author of a flow says about it and about its steps.
package struct Summaries: Hashable, Sendable {
  /// About the flow; nil where the author said nothing.
  package var flow: String?
  /// About the played scenario; nil where the author said nothing.
  package var scenario: String?
  /// By the names of steps.
  private var steps: [String: String] = [:]

  package init() {}

  /// Takes the summaries of a flow, and that of the played scenario.
  package init(_ flow: Flow, scenario: String? = nil) {
    self.flow = flow.summary
    self.scenario = scenario
    for step in StepGraph(flow).steps { if let summary = step.summary { steps[step.name] = summary } }
  }

  /// About a step; nil where the author said nothing.
  subscript(step name: String) -> String? { steps[name] }
}
