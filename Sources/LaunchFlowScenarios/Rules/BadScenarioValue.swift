import LaunchFlowModel

/// A scenario's inputs are what the flow takes, and its odds add up to 1.
enum BadScenarioValue: ScenarioRule {
  static let code = DiagnosticCode.badValue

  static func check(
    _ scenario: Scenario, of flow: FlowIndex?, at path: JSONPointer, _ report: inout RuleReport
  ) {
    for (input, place) in scenario.allInputs(at: path) {
      guard let flow, let index = flow.inputIndex[input.name],
        let problem = flow.flow.inputs[index].problem(with: input.value)
      else { continue }
      report.add(problem, at: place)
    }
    let shares = scenario.classes.reduce(0) { $0 + $1.share }
    if !scenario.classes.isEmpty, !shares.isNaN, abs(shares - 1) > 1e-6 {
      report.add(
        "the shares of the classes add up to \(text(of: shares)), not to 1", at: path / "classes", .key)
    }
    for behaviours in scenario.steps {
      for (position, behaviour) in behaviours.attempts.enumerated() {
        guard case .odds(let odds) = behaviour.outcome else { continue }
        // What is no number is reported where it is read.
        let sum = odds.reduce(0) { $0 + $1.probability }
        guard !sum.isNaN, abs(sum - 1) > 1e-6 else { continue }
        report.add(
          "the odds add up to \(text(of: sum)), not to 1",
          at: behaviours.path(ofAttempt: position, at: path) / "odds", .key)
      }
    }
  }

  /// Percentiles are those of many runs.
  static func checkFigures(
    of scenario: Scenario, over defaults: Scenario, at path: JSONPointer, _ report: inout RuleReport
  ) {
    guard scenario.over(defaults).runs == nil, let expect = scenario.expect, scenario.name != nil else {
      return
    }
    for figure in expect.figures {
      report.add(
        "\"\(figure.figure.rawValue)\" is a figure of many runs, but the scenario is played once",
        at: path / "expect" / figure.figure.rawValue, .key)
    }
  }

  /// A sum with six decimals at the most.
  private static func text(of sum: Double) -> String {
    JSONValue.number((sum * 1e6).rounded() / 1e6).text()
  }
}
