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

  /// All that reading a flow has found, and what its runs show; in the text's order. A place of which
  /// reading has said something already is left to that.
  package static func diagnostics(of reading: DocumentReading<Flow>) -> [Diagnostic] {
    guard let flow = reading.document, let json = reading.json else { return reading.diagnostics }
    let known = Set(reading.diagnostics.map(\.place.path))
    let found = diagnostics(of: flow).filter { !known.contains($0.place.path) }
    return found.isEmpty ? reading.diagnostics : json.locating(reading.diagnostics + found)
  }

  /// What the runs of a flow without errors show; places have paths alone.
  package static func diagnostics(of flow: Flow) -> [Diagnostic] {
    let proved = ProvedFlow(flow, FlowPlan(unchecked: flow))
    return rules.flatMap { $0.diagnostics(proved) }
  }
}
