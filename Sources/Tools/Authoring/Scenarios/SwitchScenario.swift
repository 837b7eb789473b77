import LaunchFlowModel

/// The scenarios of a switch: the behaviour of its surroundings, and the expected outcome.
package struct SwitchScenarioFile: Equatable, Sendable {
  /// The switch's file, relative to this one.
  package var switchFile: String
  /// One sentence for people.
  package var summary: String?
  /// The defaults of every scenario.
  package var defaults: SwitchScenario
  /// The scenarios, in file order.
  package var scenarios: [SwitchScenario]

  /// Collects scenarios.
  package init(switchFile: String, defaults: SwitchScenario = .init(), scenarios: [SwitchScenario] = []) {
    self.switchFile = switchFile
    self.defaults = defaults
    self.scenarios = scenarios
  }
}

/// The behaviour of a switch's surroundings. All times count from the first start.
package struct SwitchScenario: Equatable, Sendable {
  /// Its name; nil for defaults.
  package var name: String?
  /// One sentence for people.
  package var summary: String?
  /// How long it goes on; nil means ten minutes.
  package var length: Duration?
  /// The seed of all random numbers.
  package var seed: UInt64?
  /// How the path changes; it is `wifi` until the first change.
  package var path: [PathChanges] = []
  /// When the network does not carry, whatever the path says.
  package var network: [Scenario.Outage] = []
  /// How long a probe's answer takes; nil means 50 ms.
  package var probeTakes: Scenario.TimeTaken?
  /// How long the answer to each probe takes, in turn; the probes after them take `probeTakes`.
  package var probes: [Duration] = []
  /// What is said of single questions, by domain.
  package var questions: [PlannedQuestions] = []
  /// How long the answer to a question takes; nil means 100 ms.
  package var qosTakes: Scenario.TimeTaken?
  /// When the quality-of-service server does not answer.
  package var qos: [Scenario.Outage] = []
  /// When services are at fault.
  package var incidents: [Incident] = []
  /// The app's own calls.
  package var calls: [Calls] = []
  /// The verdicts that the quality-of-service system sends by itself.
  package var verdicts: [PushedVerdict] = []
  /// When the user presses the button.
  package var marks: [MarkPress] = []
  /// When the app's process ends, and when it starts again.
  package var kills: [Kill] = []
  /// When the app is in the background.
  package var background: [Stay] = []
  /// The expected outcome.
  package var expect: Expectation?
  /// What holds in every run, however long answers and random waits take.
  package var promises: Promises?

  /// A scenario in which everything works.
  package init(name: String? = nil) {
    self.name = name
  }

  /// The scenario laid over defaults: its own lists replace those of the defaults.
  package func over(_ defaults: SwitchScenario) -> SwitchScenario {
    var merged = self
    merged.length = length ?? defaults.length
    merged.seed = seed ?? defaults.seed
    merged.probeTakes = probeTakes ?? defaults.probeTakes
    merged.qosTakes = qosTakes ?? defaults.qosTakes
    if path.isEmpty { merged.path = defaults.path }
    if network.isEmpty { merged.network = defaults.network }
    if qos.isEmpty { merged.qos = defaults.qos }
    if incidents.isEmpty { merged.incidents = defaults.incidents }
    if calls.isEmpty { merged.calls = defaults.calls }
    if verdicts.isEmpty { merged.verdicts = defaults.verdicts }
    if marks.isEmpty { merged.marks = defaults.marks }
    if kills.isEmpty { merged.kills = defaults.kills }
    if background.isEmpty { merged.background = defaults.background }
    merged.expect = expect ?? defaults.expect
    merged.promises = promises ?? defaults.promises
    if probes.isEmpty { merged.probes = defaults.probes }
    if questions.isEmpty { merged.questions = defaults.questions }
    return merged
  }
}

extension SwitchScenario {
  /// A network path.
  package enum Path: String, CaseIterable, Hashable, Sendable {
    case wifi, cellular, none
  }

  /// A change of the path, or a run of changes at a pace.
  package struct PathChanges: Equatable, Sendable {
    /// When the first change comes.
    package var from: Duration
    /// When the changes end; nil for a single change.
    package var to: Duration?
    /// The wait from one change to the next; nil for a single change.
    package var every: Duration?
    /// The paths, in turn. Never empty.
    package var paths: [Path]

    /// Changes the path once.
    package init(at time: Duration, _ path: Path) {
      from = time
      paths = [path]
    }

    /// Changes the path again and again.
    package init(from: Duration, to: Duration, every: Duration, _ paths: [Path]) {
      self.from = from
      self.to = to
      self.every = every
      self.paths = paths
    }
  }

  /// A stretch of time in which a domain's service is at fault: its calls fail, and the quality-of-service
  /// server says so.
  package struct Incident: Equatable, Sendable {
    /// The domain whose service it is.
    package var domain: String
    /// When it begins.
    package var from: Duration
    /// When it is over; nil means never.
    package var to: Duration?
    /// When failed calls are reported beside those of `calls`.
    package var failures: [Duration] = []
    /// The pace at which failed calls are reported while it lasts.
    package var failuresEvery: Duration?
    /// The error with which calls fail meanwhile.
    package var error = ErrorClass.server
    /// The code in the envelope of these calls: a whole number or a text.
    package var code: JSONValue?
    /// How much later it may begin.
    package var window: Duration = .zero

    /// Breaks a service for a while.
    package init(_ domain: String, from: Duration, to: Duration?) {
      self.domain = domain
      self.from = from
      self.to = to
    }
  }

