extension Findings {
  /// The parts that no explored run reaches. A step that never starts appears only as a step.
  func unreachable(in plan: FlowPlan) -> [Verification.Unreachable] {
    var found: [Verification.Unreachable] = []
    let landedOn = Set(plan.rules.indices.filter { isRuleUsed[$0] }.map { Int(plan.rules[$0].page) })
    for page in plan.pages.indices where !landedOn.contains(page) { found.append(.page(plan.pages[page])) }
    for (rule, isUsed) in isRuleUsed.enumerated() where !isUsed {
      found.append(.rule(rule, page: plan.pages[Int(plan.rules[rule].page)]))
    }
    for (index, step) in plan.steps.enumerated() {
      let name = plan.stepNames[index]
      guard hasStarted[index] else {
        found.append(.step(name))
        continue
      }
      for (place, number) in step.names.enumerated()
      where reachedNames[index].isEmpty || !reachedNames[index][place] {
        found.append(.result(step: name, name: plan.names[Int(number)].text))
      }
      for (place, fallback) in step.fallbacks.enumerated() where !isFallbackUsed[Int(fallback)] {
        found.append(.fallback(step: name, place))
      }
      if mostTries[index] > 0, mostTries[index] < plan.clocks[index].attempts {
        found.append(.retry(step: name, try: Int(mostTries[index]) + 1))
      }
    }
    return found
  }
}
