import LaunchFlowMachine
import LaunchFlowModel

/// Requires that some run waits before it lands, unless the flow has nothing to wait for.
enum LandsAtOnce: ProvedRule {
  static func diagnostics(_ flow: ProvedFlow) -> [Diagnostic] {
    guard flow.landsAtOnce, let step = cutStep(flow.plan) else { return [] }
    let name = flow.plan.stepNames[step]
    return [
      Diagnostic(
        .landsAtOnce, "every run lands at 0s, so no run waits for \"\(name)\"",
        at: Place(JSONPointer(tokens: ["landings"]), .key),
        advice: "make the landing wait with \"after\": [\"\(name)\"], or let the step continue after it with "
          + "\"afterLanding\": \"continue\"")
    ]
  }

  /// The last remote step that the landing ends or prevents from starting.
  private static func cutStep(_ plan: FlowPlan) -> Int? {
    plan.steps.indices.last { index in
      let step = plan.steps[index]
      return !step.isTail && !step.continues && (step.kind == .http || step.kind == .action)
    }
  }
}
