import LaunchFlowMachine
import LaunchFlowModel

/// A property of sound flows that depends on their runs.
protocol ProvedRule: SendableMetatype {
  /// Reports every violation.
  static func diagnostics(_ flow: ProvedFlow) -> [Diagnostic]
}

/// The rules of `check` that need facts about the runs of a flow.
package enum ProvedRules {
  private static let rules: [any ProvedRule.Type] = [
    LandsAtOnce.self, DeadlineBinds.self, DeadLanding.self, DeadPart.self, UnfinishedSearch.self,
  ]

  /// The codes of their diagnostics.
  package static let codes: Set<DiagnosticCode> = [
    .landsAtOnce, .deadlineBinds, .deadLanding, .deadPart, .unfinishedSearch,
  ]

  /// The diagnostics of a flow without errors. Their places have paths only.
  package static func diagnostics(of flow: Flow) -> [Diagnostic] {
    let proved = ProvedFlow(flow, FlowPlan(unchecked: flow))
    return rules.flatMap { $0.diagnostics(proved) }
  }
}
