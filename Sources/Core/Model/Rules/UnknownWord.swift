/// The subjects of a condition exist, and the words that it uses exist for them.
enum UnknownWord: Rule {
  static let code = DiagnosticCode.unknownName

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    var words = Words(flow: flow)
    for condition in flow.conditions { check(condition, &words, &report) }
  }

  private static func check(
    _ condition: LocatedCondition, _ words: inout Words, _ report: inout RuleReport
  ) {
    for fact in condition.facts {
      if fact.words.isEmpty, fact.errors?.isEmpty != false, fact.isCached == nil, fact.isGiven == nil,
        fact.subject != UnreadParts.standInName
      {
        report.add("the list is empty, so this condition never holds", at: fact.path)
      }
      check(fact, &words, &report)
    }
  }

  private static func check(_ fact: Condition.Fact, _ words: inout Words, _ report: inout RuleReport) {
    let flow = words.flow
    if fact.subject == ReservedWord.landing.rawValue {
      for (position, word) in fact.words.enumerated() {
        guard let page = word.string else {
          report.add("a landing is a page, not \(word.text())", at: fact.path(ofWord: position))
          continue
        }
        UnknownName.checkPage(page, flow, at: fact.path(ofWord: position), &report)
      }
    } else if fact.subject == ReservedWord.offline.rawValue {
      for (position, word) in fact.words.enumerated() where !word.isBool && !word.isStandIn {
        report.add("\"offline\" is true or false, not \(word.text())", at: fact.path(ofWord: position))
      }
    } else if let step = flow.graph.index[fact.subject] {
      if fact.isCached != nil {
        checkCache(of: flow.steps[step], fact, flow, &report)
      } else if fact.isGiven != nil {
        checkSignal(of: flow.steps[step], fact, flow, &report)
      } else if fact.errors == nil {
        checkWords(of: step, fact, &words, &report)
      } else {
        checkError(of: flow.steps[step], fact, flow, &report)
      }
    } else if fact.isCached != nil, flow.inputIndex[fact.subject] != nil {
      report.add("\"\(fact.subject)\" is an input, which is not cached", at: fact.path)
    } else if fact.isGiven != nil, flow.inputIndex[fact.subject] != nil {
      report.add("\"\(fact.subject)\" is an input, not a step that awaits a signal", at: fact.path)
    } else if fact.errors != nil, flow.inputIndex[fact.subject] != nil {
      report.add("\"\(fact.subject)\" is an input, which has no error", at: fact.path)
    } else if let input = flow.inputIndex[fact.subject] {
      checkValues(of: flow.flow.inputs[input], fact, flow, &report)
    } else if !flow.unread.contains(.steps) && !flow.unread.contains(.inputs) {
      report.add("no step or input \"\(fact.subject)\" is declared", at: fact.path, .key)
    }
  }

  /// Reports a question about the error class of a step without a call. The stand-in of an unreadable step is accepted.
  private static func checkError(
    of step: Flow.Step, _ fact: Condition.Fact, _ flow: FlowIndex, _ report: inout RuleReport
  ) {
    guard !step.isCall, !flow.unread.work.contains(step.name) else { return }
    report.add(
      "\"\(step.name)\" has no error: only http and action steps have one", at: fact.path)
  }

  private static func checkCache(
    of step: Flow.Step, _ fact: Condition.Fact, _ flow: FlowIndex, _ report: inout RuleReport
  ) {
    guard !step.readsAnyCache, !flow.unread.work.contains(step.name) else { return }
    report.add("\"\(step.name)\" reads no cache, by itself or in a fallback", at: fact.path)
  }

  private static func checkSignal(
    of step: Flow.Step, _ fact: Condition.Fact, _ flow: FlowIndex, _ report: inout RuleReport
  ) {
    guard step.awaitedSignal == nil, !flow.unread.work.contains(step.name) else { return }
    report.add("\"\(step.name)\" awaits no signal", at: fact.path)
  }

  private static func checkWords(
    of step: Int, _ fact: Condition.Fact, _ words: inout Words, _ report: inout RuleReport
  ) {
    guard let known = words.known(of: step) else { return }
    for (position, word) in fact.words.enumerated() where !word.isStandIn {
      if let word = word.string, known.contains(word) { continue }
      let listed = words.listed(of: step)
      let name = word.string.map { "\"\($0)\"" } ?? word.text()
      // A name that is not in kebab case is reported where it is declared.
      if let word = word.string, listed.contains(where: { !$0.isKebabCase && $0.kebabCased == word }) {
        continue
      }
      report.add(
        "\(name) is not a result, failure or status of \"\(fact.subject)\"", at: fact.path(ofWord: position))
    }
  }

  private static func checkValues(
    of input: Flow.Input, _ fact: Condition.Fact, _ flow: FlowIndex, _ report: inout RuleReport
  ) {
    guard !flow.unread.contains(.inputs) else { return }
    if input.kind == .duration {
      report.add("conditions cannot ask about the duration \"\(input.name)\"", at: fact.path, .key)
      return
    }
    for (position, word) in fact.words.enumerated() where !word.isStandIn {
      if let problem = input.problem(with: word) { report.add(problem, at: fact.path(ofWord: position)) }
    }
  }
}

