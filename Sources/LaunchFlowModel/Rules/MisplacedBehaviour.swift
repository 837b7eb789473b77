/// Only what asks somebody behaves in some way: requests and actions.
enum MisplacedBehaviour: ScenarioRule {
  static let code = DiagnosticCode.misplacedKey

  static func check(
    _ scenario: Scenario, of flow: FlowIndex?, at path: JSONPointer, _ report: inout RuleReport
  ) {
    guard let flow else { return }
    for behaviours in scenario.steps {
      guard let index = flow.graph.index[behaviours.fallbacksOwner ?? behaviours.step] else { continue }
      let step = flow.steps[index]
      if behaviours.fallbacksOwner == nil, !step.canHang {
        report.add(
          "\"\(step.name)\" asks nobody, so it cannot behave in any way",
          at: path / "steps" / behaviours.step, .key,
          hint: hint(for: step))
        continue
      }
      guard !mayGetResponse(step, isFallback: behaviours.fallbacksOwner != nil) else { continue }
      for (position, behaviour) in behaviours.attempts.enumerated() {
        guard case .response = behaviour.outcome else { continue }
        report.add(
          "\"\(step.name)\" is an action, which gets no HTTP answer",
          at: behaviours.path(ofAttempt: position, at: path) / "response", .key,
          hint: "write \"value\" or \"result\"")
      }
    }
  }

  private static func hint(for step: Flow.Step) -> String? {
    switch step.work {
    case .cache(let cache): "say under \"caches\" what \"\(cache)\" holds"
    case .group: "say what its members do"
    case .value, .http, .action: nil
    }
  }

  private static func mayGetResponse(_ step: Flow.Step, isFallback: Bool) -> Bool {
    if isFallback { return step.fallback.contains { if case .http = $0 { true } else { false } } }
    if case .http = step.work { return true }
    return false
  }
}
