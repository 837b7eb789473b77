extension FlowRules {
  /// Each kind of step has only keys that apply to it.
  func misplacedKeys() {
    for service in flow.flow.services {
      if let success = service.envelope?.success {
        let path = JSONPointer(tokens: ["services", service.name, "envelope", "success"])
        report.checkStatus(success, at: path)
      }
    }
    for condition in flow.conditions where condition.path.tokens.first != "promises" {
      for fact in condition.facts {
        if case .cached = fact.term {
          report.add("only a promise may ask whether a value is cached", at: fact.path)
        }
        if case .given = fact.term {
          report.add("only a promise may ask whether a signal was given", at: fact.path)
        }
      }
    }
    let steps = flow.steps
    // Only a step that may break the rule is copied.
    for index in steps.indices
    where steps[index].poll != nil || steps[index].valid != nil || !steps[index].results.isEmpty
      || !steps[index].failures.isEmpty
    {
      guard !flow.unread.work.contains(steps[index].name) else { continue }
      check(steps[index], at: flow.path(of: index))
    }
  }

  private func check(_ step: Flow.Step, at path: JSONPointer) {
    if step.poll != nil, step.deadline == nil, step.isCall || step.members != nil {
      report.add("\"poll\" needs a \"deadline\", or the step might never end", at: path / "poll", .key)
    }
    if let valid = step.valid { report.checkStatus(valid, at: path / "valid") }
    for result in step.results { report.checkStatus(result.when, at: path / "results" / result.name) }
    for failure in step.failures where step.requests.isEmpty {
      failure.when.map { report.checkStatus($0, at: path / "failures" / failure.name) }
    }
  }
}

extension RuleReport {
  /// Reports each `status` in a predicate about no HTTP answer.
  package mutating func checkStatus(_ predicate: Predicate, at path: JSONPointer) {
    for test in predicate.tests {
      switch test {
      case .status:
        add(
          "\"status\" is only allowed in \"failures\", where there is an HTTP answer", at: path / "status",
          .key)
      case .all(let nested), .any(let nested):
        let key = if case .all = test { "all" } else { "any" }
        for (place, nested) in nested.enumerated() { checkStatus(nested, at: path / key / place) }
      case .not(let nested): checkStatus(nested, at: path / "not")
      case .equals, .isIn, .exists, .nonEmpty, .hosts: break
      }
    }
  }
}
