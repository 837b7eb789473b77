import LaunchFlowMachine
import LaunchFlowModel

/// Something that a sound flow should satisfy and that takes a look at its runs to tell.
protocol ProvedRule: SendableMetatype {
  /// Reports every place where it does not.
  static func diagnostics(_ flow: ProvedFlow) -> [Diagnostic]
}

/// The rules that `check` holds flows to beyond those that look at the file alone.
package enum ProvedRules {
  private static let rules: [any ProvedRule.Type] = [
    LandsAtOnce.self, DeadlineBinds.self, DeadLanding.self, DeadPart.self,
  ]

  /// What they look for.
  package static let codes: Set<DiagnosticCode> = [.landsAtOnce, .deadlineBinds, .deadLanding, .deadPart]

  /// What the runs of a flow without errors show; places have paths alone.
  package static func diagnostics(of flow: Flow) -> [Diagnostic] {
    let proved = ProvedFlow(flow, FlowPlan(unchecked: flow))
    return rules.flatMap { $0.diagnostics(proved) }
  }
}
