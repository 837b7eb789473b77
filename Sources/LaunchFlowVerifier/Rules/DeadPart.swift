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
        .deadPart, "no run comes to start \"\(name)\"", at: Place(flow.path(of: name), .key),
        hint: "look at its \"when\", at what it needs, and at how early the run lands")
    case .result(let step, let name):
      let document = flow.plan.index(of: step).map { flow.plan.documents[$0] }
      let isResult =
        document?.results.contains { $0.name == name } ?? false
        || document?.outcomes.contains { $0.name == name } ?? false
      // A service's table of failures is shared by all its steps.
      guard isResult || document?.failures.contains(where: { $0.name == name }) ?? false else { return nil }
      return Diagnostic(
        .deadPart, "\"\(step)\" comes to \"\(name)\" in no run",
        at: Place(flow.path(of: step) / (isResult ? "results" : "failures") / name, .key))
    case .fallback(let step, let place):
      return Diagnostic(
        .deadPart, "this fallback of \"\(step)\" is used in no run",
        at: Place(flow.path(of: step) / "fallback" / place),
        hint: "what stands before it always helps, or what it stands in for never fails")
    case .retry(let step, let number):
      return Diagnostic(
        .deadPart, "\"\(step)\" comes to try \(number) in no run",
        at: Place(flow.path(of: step) / "retry" / "attempts"),
        hint: "allow fewer attempts, or give them time")
    }
  }

  private static func isWithinDeadGroup(_ name: String, _ flow: ProvedFlow) -> Bool {
    guard let index = flow.plan.index(of: name), flow.plan.steps[index].group >= 0 else { return false }
    return flow.unreachable.contains(.step(flow.plan.stepNames[Int(flow.plan.steps[index].group)]))
  }
}
