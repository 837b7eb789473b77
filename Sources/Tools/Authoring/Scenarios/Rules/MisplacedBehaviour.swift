import LaunchFlowModel

/// Requires that only requests and actions have a behaviour.
enum MisplacedBehaviour {
  static func check(
    _ scenario: Scenario, of flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    for behaviours in scenario.steps {
      guard let index = flow.graph.index[behaviours.fallbacksOwner ?? behaviours.step] else { continue }
      let step = flow.steps[index]
      if behaviours.fallbacksOwner == nil, !step.isCall {
        report.add(
          "\"\(step.name)\" makes no request, so it has no behaviour",
          at: path / "steps" / behaviours.key, .key)
        continue
      }
      let isFallback = behaviours.fallbacksOwner != nil
      for (position, behaviour) in behaviours.attempts.enumerated() {
        let place = behaviours.path(ofAttempt: position, at: path)
        for (key, hasCode) in answers(behaviour.outcome) {
          let place = key.reduce(place, /)
          if !mayGetResponse(step, isFallback: isFallback) {
            report.add("\"\(step.name)\" is an action, which gets no HTTP answer", at: place, .key)
          } else if hasCode, !mayGetCode(index, isFallback: isFallback, in: flow) {
            report.add("the answers to \"\(step.name)\" have no code", at: place, .key)
          }
        }
      }
    }
  }

  /// The HTTP answers of a behaviour: their keys, and whether they have a code.
  private static func answers(_ outcome: Scenario.Outcome) -> [(key: [String], hasCode: Bool)] {
    switch outcome {
    case .response: [(["response"], false)]
    case .code: [(["code"], true)]
    case .odds(let odds):
      odds.compactMap { entry in entry.codes.map { (["odds", entry.outcome], $0.code != nil) } }
    case .opaque, .named, .value, .error, .hang: []
    }
  }

  private static func mayGetCode(_ step: Int, isFallback: Bool, in flow: FlowIndex) -> Bool {
    flow.steps[step].requests.contains { call in
      (call.tokens.count > 1) == isFallback && call.request.expect == .json
        && call.request.service.flatMap { flow.envelope(ofService: $0)?.codePlace } != nil
    }
  }

  private static func mayGetResponse(_ step: Flow.Step, isFallback: Bool) -> Bool {
    if isFallback { return step.fallback.contains { if case .http = $0 { true } else { false } } }
    if case .http = step.work { return true }
    return false
  }
}
