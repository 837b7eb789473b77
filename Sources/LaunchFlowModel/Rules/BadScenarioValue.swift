/// A scenario's numbers lie within their ranges, and its inputs are what the flow takes.
enum BadScenarioValue: ScenarioRule {
  static let code = DiagnosticCode.badValue
  private static let mostRuns = 1_000_000_000

  static func check(
    _ scenario: Scenario, of flow: FlowIndex?, at path: JSONPointer, _ report: inout RuleReport
  ) {
    if let runs = scenario.runs, !(1...mostRuns).contains(runs) {
      report.add("\"runs\" is between 1 and \(mostRuns)", at: path / "runs")
    }
    for input in scenario.inputs {
      guard let flow, let index = flow.inputIndex[input.name],
        let problem = flow.flow.inputs[index].problem(with: input.value)
      else { continue }
      report.add(problem, at: path / "inputs" / input.name)
    }
    for behaviours in scenario.steps {
      if behaviours.attempts.isEmpty {
        report.add("the list has no attempt", at: path / "steps" / behaviours.step)
      }
      for (position, behaviour) in behaviours.attempts.enumerated() {
        check(behaviour.outcome, at: behaviours.path(ofAttempt: position, at: path), &report)
      }
    }
    if let expectation = scenario.expect { check(expectation, at: path / "expect", &report) }
  }

  private static func check(_ outcome: Scenario.Outcome, at path: JSONPointer, _ report: inout RuleReport) {
    switch outcome {
    case .response(let response) where !(100...599).contains(response.status):
      report.add("an HTTP status is between 100 and 599", at: path / "response" / "status")
    case .odds(let odds):
      // What is no number at all is reported by its reader.
      guard !odds.contains(where: { $0.probability.isNaN }) else { return }
      for entry in odds where !(0...1).contains(entry.probability) {
        report.add("odds are between 0 and 1", at: path / "odds" / entry.outcome)
      }
      let sum = odds.reduce(0) { $0 + $1.probability }
      if abs(sum - 1) > 1e-6 {
        report.add("the odds add up to \(Self.text(of: sum)), not to 1", at: path / "odds", .key)
      }
    case .opaque, .named, .value, .response, .error, .hang: break
    }
  }

  private static func check(
    _ expectation: Scenario.Expectation, at path: JSONPointer, _ report: inout RuleReport
  ) {
    if case .shares(let shares) = expectation.landing {
      for share in shares where !(0...1).contains(share.bound.value) {
        report.add("a share is between 0 and 1", at: path / "landing" / share.page)
      }
    }
    if case .anyOf(let pages) = expectation.landing, pages.isEmpty {
      report.add("the list is empty, so this condition never holds", at: path / "landing")
    }
    for step in expectation.steps {
      if let attempts = step.attempts, attempts < 0 {
        report.add("there are no fewer than 0 attempts", at: path / "steps" / step.step / "attempts")
      }
      if step.outcome?.isEmpty == true {
        report.add("the list is empty, so this condition never holds", at: path / "steps" / step.step)
      }
    }
  }

  /// A sum with six decimals at the most.
  private static func text(of sum: Double) -> String {
    JSONValue.number((sum * 1e6).rounded() / 1e6).text()
  }
}
