import LaunchFlowModel

extension SwitchScenarioFile {
  static let declaration = ObjectFormat("file", initial: { _ in SwitchScenarioFile(switchFile: "") }) {
    keys in
    keys.ignore("$schema", .text)
    keys.ignore("format", .version(upTo: OfflineSwitchDocument.newestFormat))
    keys.require("scenariosFor", \.switchFile, .text)
    keys.add("summary", \.summary, .text)
    keys.add("defaults", \.defaults, .object(.switchScenario, SwitchScenario.declaration))
    keys.require(
      "scenarios", \.scenarios, .map(.switchScenario, SwitchScenario.declaration, name: { $0.name ?? "" }))
  }
}

extension SwitchScenario {
  static let declaration = ObjectFormat(
    "scenario", initial: { SwitchScenario(name: $0.isEmpty ? nil : $0) }
  ) { keys in
    keys.add("summary", \.summary, .text)
    keys.add("length", \.length, .duration)
    keys.add("seed", \.seed, .unsigned)
    keys.add("path", \.path, .list(of: PathChanges.declaration.element(.pathChanges)))
    keys.add("network", \.network, .list(of: Scenario.Outage.ofSwitch.element(.switchOutage)))
    keys.add("probeTakes", \.probeTakes, Scenario.TimeTaken.declaration)
    keys.add("probes", \.probes, .list(of: .duration))
    keys.add("qosTakes", \.qosTakes, Scenario.TimeTaken.declaration)
    keys.add(
      "questions", \.questions,
      .map(
        of: .list(of: PlannedQuestion.declaration.element(.plannedQuestion)), standIn: [],
        entry: { PlannedQuestions($0, $1) }, parts: { ($0.domain, $0.questions) }))
    keys.add("qos", \.qos, .list(of: Scenario.Outage.declaration.element(.outage)))
    keys.add("incidents", \.incidents, .list(of: Incident.declaration.element(.incident)))
    keys.add("calls", \.calls, .list(of: Calls.declaration.element(.calls)))
    keys.add("verdicts", \.verdicts, .list(of: PushedVerdict.declaration.element(.pushedVerdict)))
    keys.add("marks", \.marks, .list(of: MarkPress.declaration.element(.markPress)))
    keys.add("kills", \.kills, .list(of: Kill.declaration.element(.kill)))
    keys.add("background", \.background, .list(of: Stay.declaration.element(.stay)))
    keys.add("expect", \.expect, .object(.switchExpectation, Expectation.declaration))
    keys.add("promises", \.promises, .object(.switchPromises, Promises.declaration))
  }
}

extension SwitchScenario.PlannedQuestion {
  static let declaration = ObjectFormat(
    "question", initial: { _ in SwitchScenario.PlannedQuestion() }
  ) { keys in
    keys.add("takes", \.takes, .duration)
    keys.add("wait", \.wait, .duration)
  }
}

extension SwitchScenario.Promises {
  static let declaration = ObjectFormat("promises", initial: { _ in SwitchScenario.Promises() }) { keys in
    for figure in SwitchScenario.TimeFigure.allCases {
      keys.add(
        .init(name: figure.rawValue, shape: .durationBound), .bound(),
        get: { promises in promises.times.first { $0.figure == figure }?.bound },
        set: { $0.times.append(SwitchScenario.TimeBound(figure, $1)) })
    }
    // A pace is no promise: it depends on the length of the scenario.
    for figure in SwitchScenario.CountFigure.allCases where figure != .probesPerHour {
      keys.add(
        .init(name: figure.rawValue, shape: .numberBound), .bound(example: "<=2"),
        get: { promises in promises.counts.first { $0.figure == figure }?.bound },
        set: { $0.counts.append(SwitchScenario.CountBound(figure, $1)) })
    }
  }
}

extension SwitchScenario.PathChanges {
  static let declaration = ObjectFormat(
    "change of the path", initial: { _ in SwitchScenario.PathChanges(at: .zero, .wifi) }
  ) { keys in
    keys.choose(\.timing) {
      $0.add("at", .duration, { .once($0) }) { if case .once(let time) = $0 { time } else { nil } }
      $0.add(
        "from", .duration, .required("to", .duration),
        .required("every", .duration(atLeast: .milliseconds(1))), { .repeated($0, to: $1, every: $2) }
      ) { if case .repeated(let from, let to, let every) = $0 { (from, to, every) } else { nil } }
    }
    keys.require("is", \.paths, .oneOrMore(.word))
  }

  private enum Timing: Sendable {
    case once(Duration)
    case repeated(Duration, to: Duration, every: Duration)
  }

  private var timing: Timing {
    get {
      guard let to, let every else { return .once(from) }
      return .repeated(from, to: to, every: every)
    }
    set {
      switch newValue {
      case .once(let time): (from, to, every) = (time, nil, nil)
      case .repeated(let from, let to, let every): (self.from, self.to, self.every) = (from, to, every)
      }
    }
  }
}

/// When a fault begins: at a time, or at any time of a window.
struct Beginning: Equatable, Sendable {
  var earliest: Duration
  /// How much later it may be.
  var window: Duration = .zero

