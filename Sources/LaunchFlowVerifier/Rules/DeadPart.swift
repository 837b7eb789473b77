import LaunchFlowMachine
import LaunchFlowModel

/// Some run comes to each step, result, fallback and try.
enum DeadPart: ProvedRule {
  static func diagnostics(_ flow: ProvedFlow) -> [Diagnostic] {
    flow.unreachable.compactMap { diagnostic($0, flow) }
  }

  private static func diagnostic(_ part: Verification.Unreachable, _ flow: ProvedFlow) -> Diagnostic? {
    switch part {
    case .rule, .page: return nil
    case .step(let name):
      // Where nothing is waited for, one finding says it all; and of a group's members the group does.
      guard !flow.landsAtOnce, !isWithinDeadGroup(name, flow) else { return nil }
      return Diagnostic(
        .deadPart, "\"\(name)\" never starts in any run", at: Place(flow.path(of: name), .key),
        hint: "check its \"when\", the steps that it needs, and how early the run lands")
    case .result(let step, let name):
      let document = flow.plan.index(of: step).map { flow.plan.documents[$0] }
      let isResult =
        document?.results.contains { $0.name == name } ?? false
        || document?.outcomes.contains { $0.name == name } ?? false
      // A service's table of failures is shared by all its steps.
      guard isResult || document?.failures.contains(where: { $0.name == name }) ?? false else { return nil }
      return Diagnostic(
        .deadPart, "no run reaches \"\(name)\" of \"\(step)\"",
        at: Place(flow.path(of: step) / (isResult ? "results" : "failures") / name, .key))
    case .fallback(let step, let place):
      return Diagnostic(
        .deadPart, "no run uses this fallback of \"\(step)\"",
        at: Place(flow.path(of: step) / "fallback" / place),
        hint: "an earlier fallback always succeeds, or the step never fails")
    case .retry(let step, let number):
      return Diagnostic(
        .deadPart, "no run reaches attempt \(number) of \"\(step)\"",
        at: Place(flow.path(of: step) / "retry" / "attempts"),
        hint: "reduce \"attempts\", or allow more time")
    }
  }

  private static func isWithinDeadGroup(_ name: String, _ flow: ProvedFlow) -> Bool {
    guard let index = flow.plan.index(of: name), flow.plan.steps[index].group >= 0 else { return false }
    return flow.unreachable.contains(.step(flow.plan.stepNames[Int(flow.plan.steps[index].group)]))
  }
}