/// The words that conditions may use for each step, found when they are first asked for.
private struct Words {
  let flow: FlowIndex
  /// By step: its words; empty until they are asked for.
  private var cache: [Set<String>]

  init(flow: FlowIndex) {
    self.flow = flow
    cache = Array(repeating: [], count: flow.steps.count)
  }

  /// The words of a step; nil if they could not be read completely.
  mutating func known(of step: Int) -> Set<String>? {
    if !cache[step].isEmpty { return cache[step] }
    let declared = flow.steps[step]
    guard !flow.unread.words.contains(declared.name), !flow.unread.work.contains(declared.name) else {
      return nil
    }
    if flow.unread.contains(.services), !flow.requests(of: step).isEmpty { return nil }
    let words = Set(listed(of: step))
    cache[step] = words
    return words
  }

  func listed(of step: Int) -> [String] { flow.words(of: step) }
}

extension FlowIndex {
  /// Every word that a condition may use for a step, the author's own words first.
  package func words(of step: Int) -> [String] {
    let declared = steps[step]
    return declared.results.map { $0.name } + declared.outcomes.map { $0.name }
      + declared.failures.map { $0.name }
      + serviceFailures(of: step).map { $0.name } + Status.allCases.map { $0.rawValue }
      + StatusGroup.allCases.map { $0.rawValue }
  }
}

extension JSONValue {
  package var isBool: Bool { if case .bool = self { true } else { false } }

  var isStandIn: Bool { string == UnreadParts.standInName }
}

extension Flow.Input {
  /// The reason why the input cannot have a value; nil if it can.
  package func problem(with value: JSONValue) -> String? {
    let fits: Bool =
      switch kind {
      case .boolean: value.isBool
      case .string: value.string != nil
      case .number: value.number != nil
      case .duration:
        minimum == nil || maximum == nil
          || value.string.flatMap { Duration(documentText: $0) }.map { $0 == time(of: value) } ?? false
      }
    guard fits else { return "the input \"\(name)\" takes a \(typeText), not \(value.text())" }
    guard values.isEmpty || values.contains(value) else {
      return "\(value.text()) is not one of the values of the input \"\(name)\""
    }
    return nil
  }
}

extension Flow.Input {
  /// The input's type in a message, with the range of a duration.
  private var typeText: String {
    guard kind == .duration, let minimum, let maximum else { return kind.rawValue }
    return "duration from \(minimum.documentText) to \(maximum.documentText)"
  }
}

extension Flow.Step {
  fileprivate var readsAnyCache: Bool {
    if case .cache = work { return true }
    return fallback.contains { if case .cache = $0 { true } else { false } }
  }
}
