/// Each kind of step has only the keys that mean something to it.
enum MisplacedKey: Rule {
  static let code = DiagnosticCode.misplacedKey

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    for service in flow.flow.services {
      if let success = service.envelope?.success {
        check(
          success, mayHaveStatus: false,
          at: JSONPointer(tokens: ["services", service.name, "envelope", "success"]),
          &report)
      }
      for failure in service.failures {
        guard let predicate = failure.when else { continue }
        let path = JSONPointer(tokens: ["services", service.name, "failures", failure.name])
        check(predicate, mayHaveStatus: true, at: path, &report)
      }
    }
    for (condition, path) in flow.conditions where path.tokens.first != "promises" {
      for fact in condition.facts(at: path) where fact.isCached != nil {
        report.add(
          "only a promise may ask what is cached", at: fact.path,
          hint: "add a step with \"cache\", and ask whether it is \"available\"")
      }
    }
    for (index, step) in flow.steps.enumerated() where !flow.unread.work.contains(step.name) {
      let path = { flow.path(of: index) }
      checkOthers(step, path, &report)
      checkPredicates(step, path, &report)
    }
  }

  private static func checkOthers(_ step: Flow.Step, _ path: () -> JSONPointer, _ report: inout RuleReport) {
    if let position = step.needs.firstIndex(of: ReservedWord.landing.rawValue) {
      report.add(
        "the landing cannot be needed", at: path() / "needs" / position,
        hint: "write it into \"after\" or \"when\"")
    }
    if step.poll != nil, step.deadline == nil, step.canHang || step.members != nil {
      report.add(
        "\"poll\" needs a \"deadline\", or the step might never end", at: path() / "poll", .key,
        hint: "add \"deadline\": \"1m\"")
    }
  }

  private static func checkPredicates(
    _ step: Flow.Step, _ path: () -> JSONPointer, _ report: inout RuleReport
  ) {
    if let valid = step.valid { check(valid, mayHaveStatus: false, at: path() / "valid", &report) }
    for result in step.results { check(result, at: { path() / "results" / result.name }, &report) }
    for failure in step.failures {
      guard let predicate = failure.when, predicate.needsCheck else { continue }
      check(predicate, mayHaveStatus: step.hasStatus, at: path() / "failures" / failure.name, &report)
    }
  }

  static func check(_ result: Flow.NamedResult, at path: () -> JSONPointer, _ report: inout RuleReport) {
    guard result.when.needsCheck else { return }
    check(result.when, mayHaveStatus: false, at: path(), &report)
  }

  private static func check(
    _ predicate: Predicate, mayHaveStatus: Bool, at path: JSONPointer, _ report: inout RuleReport
  ) {
    if predicate.at != .whole, !predicate.tests.isEmpty, !predicate.tests.contains(where: \.looksAtPlace) {
      report.add(
        "\"at\" has no test beside it", at: path / "at", .key,
        hint: "tests within all, any and not need their own \"at\"")
    }
    for test in predicate.tests {
      switch test {
      case .status where !mayHaveStatus:
        report.add(
          "\"status\" is only allowed in \"failures\", where there is an HTTP answer", at: path / "status",
          .key)
      case .all(let nested):
        for (place, nested) in nested.enumerated() {
          check(nested, mayHaveStatus: mayHaveStatus, at: path / "all" / place, &report)
        }
      case .any(let nested):
        for (place, nested) in nested.enumerated() {
          check(nested, mayHaveStatus: mayHaveStatus, at: path / "any" / place, &report)
        }
      case .not(let nested): check(nested, mayHaveStatus: mayHaveStatus, at: path / "not", &report)
      default: break
      }
    }
  }
}

extension Predicate {
  /// Whether it holds anything that may be out of place.
  fileprivate var needsCheck: Bool {
    at != .whole
      || tests.contains { test in
        switch test {
        case .status, .all, .any, .not: true
        default: false
        }
      }
  }
}

extension Predicate.Test {
  /// Whether it looks at the predicate's place.
  fileprivate var looksAtPlace: Bool {
    switch self {
    case .status, .all, .any, .not: false
    case .equals, .isIn, .exists, .nonEmpty, .hosts, .less, .greater: true
    }
  }
}