  /// Calls of the app's own, made at a pace while their domain is online. They fail while the network or
  /// their service does, and succeed otherwise.
  package struct Calls: Equatable, Sendable {
    /// The domain that they belong to; nil for calls outside every domain.
    package var domain: String?
    /// When the first one is made.
    package var from: Duration = .zero
    /// When they end; nil means never.
    package var to: Duration?
    /// The wait from one call to the next.
    package var every: Duration
    /// The error that they end with whatever the world does; nil means as the world is.
    package var error: ErrorClass?
    /// The code in the envelope of calls that end with this error: a whole number or a text.
    package var code: JSONValue?

    /// Makes calls at a pace.
    package init(_ domain: String? = nil, every: Duration) {
      self.domain = domain
      self.every = every
    }
  }

  /// A verdict that the quality-of-service system sends by itself.
  package struct PushedVerdict: Equatable, Sendable {
    /// When it arrives.
    package var time: Duration
    /// The domain that it is about.
    package var domain: String
    /// The verdict.
    package var verdict: OfflineSwitchDocument.Verdict

    /// Sends a verdict.
    package init(at time: Duration, _ domain: String, _ verdict: OfflineSwitchDocument.Verdict) {
      self.time = time
      self.domain = domain
      self.verdict = verdict
    }
  }

  /// A press of the user's button.
  package struct MarkPress: Equatable, Sendable {
    /// When it is pressed.
    package var time: Duration
    /// Whether it marks or unmarks.
    package var isMarked: Bool

    /// Presses the button.
    package init(at time: Duration, _ isMarked: Bool) {
      self.time = time
      self.isMarked = isMarked
    }
  }

  /// An end of the app's process.
  package struct Kill: Equatable, Sendable {
    /// When the process ends.
    package var time: Duration
    /// When it starts again; nil means never.
    package var restart: Duration?

    /// Ends the process.
    package init(at time: Duration, restart: Duration?) {
      self.time = time
      self.restart = restart
    }
  }

  /// A stretch of time.
  package struct Stay: Equatable, Sendable {
    /// When it begins.
    package var from: Duration
    /// When it is over; nil means never.
    package var to: Duration?

    /// A stretch of time.
    package init(from: Duration, to: Duration?) {
      self.from = from
      self.to = to
    }
  }

  /// The expected outcome of a scenario.
  package struct Expectation: Equatable, Sendable {
    /// When a cause must hold, and at no other time.
    package struct Offline: Equatable, Sendable {
      /// `marked`, a medium or a domain.
      package var cause: String
      /// The periods, in order; none means never.
      package var periods: [Stay]

      /// Expects a cause to hold at these times alone.
      package init(_ cause: String, _ periods: [Stay]) {
        self.cause = cause
        self.periods = periods
      }
    }

    /// Causes with their periods; those that are not named may be anything.
    package var offline: [Offline] = []
    /// Bounds on figures that are times.
    package var times: [TimeBound] = []
    /// Bounds on figures that are counts.
    package var counts: [CountBound] = []

    /// Expects nothing.
    package init() {}
  }

  /// A figure that is a time; each bounds the longest.
  package enum TimeFigure: String, CaseIterable, Hashable, Sendable {
    /// From a fault's beginning to being offline.
    case detect
    /// From a fault's end to being online.
    case recover
  }

  /// A figure that is a count.
  package enum CountFigure: String, CaseIterable, Hashable, Sendable {
    /// Changes between online and offline.
    case flips
    /// Offline periods without a fault.
    case falseOfflines
    /// Faults that were never noticed.
    case missed
    case probesPerHour
  }

  /// A bound on a time.
  package struct TimeBound: Equatable, Sendable {
    /// The bounded figure.
    package var figure: TimeFigure
    /// Its bound.
    package var bound: Scenario.Expectation.Bound<Duration>

    /// Bounds a figure.
    package init(_ figure: TimeFigure, _ bound: Scenario.Expectation.Bound<Duration>) {
      self.figure = figure
      self.bound = bound
    }
  }

  /// A bound on a count.
  package struct CountBound: Equatable, Sendable {
    /// The bounded figure.
    package var figure: CountFigure
    /// Its bound.
    package var bound: Scenario.Expectation.Bound<Double>

    /// Bounds a figure.
    package init(_ figure: CountFigure, _ bound: Scenario.Expectation.Bound<Double>) {
      self.figure = figure
      self.bound = bound
    }
  }
}

extension SwitchScenario {
  /// The questions about one domain, in turn; those after them are as the scenario says of all.
  package struct PlannedQuestions: Equatable, Sendable {
    /// The domain that they are about.
    package var domain: String
    /// The questions, from the first one.
    package var questions: [PlannedQuestion]

    /// Plans the first questions about a domain.
    package init(_ domain: String, _ questions: [PlannedQuestion]) {
      self.domain = domain
      self.questions = questions
    }
  }

  /// What is said of one question.
  package struct PlannedQuestion: Equatable, Sendable {
    /// How long its answer takes; nil means as the scenario says.
    package var takes: Duration?
    /// The wait after it, at most the longest that the switch allows; nil means drawn by lot where there is jitter.
    package var wait: Duration?

    /// Plans a question.
    package init(takes: Duration? = nil, wait: Duration? = nil) {
      self.takes = takes
      self.wait = wait
    }
  }

  /// Bounds on figures that no run of a scenario exceeds.
  package struct Promises: Equatable, Sendable {
    /// Bounds on figures that are times.
    package var times: [TimeBound] = []
    /// Bounds on figures that are counts.
    package var counts: [CountBound] = []

    /// Promises nothing.
    package init() {}
  }
}