  static var declaration: ValueFormat<Beginning> {
    .either(
      "a duration or an object",
      [
        Form([.object], .object(.beginning, object), { $0 }) { $0.window > .zero ? $0 : nil },
        Form([.string, .number, .bool, .null, .array], .duration, { Beginning(earliest: $0) }) {
          $0.window > .zero ? nil : $0.earliest
        },
      ])
  }

  static let object = ObjectFormat("beginning", initial: { _ in Beginning(earliest: .zero) }) { keys in
    keys.require("any", \.window, .duration)
    keys.add("after", \.earliest, .duration)
  }
}

extension Scenario.Outage {
  /// An outage that may begin at any time of a window.
  static let ofSwitch = ObjectFormat(
    "outage", initial: { _ in Scenario.Outage(from: .zero, to: nil, .silent) }
  ) { keys in
    keys.require("from", \.beginning, Beginning.declaration)
    keys.add("to", \.to, .duration)
    keys.require("is", \.kind, .word)
  }

  private var beginning: Beginning {
    get { Beginning(earliest: from, window: window) }
    set { (from, window) = (newValue.earliest, newValue.window) }
  }
}

extension SwitchScenario.Incident {
  private var beginning: Beginning {
    get { Beginning(earliest: from, window: window) }
    set { (from, window) = (newValue.earliest, newValue.window) }
  }

  static let declaration = ObjectFormat(
    "incident", initial: { _ in SwitchScenario.Incident(UnreadParts.standInName, from: .zero, to: nil) }
  ) { keys in
    keys.require("domain", \.domain, .text)
    keys.require("from", \.beginning, Beginning.declaration)
    keys.add("to", \.to, .duration)
    keys.add("failures", \.failures, .list(of: .duration))
    keys.add("failuresEvery", \.failuresEvery, .duration(atLeast: .milliseconds(1)))
    keys.add("error", \.error, .word)
    keys.add("code", \.code, .code)
  }
}

extension SwitchScenario.Calls {
  static let declaration = ObjectFormat("calls", initial: { _ in SwitchScenario.Calls(every: .seconds(1)) }) {
    keys in
    keys.add("domain", \.domain, .text)
    keys.add("from", \.from, .duration)
    keys.add("to", \.to, .duration)
    keys.require("every", \.every, .duration(atLeast: .milliseconds(1)))
    keys.add("error", \.error, .word)
    keys.add("code", \.code, .code)
  }
}

extension SwitchScenario.PushedVerdict {
  static let declaration = ObjectFormat(
    "verdict", initial: { _ in SwitchScenario.PushedVerdict(at: .zero, UnreadParts.standInName, .fine) }
  ) { keys in
    keys.require("at", \.time, .duration)
    keys.require("domain", \.domain, .text)
    keys.require("is", \.verdict, .word)
  }
}

extension SwitchScenario.MarkPress {
  static let declaration = ObjectFormat(
    "press", initial: { _ in SwitchScenario.MarkPress(at: .zero, true) }
  ) { keys in
    keys.require("at", \.time, .duration)
    keys.require("is", \.state, .word)
  }

  fileprivate enum State: String, CaseIterable {
    case marked, unmarked
  }

  private var state: State {
    get { isMarked ? .marked : .unmarked }
    set { isMarked = newValue == .marked }
  }
}

extension SwitchScenario.Kill {
  static let declaration = ObjectFormat(
    "kill", initial: { _ in SwitchScenario.Kill(at: .zero, restart: nil) }
  ) { keys in
    keys.require("at", \.time, .duration)
    keys.add("restart", \.restart, .duration)
  }
}

extension SwitchScenario.Stay {
  static let declaration = ObjectFormat(
    "period", initial: { _ in SwitchScenario.Stay(from: .zero, to: nil) }
  ) { keys in
    keys.require("from", \.from, .duration)
    keys.add("to", \.to, .duration)
  }
}

extension SwitchScenario.Expectation {
  static let declaration = ObjectFormat("expectation", initial: { _ in SwitchScenario.Expectation() }) {
    keys in
    keys.add(
      "offline", \.offline,
      .map(
        of: .list(of: SwitchScenario.Stay.declaration.element(.stay)), standIn: [],
        entry: { Offline($0, $1) },
        parts: { ($0.cause, $0.periods) }))
    for figure in SwitchScenario.TimeFigure.allCases {
      keys.add(
        .init(name: figure.rawValue, shape: .durationBound), .bound(),
        get: { expectation in expectation.times.first { $0.figure == figure }?.bound },
        set: { $0.times.append(SwitchScenario.TimeBound(figure, $1)) })
    }
    for figure in SwitchScenario.CountFigure.allCases {
      keys.add(
        .init(name: figure.rawValue, shape: .numberBound), .bound(example: "<=2"),
        get: { expectation in expectation.counts.first { $0.figure == figure }?.bound },
        set: { $0.counts.append(SwitchScenario.CountBound(figure, $1)) })
    }
  }
}
