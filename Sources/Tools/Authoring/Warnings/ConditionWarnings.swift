import LaunchFlowModel

/// Warns of a condition that asks for a status which the step never has.
enum ImpossibleWord {
  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for (index, step) in flow.steps.enumerated() {
      for outcome in step.outcomes {
        check(outcome.when, at: flow.path(of: index) / "results" / outcome.name, flow, &report)
      }
      guard let condition = step.when else { continue }
      let path = flow.path(of: index) / "when"
      check(condition, at: path, flow, &report)
      for term in condition.terms {
        switch term {
        case .fact(let subject, let words):
          checkNeed(of: index, subject, words, at: path / subject, flow, &report)
        case .error(let subject, _):
          checkNeed(of: index, subject, [.string(Status.failed.rawValue)], at: path / subject, flow, &report)
        case .cached, .any, .all, .atLeast, .not: break
        }
      }
    }
    for (condition, path) in flow.landingConditions + flow.promiseConditions {
      check(condition, at: path, flow, &report)
    }
  }

  private static func check(
    _ condition: Condition, at path: JSONPointer, _ flow: FlowIndex, _ report: inout RuleReport
  ) {
    for fact in condition.facts(at: path) {
      guard let step = flow.graph.index[fact.subject] else { continue }
      for (position, word) in fact.words.enumerated() {
        guard let word = word.string, let reason = flow.steps[step].reasonNever(word) else { continue }
        report.add(
          "\"\(fact.subject)\" is never \(word): \(reason)", at: fact.path(ofWord: position),
          notes: [Diagnostic.Note("the step", at: Place(flow.path(of: step), .key))])
      }
    }
  }

  /// Warns of a step that runs only when a step that it needs is unavailable, which is impossible.
  private static func checkNeed(
    of step: Int, _ subject: String, _ words: [JSONValue], at path: JSONPointer, _ flow: FlowIndex,
    _ report: inout RuleReport
  ) {
    guard let target = flow.graph.index[subject],
      let need = flow.graph.waits(of: step).first(where: { $0.kind == .needs && $0.target == target })
    else { return }
    let unavailable =
      Status.allCases.filter { !$0.isAvailable }.map(\.rawValue) + [StatusGroup.unavailable.rawValue]
    guard words.allSatisfy({ $0.string.map(unavailable.contains) ?? false }) else { return }
    let name = flow.steps[step].name
    report.add(
      "\"\(name)\" never runs: it needs \"\(subject)\", but runs only when it is unavailable",
      at: path,
      .key,
      notes: [Diagnostic.Note("it is needed here", at: flow.graph.place(of: need, from: step))])
  }
}

extension Flow.Step {
  /// The reason why the step never settles with a status; nil if it may, or if the word is not a status.
  fileprivate func reasonNever(_ word: String) -> String? {
    switch (Status(rawValue: word), work) {
    case (.recovered, .group): "a group has no fallback"
    case (.recovered, .value): "a constant needs no fallback"
    case (.recovered, .wait): "a wait has no fallback"
    case (.recovered, _): fallback.isEmpty ? "it has no fallback" : nil
    case (.failed, .wait): "a wait ends succeeded or timed-out"
    case (.failed, .value): "a constant never fails"
    case (.timedOut, .value): "a constant takes no time"
    case (.timedOut, .cache): hasRemoteFallback ? nil : "reading a cache takes no time"
    case (.skipped, _), (.cancelled, _), (.succeeded, _), (.failed, _), (.timedOut, _), (nil, _): nil
    }
  }
}
