extension FlowRules {
  /// The subjects of a condition exist, and the words that it uses exist for them.
  func unknownWords() {
    for fact in flow.conditions.lazy.flatMap({ $0.facts }) {
      if fact.isEmpty, fact.subject != UnreadParts.standInName {
        report.add("the list is empty, so this condition never holds", at: fact.path)
      }
      check(fact)
    }
  }

  private func check(_ fact: Condition.Fact) {
    if fact.subject == ReservedWord.landing.rawValue {
      for (position, word) in fact.words.enumerated() {
        guard let page = word.string else {
          report.add("a landing is a page, not \(word.text())", at: fact.path(ofWord: position))
          continue
        }
        checkPage(page, at: fact.path(ofWord: position))
      }
    } else if fact.subject == ReservedWord.offline.rawValue {
      for (position, word) in fact.words.enumerated() where !word.isBool && !word.isStandIn {
        report.add("\"offline\" is true or false, not \(word.text())", at: fact.path(ofWord: position))
      }
    } else if let step = flow.graph.index[fact.subject] {
      check(fact, about: step)
    } else if let input = flow.inputIndex[fact.subject] {
      check(fact, about: flow.flow.inputs[input])
    } else if !flow.unread.contains(.steps) && !flow.unread.contains(.inputs) {
      report.add("no step or input \"\(fact.subject)\" is declared", at: fact.path, .key)
    }
  }

  private func check(_ fact: Condition.Fact, about index: Int) {
    let step = flow.steps[index]
    let problem: String
    switch fact.term {
    case .error where !step.isCall: problem = "has no error: only http and action steps have one"
    case .cached where step.work.cache == nil && !step.fallback.contains { $0.work.cache != nil }:
      problem = "reads no cache, by itself or in a fallback"
    case .given where step.awaitedSignal == nil: problem = "awaits no signal"
    case .error, .cached, .given: return
    default: return checkWords(fact, about: index)
    }
    // The stand-in of an unreadable step is accepted.
    if !flow.unread.work.contains(step.name) { report.add("\"\(step.name)\" \(problem)", at: fact.path) }
  }

  private func checkWords(_ fact: Condition.Fact, about step: Int) {
    guard let known = words(of: step) else { return }
    for (position, word) in fact.words.enumerated() where !word.isStandIn {
      if let word = word.string, known.contains(word) { continue }
      let name = word.string.map { "\"\($0)\"" } ?? word.text()
      // A name that is not in kebab case is reported where it is declared.
      if let word = word.string, known.contains(where: { !$0.isKebabCase && $0.kebabCased == word }) {
        continue
      }
      report.add(
        "\(name) is not a result, failure or status of \"\(fact.subject)\"", at: fact.path(ofWord: position))
    }
  }

  /// The words that conditions may use for a step; nil if they could not be read completely.
  private func words(of step: Int) -> Set<String>? {
    let name = flow.steps[step].name
    guard !flow.unread.words.contains(name), !flow.unread.work.contains(name) else { return nil }
    if flow.unread.contains(.services), !flow.requests(of: step).isEmpty { return nil }
    if knownWords[step].isEmpty { knownWords[step] = Set(flow.words(of: step)) }
    return knownWords[step]
  }

  private func check(_ fact: Condition.Fact, about input: Flow.Input) {
    switch fact.term {
    case .cached: return report.add("\"\(input.name)\" is an input, which is not cached", at: fact.path)
    case .given:
      return report.add("\"\(input.name)\" is an input, not a step that awaits a signal", at: fact.path)
    case .error: return report.add("\"\(input.name)\" is an input, which has no error", at: fact.path)
    default: break
    }
    guard !flow.unread.contains(.inputs) else { return }
    if input.kind == .duration {
      return report.add("conditions cannot ask about the duration \"\(input.name)\"", at: fact.path, .key)
    }
    for (position, word) in fact.words.enumerated() where !word.isStandIn {
      if let problem = input.problem(with: word) { report.add(problem, at: fact.path(ofWord: position)) }
    }
  }
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

  /// The input's type in a message, with the range of a duration.
  private var typeText: String {
    guard kind == .duration, let minimum, let maximum else { return kind.rawValue }
    return "duration from \(minimum.documentText) to \(maximum.documentText)"
  }
}
