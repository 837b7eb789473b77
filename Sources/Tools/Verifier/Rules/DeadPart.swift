import LaunchFlowMachine
import LaunchFlowModel

/// Requires that some run reaches each step, result, fallback and attempt.
enum DeadPart: ProvedRule {
  static func diagnostics(_ flow: ProvedFlow) -> [Diagnostic] {
    let deadSteps = DeadSteps(flow)
    let places = PartPlaces(flow, flow.unreachable)
    return flow.unreachable.compactMap { part in
      places.place(of: part).flatMap { diagnostic(part, at: $0, flow, deadSteps) }
    }
  }

  private static func diagnostic(
    _ part: Verification.Unreachable, at place: Place, _ flow: ProvedFlow, _ deadSteps: DeadSteps
  ) -> Diagnostic? {
    switch part {
    case .rule, .page: nil
    case .step(let name):
      // If every run lands at once, that finding alone is enough.
      flow.landsAtOnce ? nil : flow.plan.index(of: name).flatMap { deadSteps.diagnostic($0) }
    case .result(let step, let name):
      Diagnostic(.deadPart, "no run reaches \"\(name)\" of \"\(step)\"", at: place)
    case .fallback(let step, _):
      Diagnostic(
        .deadPart, "no run uses this fallback of \"\(step)\"", at: place,
        advice: "an earlier fallback always succeeds, or the step never fails")
    case .retry(let step, let number):
      Diagnostic(
        .deadPart, "no run reaches attempt \(number) of \"\(step)\"", at: place,
        advice: "reduce \"attempts\", or allow more time")
    }
  }
}
