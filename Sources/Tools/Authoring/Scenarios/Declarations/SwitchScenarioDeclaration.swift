extension SwitchScenario: FileScenario {
  package static var object: DeclaredObject { .switchScenario }
  package static var file: DeclaredObject { .switchScenarios }

  package init(named name: String) { self.init(name: name.isEmpty ? nil : name) }

  package mutating func visit(_ v: Visitor) {
    v.key("summary", &summary)
    v.key("length", &length)
    if let length, length <= .zero || length > .seconds(7 * 86_400) {
      v.report(.badValue, "a scenario must last more than 0s and at most 7d", at: "length", .value)
    }
    v.key("seed", &seed)
    v.key("path", &path) { v.objects($0) }
    v.key("network", &network) { outages in
      v.objects(outages?.map { SwitchOutage($0) }).map { $0.map { $0.outage } }
    }
    v.key("probeTakes", &probeTakes) { Scenario.TimeTaken.visited($0, v) }
    v.key("probes", &probes) { v.list($0) { v.duration($0) } }
    v.key("qosTakes", &qosTakes) { Scenario.TimeTaken.visited($0, v) }
    v.key("questions", &questions) { questions in
      v.map(questions, name: { $0.domain }, standIn: { PlannedQuestions($0, []) }) { domain, planned in
        v.objects(planned?.questions).map { PlannedQuestions(domain, $0) }
      }
    }
    v.key("qos", &qos) { v.objects($0) }
    v.key("incidents", &incidents) { v.objects($0) }
    v.key("calls", &calls) { v.objects($0) }
    v.key("verdicts", &verdicts) { v.objects($0) }
    v.key("marks", &marks) { v.objects($0) }
    v.key("kills", &kills) { v.objects($0) }
    v.key("background", &background) { v.objects($0) }
    v.key("expect", &expect)
    v.nest("promises", .switchPromises) { visitPromises(v) }
  }

  private mutating func visitPromises(_ v: Visitor) {
    // A pace cannot be promised: it depends on the length of the scenario.
    v.figures(&promises, but: .probesPerHour)
    for promise in promises where ![.atMost, .below].contains(promise.bound.comparison) {
      v.report(.badValue, "a promise is an upper bound", at: promise.figure.rawValue, .value)
    }
  }
}

extension SwitchScenario.PlannedQuestion: FormatObject {
  package static var object: DeclaredObject { .plannedQuestion }

  package init(named name: String) { self.init() }

  package mutating func visit(_ v: Visitor) {
    v.key("takes", &takes)
    v.key("wait", &wait)
  }
}

extension SwitchScenario.PathChanges: FormatObject {
  package static var object: DeclaredObject { .pathChanges }

  package init(named name: String) { self.init(from: .zero, paths: [.wifi]) }

  package mutating func visit(_ v: Visitor) {
    let isOnce = to == nil || every == nil
    for key in v.choose(
      ["at", "from"], is: isOnce ? "at" : "from", required: true,
      companions: [.init("to", of: ["from"]), .init("every", of: ["from"])])
    {
      let begin = v.key(key, from)
      if key == "at" {
        if let begin { (from, to, every) = (begin, nil, nil) }
        continue
      }
      let end = v.on([key]).key("to", to, required: true)
      let pace = v.on([key]).key("every", every, atLeast: .milliseconds(1), required: true)
      if let begin, let end, let pace { (from, to, every) = (begin, end, pace) }
    }
    v.key("is", &paths, required: true) { paths in
      v.oneOrMore(paths, named: { SwitchScenario.Path(rawValue: $0) }) { v.word($0) }
    }
    v.check(from: from, to: to)
    if every == nil, paths.count > 1 {
      v.report(.badValue, "the path changes once, so it can become only one path", at: "is", .value)
    }
  }
}

extension SwitchScenario.Incident: FormatObject {
  package static var object: DeclaredObject { .incident }

