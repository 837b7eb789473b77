/// Groups, conditions and predicates are nested only so deep, so that walking them is safe on
/// any stack.
enum BadNesting {
  static let code = DiagnosticCode.badValue
  private static let limit = DeclaredObject.nestingLimit

  static func check(_ flow: Flow, _ report: inout RuleReport) {
    var groups = [(steps: flow.steps, path: JSONPointer(tokens: ["steps"]), depth: 1)]
    while let group = groups.popLast() {
      guard group.depth <= limit else {
        complain("groups", at: group.path, &report)
        continue
      }
      for step in group.steps {
        let path = { group.path / step.name }
        check(step, path, &report)
        if let members = step.members { groups.append((members, path() / "steps", group.depth + 1)) }
      }
    }
    for (position, landing) in flow.landings.enumerated() {
      for (condition, path) in landing.conditions(at: JSONPointer(tokens: ["landings", String(position)]))
      where isTooDeep(condition) {
        complain("conditions", at: path, &report)
      }
    }
    for (position, promise) in flow.promises.enumerated() {
      let conditions: [Condition] =
        switch promise {
        case .within: []
        case .never(let condition), .always(let condition): [condition]
        case .implies(let premise, let conclusion): [premise, conclusion]
        }
      if conditions.contains(where: { isTooDeep($0) }) {
        complain("conditions", at: JSONPointer(tokens: ["promises", String(position)]), &report)
      }
    }
    for service in flow.services {
      let predicates = service.failures.map(\.when) + [service.envelope?.success]
      if predicates.contains(where: { isTooDeep($0) }) {
        complain("predicates", at: JSONPointer(tokens: ["services", service.name]), &report)
      }
    }
  }

  private static func check(_ step: Flow.Step, _ path: () -> JSONPointer, _ report: inout RuleReport) {
    if isTooDeep(step.when) { complain("conditions", at: path() / "when", &report) }
    if step.outcomes.contains(where: { isTooDeep($0.when) }) {
      complain("conditions", at: path() / "results", &report)
    }
    if isTooDeep(step.valid) || step.results.contains(where: { isTooDeep($0.when) })
      || step.failures.contains(where: { isTooDeep($0.when) })
    {
      complain("predicates", at: path(), &report)
    }
  }

  private static func complain(_ what: String, at path: JSONPointer, _ report: inout RuleReport) {
    report.add("\(what) are nested more than \(limit) levels deep", at: path, .key)
  }

  private static func isTooDeep(_ condition: Condition?, depth: Int = 1) -> Bool {
    guard let condition else { return false }
    guard depth <= limit else { return true }
    return condition.terms.contains { term in
      switch term {
      case .fact, .error, .cached: false
      case .any(let nested), .all(let nested), .atLeast(_, let nested):
        nested.contains { isTooDeep($0, depth: depth + 1) }
      case .not(let nested): isTooDeep(nested, depth: depth + 1)
      }
    }
  }

  private static func isTooDeep(_ predicate: Predicate?, depth: Int = 1) -> Bool {
    guard let predicate else { return false }
    guard depth <= limit else { return true }
    return predicate.tests.contains { test in
      switch test {
      case .any(let nested), .all(let nested): nested.contains { isTooDeep($0, depth: depth + 1) }
      case .not(let nested): isTooDeep(nested, depth: depth + 1)
      default: false
      }
    }
  }
}
