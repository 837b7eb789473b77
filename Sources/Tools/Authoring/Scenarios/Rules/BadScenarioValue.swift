import LaunchFlowModel

/// Requires that a scenario's inputs are valid for the flow.
enum BadScenarioValue {
  static func check(
    _ scenario: Scenario, of flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    for (input, place) in scenario.allInputs(at: path) {
      guard let index = flow.inputIndex[input.name],
        let problem = flow.flow.inputs[index].problem(with: input.value)
      else { continue }
      report.add(problem, at: place)
    }
  }

  /// Requires many runs for bounds on percentiles.
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
}