  package init(named name: String) { self.init(domain: UnreadParts.standInName, from: .zero) }

  package mutating func visit(_ v: Visitor) {
    v.key("domain", &domain, required: true)
    v.beginning(&from, &window)
    v.key("to", &to)
    v.check(from: from, to: to)
    v.key("failures", &failures) { v.list($0) { v.duration($0) } }
    v.key("failuresEvery", &failuresEvery, atLeast: .milliseconds(1))
    v.key(word: "error", &error)
    v.key("code", &code) { v.code($0) }
  }
}

extension SwitchScenario.Calls: FormatObject {
  package static var object: DeclaredObject { .calls }

  package init(named name: String) { self.init(every: .seconds(1)) }

  package mutating func visit(_ v: Visitor) {
    v.key("domain", &domain)
    v.key("from", &from)
    v.key("to", &to)
    v.check(from: from, to: to)
    v.key("every", &every, atLeast: .milliseconds(1), required: true)
    v.key(word: "error", &error)
    v.key("code", &code) { v.code($0) }
  }
}

extension SwitchScenario.PushedVerdict: FormatObject {
  package static var object: DeclaredObject { .pushedVerdict }

  package init(named name: String) { self.init(time: .zero, domain: UnreadParts.standInName, verdict: .fine) }

  package mutating func visit(_ v: Visitor) {
    v.key("at", &time, required: true)
    v.key("domain", &domain, required: true)
    v.key(word: "is", &verdict, required: true)
  }
}

extension SwitchScenario.MarkPress: FormatObject {
  package static var object: DeclaredObject { .markPress }

  package init(named name: String) { self.init(time: .zero, isMarked: true) }

  package mutating func visit(_ v: Visitor) {
    v.key("at", &time, required: true)
    v.key(word: "is", &state, required: true)
  }

  fileprivate enum State: String, CaseIterable {
    case marked, unmarked
  }

  private var state: State {
    get { isMarked ? .marked : .unmarked }
    set { isMarked = newValue == .marked }
  }
}

extension SwitchScenario.Kill: FormatObject {
  package static var object: DeclaredObject { .kill }

  package init(named name: String) { self.init(time: .zero) }

  package mutating func visit(_ v: Visitor) {
    v.key("at", &time, required: true)
    v.key("restart", &restart)
  }
}

extension SwitchScenario.Stay: FormatObject {
  package static var object: DeclaredObject { .stay }

  package init(named name: String) { self.init(from: .zero) }

  package mutating func visit(_ v: Visitor) {
    v.key("from", &from, required: true)
    v.key("to", &to)
    v.check(from: from, to: to)
  }
}

extension SwitchScenario.Expectation: FormatObject {
  package static var object: DeclaredObject { .switchExpectation }

  package init(named name: String) { self.init() }

  package mutating func visit(_ v: Visitor) {
    v.key("offline", &offline) { offline in
      v.map(offline, name: { $0.cause }, standIn: { Offline(cause: $0, periods: []) }) { cause, expected in
        v.objects(expected?.periods).map { Offline(cause: cause, periods: $0) }
      }
    }
    v.figures(&figures)
  }
}

extension Visitor {
  /// The bounds on a switch's figures, each under the figure's name.
  fileprivate func figures(
    _ bounds: inout [SwitchScenario.FigureBound], but left: SwitchScenario.Figure? = nil
  ) {
    for figure in SwitchScenario.Figure.allCases where figure != left {
      let known = bounds.first { $0.figure == figure }?.bound
      let found = key(figure.rawValue, known) { known in
        guard figure.isTime else { return bound(known, example: "<=2") }
        let time = known.map { Bound($0.comparison, Duration.nanoseconds(Int64($0.value))) }
        return bound(time).map { Bound($0.comparison, Double($0.value.nanoseconds)) }
      }
      if let found { bounds.append(.init(figure, found)) }
    }
  }
}
