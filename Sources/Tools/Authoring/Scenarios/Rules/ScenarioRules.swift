import LaunchFlowModel

extension ScenariosFile<Scenario> {
  /// Checks the scenarios against the rules.
  ///
  /// - Parameters:
  ///   - flow: The flow of the scenarios; every name is looked up in it.
  ///   - given: The names of inputs that are set elsewhere, so that scenarios may omit them.
  func diagnostics(for flow: Flow?, inputsGiven given: Set<String>) -> [Diagnostic] {
    var report = RuleReport(code: .badValue)
    let index = flow.map { FlowIndex($0) }
    for (scenario, path) in entries {
      report.code = .misplacedKey
      MisplacedStart.check(scenario, over: defaults, at: path, &report)
      report.code = .badValue
      BadScenarioValue.checkFigures(of: scenario, over: defaults, at: path, &report)
      guard let index else { continue }
      for (part, place) in scenario.classParts(at: path) + [(scenario, path)] {
        report.code = .unknownName
        UnknownScenarioName.check(part, of: index, at: place, &report)
        UnknownScenarioWord.check(part, of: index, at: place, &report)
        report.code = .misplacedKey
        MisplacedBehaviour.check(part, of: index, at: place, &report)
        report.code = .badValue
        BadScenarioValue.check(part, of: index, at: place, &report)
      }
      report.code = .missingKey
      MissingInput.check(scenario.over(defaults), of: index, given: given, at: path, &report)
      report.code = .unknownName
      UnknownScenarioWord.checkEveryStep(
        scenario, over: defaults, of: index, at: { $0 ? path : JSONPointer(tokens: ["defaults"]) }, &report)
    }
    // The defaults are checked once for each scenario that uses them.
    var seen: Set<String> = []
    let found = report.diagnostics.filter { seen.insert($0.key).inserted }
    return flow?.withoutRepeats(found) ?? found
  }
}

extension Scenario {
  /// The steps of each class, as a scenario with nothing else.
  fileprivate func classParts(at path: JSONPointer) -> [(Scenario, JSONPointer)] {
    classes.map { part in
      var scenario = Scenario()
      scenario.steps = part.steps
      return (scenario, path / "classes" / part.name)
    }
  }
}

extension Scenario.StepBehaviours {
  /// The name for every `http` and `action` step without an entry of its own.
  package static let everyStep = "*"
  package static let fallbackSuffix = ".fallback"

  /// The step of an entry for remote fallbacks; nil for an entry for a step's own work.
  package var fallbacksOwner: String? {
    step.hasSuffix(Self.fallbackSuffix) ? String(step.dropLast(Self.fallbackSuffix.count)) : nil
  }

  /// Its key in the file.
  var key: String { pattern ?? step }

  /// The path of the behaviour of an attempt.
  func path(ofAttempt position: Int, at path: JSONPointer) -> JSONPointer {
    attempts.count == 1 ? path / "steps" / key : path / "steps" / key / position
  }
}
