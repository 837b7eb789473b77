/// The behaviour and the expected outcome of a step are among its words.
enum UnknownScenarioWord: ScenarioRule {
  static let code = DiagnosticCode.unknownName

  static func check(
    _ scenario: Scenario, of flow: FlowIndex?, at path: JSONPointer, _ report: inout RuleReport
  ) {
    guard let flow else { return }
    for behaviours in scenario.steps where behaviours.attempts.contains(where: \.outcome.isNamed) {
      let names: [String]
      if behaviours.step == Scenario.StepBehaviours.everyStep {
        // Any step's word will do: the others do not run into it.
        names = flow.steps.indices.flatMap { flow.steps[$0].canHang ? flow.outcomes(of: $0) : [] }
      } else if let step = flow.graph.index[behaviours.fallbacksOwner ?? behaviours.step] {
        names = flow.outcomes(of: step)
      } else {
        continue
      }
      check(behaviours, names, at: path, &report)
    }
    for expected in scenario.expect?.steps ?? [] {
      guard let step = flow.graph.index[expected.step], let outcome = expected.outcome else { continue }
      let words = flow.words(of: step)
      for (position, word) in outcome.enumerated()
      where !words.contains(word) && word != UnreadParts.standInName {
        report.add(
          "\"\(word)\" is not a result, failure or status of \"\(expected.step)\"",
          at: place(ofWord: position, expected, at: path),
          hint: report.suggester.hint(for: word, among: words))
      }
    }
  }

  private static func place(
    ofWord position: Int, _ expected: Scenario.Expectation.Step, at path: JSONPointer
  ) -> JSONPointer {
    let place = path / "expect" / "steps" / expected.step
    // A lone word stands there itself or under `is`; where there is no `is`, what stands there is marked.
    guard let outcome = expected.outcome, outcome.count > 1 else { return place / "is" }
    return expected.source != nil || expected.attempts != nil ? place / "is" / position : place / position
  }

  private static func check(
    _ behaviours: Scenario.StepBehaviours, _ names: [String], at path: JSONPointer, _ report: inout RuleReport
  ) {
    for (position, behaviour) in behaviours.attempts.enumerated() {
      let place = behaviours.path(ofAttempt: position, at: path)
      switch behaviour.outcome {
      case .named(let name) where !names.contains(name):
        report.add(
          "\"\(name)\" is not a result or failure of \"\(behaviours.step)\"", at: place / "result",
          hint: report.suggester.hint(for: name, among: names))
      case .odds(let odds):
        let words = names + ["ok", "hang"] + ErrorClass.allCases.map(\.rawValue)
        for entry in odds where !words.contains(entry.outcome) {
          report.add(
            "\"\(entry.outcome)\" is not an outcome of \"\(behaviours.step)\"",
            at: place / "odds" / entry.outcome, .key,
            hint: report.suggester.hint(for: entry.outcome, among: words))
        }
      case .named, .opaque, .value, .response, .code, .error, .hang: break
      }
    }
  }
}

extension Scenario.Outcome {
  /// Whether it says a result or failure by its name.
  fileprivate var isNamed: Bool {
    switch self {
    case .named, .odds: true
    case .opaque, .value, .response, .code, .error, .hang: false
    }
  }
}

extension FlowIndex {
  /// The results and failures of a step.
  func outcomes(of step: Int) -> [String] {
    let declared = steps[step]
    return declared.results.map(\.name) + declared.failures.map(\.name)
      + serviceFailures(of: step).map(\.name)
  }
}
