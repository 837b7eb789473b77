import LaunchFlowMachine
import LaunchFlowModel

/// Some run reaches each step, result, fallback and attempt.
enum DeadPart: ProvedRule {
  static func diagnostics(_ flow: ProvedFlow) -> [Diagnostic] {
    let deadSteps = DeadSteps(flow)
    var names: [String: DeclaredNames] = [:]
    return flow.unreachable.compactMap { part in
      if case .result(let step, _) = part, names[step] == nil, let index = flow.plan.index(of: step) {
        names[step] = DeclaredNames(flow.plan.documents[index])
      }
      return diagnostic(part, flow, deadSteps, names)
    }
  }

  /// The names that a step itself declares. A service's table of failures is shared by all its steps.
  private struct DeclaredNames {
    let results: Set<String>
    let failures: Set<String>

    init(_ step: Flow.Step) {
      results = Set(step.results.map(\.name) + step.outcomes.map(\.name))
      failures = Set(step.failures.map(\.name))
    }
  }

  private static func diagnostic(
    _ part: Verification.Unreachable, _ flow: ProvedFlow, _ deadSteps: DeadSteps,
    _ names: [String: DeclaredNames]
  ) -> Diagnostic? {
    switch part {
    case .rule, .page: return nil
    case .step(let name):
      // If the landing waits for nothing, one finding is enough.
      guard !flow.landsAtOnce, let index = flow.plan.index(of: name) else { return nil }
      return deadSteps.diagnostic(index)
    case .result(let step, let name):
      guard let declared = names[step] else { return nil }
      let isResult = declared.results.contains(name)
      guard isResult || declared.failures.contains(name) else { return nil }
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
}
