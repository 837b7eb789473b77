// Names that the flow must declare: steps, inputs, caches, signals, pages, notices, domains.
extension ScenarioRules {
  func checkNames(of scenario: Scenario, at path: JSONPointer) {
    for (input, place) in scenario.allInputs(at: path) {
      if let index = flow.inputIndex[input.name] {
        if let problem = flow.flow.inputs[index].problem(with: input.value) {
          add(.badValue, problem, at: place)
        }
      } else {
        addMissing("input", input.name, at: place)
      }
    }
    for cached in scenario.caches where !flow.caches.contains(cached.cache) {
      addMissing("cache", cached.cache, at: path / "caches" / cached.cache)
    }
    for signal in scenario.signals {
      let place = path / "signals" / signal.name
      if !flow.flow.signals.contains(signal.name) { addMissing("signal", signal.name, at: place) }
      guard case .named(let result) = signal.outcome else { continue }
      let isKnown = flow.steps.contains { step in
        step.awaitedSignal == signal.name && step.results.contains { $0.name == result }
      }
      if !isKnown {
        add(
          .unknownName, "no step that awaits \"\(signal.name)\" has the result \"\(result)\"",
          at: place / "result")
      }
    }
    for behaviours in scenario.steps where behaviours.step != Scenario.StepBehaviours.everyStep {
      let place = path / "steps" / behaviours.key
      let owner = behaviours.fallbacksOwner
      requireStep(owner ?? behaviours.step, at: place)
      if let owner, let step = flow.graph.index[owner], !flow.steps[step].hasRemoteFallback {
        add(.unknownName, "\"\(owner)\" has no remote fallback", at: place, .key)
      }
    }
    let domains = flow.flow.services.compactMap(\.domain)
    for (position, period) in scenario.offline.enumerated() {
      guard let domain = period.domain, !domains.contains(domain) else { continue }
      add(
        .unknownName, "no service of the flow has the domain \"\(domain)\"",
        at: path / "offline" / position / "domain")
    }
    if let expectation = scenario.expect { checkNames(in: expectation, at: path / "expect") }
  }

  private func checkNames(in expectation: Scenario.Expectation, at path: JSONPointer) {
    switch expectation.landing {
    case .anyOf(let pages): requirePages(pages, at: path / "landing")
    case .shares(let shares):
      for share in shares { requirePage(share.page, at: path / "landing" / share.page, .key) }
    case nil: break
    }
    for step in expectation.steps { requireStep(step.step, at: path / "steps" / step.step) }
    for (position, name) in expectation.order.enumerated() {
      requireStep(name, at: path / "order" / position, .value)
    }
    for (position, start) in (expectation.starts ?? []).enumerated() {
      requirePages(start.landing ?? [], at: path / "starts" / position / "landing")
    }
    if let notice = expectation.notice, !notice.isEmpty,
      !flow.flow.landings.contains(where: { $0.notices.contains { $0.text == notice } })
    {
      add(.unknownName, "no landing has this notice", at: path / "notice")
    }
  }

  /// One page, or a list.
  private func requirePages(_ pages: [String], at path: JSONPointer) {
    for (position, page) in pages.enumerated() {
      requirePage(page, at: pages.count == 1 ? path : path / position, .value)
    }
  }

  private func requirePage(_ page: String, at path: JSONPointer, _ part: Place.Part) {
    if !flow.pages.contains(page) { addMissing("page", page, at: path, part) }
  }

  private func requireStep(_ name: String, at path: JSONPointer, _ part: Place.Part = .key) {
    if flow.graph.index[name] == nil { addMissing("step", name, at: path, part) }
  }

  private func addMissing(_ noun: String, _ name: String, at path: JSONPointer, _ part: Place.Part = .key) {
    guard name != UnreadParts.standInName else { return }
    add(.unknownName, "the flow has no \(noun) \"\(name)\"", at: path, part)
  }
}

// Words that a step can have, as its behaviour or its expected outcome.
extension ScenarioRules {
  func checkWords(of scenario: Scenario, at path: JSONPointer) {
    for behaviours in scenario.steps where behaviours.attempts.contains(where: \.outcome.isNamed) {
      guard let step = flow.graph.index[behaviours.fallbacksOwner ?? behaviours.step] else { continue }
      checkWords(of: behaviours, flow.outcomes(of: step), at: path)
    }
    for expected in scenario.expect?.steps ?? [] {
      guard let step = flow.graph.index[expected.step], let outcome = expected.outcome else { continue }
      let words = flow.words(of: step)
      for (position, word) in outcome.enumerated()
      where !words.contains(word) && word != UnreadParts.standInName {
        add(
          .unknownName, "\"\(word)\" is not a result, failure or status of \"\(expected.step)\"",
          at: expected.place(ofWord: position, in: outcome, at: path))
      }
    }
  }

  /// Checks the entry `"*"` of a scenario, or of the defaults: each step that it applies to needs its words.
  func checkWordsOfEveryStep(_ scenario: Scenario, _ merged: Scenario, at path: JSONPointer) {
    let every = Scenario.StepBehaviours.everyStep
    guard let entry = merged.steps.last(where: { $0.step == every }),
      entry.attempts.contains(where: \.outcome.isNamed),
      let names = flow.outcomesOfEveryStep(without: merged.steps)
    else { return }
    let isOwn = scenario.steps.contains { $0.step == every }
    checkWords(of: entry, names, at: isOwn ? path : JSONPointer(tokens: ["defaults"]))
  }

  private func checkWords(of behaviours: Scenario.StepBehaviours, _ names: [String], at path: JSONPointer) {
    let isEvery = behaviours.step == Scenario.StepBehaviours.everyStep
    let subject = isEvery ? "every step under \"*\"" : "\"\(behaviours.step)\""
    for (position, behaviour) in behaviours.attempts.enumerated() {
      let place = behaviours.path(ofAttempt: position, at: path)
      switch behaviour.outcome {
      case .named(let name) where !names.contains(name):
        add(
          .unknownName, "\"\(name)\" is not a result or failure of \(subject)", at: place / "result",
          known: names)
      case .odds(let odds):
        let words = names + ["ok", "hang"] + ErrorClass.allCases.map(\.rawValue)
        for entry in odds where !words.contains(entry.outcome) && entry.codes == nil {
          add(
            .unknownName, "\"\(entry.outcome)\" is not an outcome of \(subject)",
            at: place / "odds" / entry.outcome, .key, known: words)
        }
      case .named, .opaque, .value, .response, .code, .error, .hang: break
      }
    }
  }
}

extension Scenario.Expectation.Step {
  /// The place of an expected word. A single word is the value itself or is under `is`; without `is`, the value is
  /// marked.
  fileprivate func place(ofWord position: Int, in outcome: [String], at path: JSONPointer) -> JSONPointer {
    let place = path / "expect" / "steps" / step
    guard outcome.count > 1 else { return place / "is" }
    return source != nil || attempts != nil ? place / "is" / position : place / position
  }
}

extension Scenario.Outcome {
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

  fileprivate func outcomes(of step: Int) -> [String] {
    let declared = steps[step]
    return declared.results.map(\.name) + declared.failures.map(\.name)
      + serviceFailures(of: step).map(\.name)
  }
}
