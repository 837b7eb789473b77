import LaunchFlowModel

/// Requires that the behaviour and the expected outcome of a step are words that the step can have.
enum UnknownScenarioWord {
  static func check(
    _ scenario: Scenario, of flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    for behaviours in scenario.steps where behaviours.attempts.contains(where: \.outcome.isNamed) {
      guard let step = flow.graph.index[behaviours.fallbacksOwner ?? behaviours.step] else { continue }
      check(behaviours, flow.outcomes(of: step), at: path, &report)
    }
    for expected in scenario.expect?.steps ?? [] {
      guard let step = flow.graph.index[expected.step], let outcome = expected.outcome else { continue }
      let words = flow.words(of: step)
      for (position, word) in outcome.enumerated()
      where !words.contains(word) && word != UnreadParts.standInName {
        report.add(
          "\"\(word)\" is not a result, failure or status of \"\(expected.step)\"",
          at: place(ofWord: position, expected, at: path))
      }
    }
  }

  /// Checks the entry `"*"` of a scenario: each step that it applies to needs its words.
  ///
  /// - Parameter path: Returns the place of the scenario, or of the defaults, that has the entry.
  static func checkEveryStep(
    _ scenario: Scenario, over defaults: Scenario, of flow: FlowIndex,
    at path: (_ isOwn: Bool) -> JSONPointer,
    _ report: inout RuleReport
  ) {
    let merged = scenario.over(defaults).steps
    let every = Scenario.StepBehaviours.everyStep
    guard let entry = merged.last(where: { $0.step == every }),
      entry.attempts.contains(where: \.outcome.isNamed),
      let names = flow.outcomesOfEveryStep(without: merged)
    else { return }
    check(entry, names, at: path(scenario.steps.contains { $0.step == every }), &report)
  }

  private static func place(
    ofWord position: Int, _ expected: Scenario.Expectation.Step, at path: JSONPointer
  ) -> JSONPointer {
    let place = path / "expect" / "steps" / expected.step
    // A single word is the value itself or is under `is`; without `is`, the value is marked.
    guard let outcome = expected.outcome, outcome.count > 1 else { return place / "is" }
    return expected.source != nil || expected.attempts != nil ? place / "is" / position : place / position
  }

  private static func check(
    _ behaviours: Scenario.StepBehaviours, _ names: [String], at path: JSONPointer, _ report: inout RuleReport
  ) {
    let isEvery = behaviours.step == Scenario.StepBehaviours.everyStep
    let subject = isEvery ? "every step under \"*\"" : "\"\(behaviours.step)\""
    for (position, behaviour) in behaviours.attempts.enumerated() {
      let place = behaviours.path(ofAttempt: position, at: path)
      switch behaviour.outcome {
      case .named(let name) where !names.contains(name):
        report.add(
          "\"\(name)\" is not a result or failure of \(subject)", at: place / "result",
          known: names)
      case .odds(let odds):
        let words = names + ["ok", "hang"] + ErrorClass.allCases.map(\.rawValue)
        for entry in odds where !words.contains(entry.outcome) && entry.codes == nil {
          report.add(
            "\"\(entry.outcome)\" is not an outcome of \(subject)",
            at: place / "odds" / entry.outcome, .key, known: words)
        }
      case .named, .opaque, .value, .response, .code, .error, .hang: break
      }
    }
  }
}

extension Scenario.Outcome {
  /// Whether it names a result or failure.
  fileprivate var isNamed: Bool {
    switch self {
    case .named, .odds: true
    case .opaque, .value, .response, .code, .error, .hang: false
    }
  }
}

extension FlowIndex {
  /// The results and failures shared by all steps that `"*"` applies to; nil if there are no such steps.
  fileprivate func outcomesOfEveryStep(without others: [Scenario.StepBehaviours]) -> [String]? {
    let named = Set(others.map(\.step))
    var common: [String]?
    for (index, step) in steps.enumerated() {
      let isOwn = step.isCall && !named.contains(step.name)
      let isFallback =
        step.hasRemoteFallback && !named.contains(step.name + Scenario.StepBehaviours.fallbackSuffix)
      guard isOwn || isFallback else { continue }
      let names = outcomes(of: index)
      common = common?.filter(names.contains) ?? names
    }
    return common
  }

  /// The results and failures of a step.
  func outcomes(of step: Int) -> [String] {
    let declared = steps[step]
    return declared.results.map(\.name) + declared.failures.map(\.name)
      + serviceFailures(of: step).map(\.name)
  }
}
