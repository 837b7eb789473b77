import LaunchFlowMachine
import LaunchFlowModel

/// Requires that the longest way to the landing fits into the flow's deadline.
enum DeadlineBinds: ProvedRule {
  static func diagnostics(_ flow: ProvedFlow) -> [Diagnostic] {
    let bound = flow.bound
    // The longest way may be impossible. If all runs are known, they decide.
    guard bound.withoutDeadline > flow.plan.deadline, flow.latest ?? .max >= flow.plan.deadline else {
      return []
    }
    let deadline = Duration.nanoseconds(flow.plan.deadline).documentText
    let sum = bound.longestWay.map(\.text).joined(separator: " + ")
    let total =
      bound.withoutDeadline == .max
      ? "longer than can be counted" : Duration.nanoseconds(bound.withoutDeadline).documentText
    return [
      Diagnostic(
        .deadlineBinds,
        "the steps before the landing may take \(total), but the deadline is \(deadline): \(sum)",
        at: Place(JSONPointer(tokens: ["deadline"])),
        advice: flow.plan.deadline == 0
          ? "give the launch time, such as \"deadline\": \"10s\""
          : "shorten the time-outs on this way, or give fallbacks early with \"useFallbackAfter\"; a step that is "
            + "open at the deadline takes a cached or constant fallback, or is timed-out")
    ]
  }
}
