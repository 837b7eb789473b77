extension ScenariosFile<Scenario> {
  /// - Parameter given: The names of inputs that are set elsewhere, so that scenarios may omit them.
  func diagnostics(for flow: Flow?, inputsGiven given: Set<String>) -> [Diagnostic] {
    let rules = ScenarioRules(flow, defaults: defaults, inputsGiven: given)
    for (scenario, path) in entries { rules.check(scenario, at: path) }
    // The defaults are checked once for each scenario that uses them.
    var seen: Set<String> = []
    let found = rules.report.diagnostics.filter { seen.insert($0.key).inserted }
    return flow?.withoutRepeats(found) ?? found
  }
}

/// Checks the scenarios of a flow.
final class ScenarioRules {
  /// The flow of the scenarios; empty for an unknown one.
  let flow: FlowIndex
  private let isFlowKnown: Bool
  private let defaults: Scenario
  private let given: Set<String>
  private(set) var report = RuleReport(code: .badValue)

  init(_ flow: Flow?, defaults: Scenario, inputsGiven given: Set<String>) {
    self.flow = FlowIndex(flow ?? Flow(named: ""))
    isFlowKnown = flow != nil
    self.defaults = defaults
    self.given = given
  }

  func check(_ scenario: Scenario, at path: JSONPointer) {
    let merged = scenario.over(defaults)
    if merged.runs != nil, !merged.starts.isEmpty {
      let owner = scenario.starts.isEmpty ? JSONPointer(tokens: ["defaults"]) : path
      add(
        .misplacedKey, "\"starts\" is for a single run, and the scenario has \"runs\"", at: owner / "starts",
        .key)
    }
    // Bounds on percentiles need many runs.
    for figure in scenario.expect?.figures ?? [] where merged.runs == nil && scenario.name != nil {
      add(
        .badValue,
        "\"\(figure.figure.rawValue)\" is a figure of many runs, but the scenario is played once",
        at: path / "expect" / figure.figure.rawValue, .key)
    }
    guard isFlowKnown else { return }
    for (part, place) in scenario.classParts(at: path) + [(scenario, path)] {
      checkNames(of: part, at: place)
      checkWords(of: part, at: place)
      checkBehaviours(of: part, at: place)
    }
    checkMissingInputs(of: scenario, merged, at: path)
    checkWordsOfEveryStep(scenario, merged, at: path)
  }

  func add(
    _ code: DiagnosticCode, _ message: String, at path: JSONPointer, _ part: Place.Part = .value,
    known: [String] = []
  ) {
    report.code = code
    report.add(message, at: path, part, known: known)
  }

  /// Requires a value for every input without a default. The file's defaults are not a scenario, and may omit inputs.
  private func checkMissingInputs(of scenario: Scenario, _ merged: Scenario, at path: JSONPointer) {
    // An unknown input may be this one, misspelt.
    guard scenario.name != nil, merged.inputs.allSatisfy({ flow.inputIndex[$0.name] != nil }) else { return }
    let stated = given.union(merged.inputs.map(\.name))
    for input in flow.flow.inputs where input.defaultValue == nil && !stated.contains(input.name) {
      add(
        .missingKey, "the scenario has no value for the input \"\(input.name)\", which has no default",
        at: path, .key)
    }
  }
}

// Behaviours.
extension ScenarioRules {
  /// Requires that only requests and actions have a behaviour.
  private func checkBehaviours(of scenario: Scenario, at path: JSONPointer) {
    for behaviours in scenario.steps {
      guard let index = flow.graph.index[behaviours.fallbacksOwner ?? behaviours.step] else { continue }
      let step = flow.steps[index]
      let isFallback = behaviours.fallbacksOwner != nil
      if !isFallback, !step.isCall {
        add(
          .misplacedKey, "\"\(step.name)\" makes no request, so it has no behaviour",
          at: path / "steps" / behaviours.key, .key)
        continue
      }
      let requests = step.requests.filter { ($0.tokens.count > 1) == isFallback }
      let hasCode = requests.contains { call in
        call.request.expect == .json
          && call.request.service.flatMap { flow.envelope(ofService: $0)?.codePlace } != nil
      }
      for (position, behaviour) in behaviours.attempts.enumerated() {
        let place = behaviours.path(ofAttempt: position, at: path)
        for answer in behaviour.outcome.answers {
          let place = answer.key.reduce(place, /)
          if requests.isEmpty {
            add(.misplacedKey, "\"\(step.name)\" is an action, which gets no HTTP answer", at: place, .key)
          } else if answer.hasCode, !hasCode {
            add(.misplacedKey, "the answers to \"\(step.name)\" have no code", at: place, .key)
          }
        }
      }
    }
  }
}

extension Scenario.Outcome {
  /// The HTTP answers of a behaviour: their keys, and whether they have a code.
  fileprivate var answers: [(key: [String], hasCode: Bool)] {
    switch self {
    case .response: [(["response"], false)]
    case .code: [(["code"], true)]
    case .odds(let odds):
      odds.compactMap { entry in entry.codes.map { (["odds", entry.outcome], $0.code != nil) } }
    case .opaque, .named, .value, .error, .hang: []
    }
  }
}

extension Scenario {
  /// The inputs of all starts, each with its place.
  func allInputs(at path: JSONPointer) -> [(input: Flow.NamedValue, place: JSONPointer)] {
    inputs.map { ($0, path / "inputs" / $0.name) }
      + starts.enumerated().flatMap { position, start in
        start.inputs.map { ($0, path / "starts" / position / "inputs" / $0.name) }
      }
  }

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

  var key: String { pattern ?? step }

  func path(ofAttempt position: Int, at path: JSONPointer) -> JSONPointer {
    attempts.count == 1 ? path / "steps" / key : path / "steps" / key / position
  }
}
