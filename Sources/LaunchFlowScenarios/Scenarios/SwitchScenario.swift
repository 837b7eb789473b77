import LaunchFlowModel

/// The scenarios of a switch: the behaviour of its surroundings, and the expected outcome.
public struct SwitchScenarioFile: Equatable, Sendable {
  /// The switch's file, relative to this one.
  public var switchFile: String
  /// One sentence for people.
  public var summary: String?
  /// The defaults of every scenario.
  public var defaults: SwitchScenario
  /// The scenarios, in file order.
  public var scenarios: [SwitchScenario]

  /// Collects scenarios.
  public init(switchFile: String, defaults: SwitchScenario = .init(), scenarios: [SwitchScenario] = []) {
    self.switchFile = switchFile
    self.defaults = defaults
    self.scenarios = scenarios
  }
}

/// The behaviour of a switch's surroundings. All times count from the first start.
public struct SwitchScenario: Equatable, Sendable {
  /// Its name; nil for defaults.
  public var name: String?
  /// One sentence for people.
  public var summary: String?
  /// How long it goes on; nil means ten minutes.
  public var length: Duration?
  /// The seed of all random numbers.
  public var seed: UInt64?
  /// How the path changes; it is `wifi` until the first change.
  public var path: [PathChanges] = []
  /// When the network does not carry, whatever the path says.
  public var network: [Scenario.Outage] = []
  /// How long a probe's answer takes; nil means 50 ms.
  public var probeTakes: Scenario.TimeTaken?
  /// How long the answer to each probe takes, in turn; the probes after them take `probeTakes`.
  public var probes: [Duration] = []
  /// What is said of single questions, by domain.
  public var questions: [PlannedQuestions] = []
  /// How long the answer to a question takes; nil means 100 ms.
  public var qosTakes: Scenario.TimeTaken?
  /// When the quality-of-service server does not answer.
  public var qos: [Scenario.Outage] = []
  /// When services are at fault.
  public var incidents: [Incident] = []
  /// The app's own calls.
  public var calls: [Calls] = []
  /// The verdicts that the quality-of-service system sends by itself.
  public var verdicts: [PushedVerdict] = []
  /// When the user presses the button.
  public var marks: [MarkPress] = []
  /// When the app's process ends, and when it starts again.
  public var kills: [Kill] = []
  /// When the app is in the background.
  public var background: [Stay] = []
  /// The expected outcome.
  public var expect: Expectation?
  /// What holds in every run, however long answers and random waits take.
  public var promises: Promises?

  /// A scenario in which everything works.
  public init(name: String? = nil) {
    self.name = name
  }

  /// The scenario laid over defaults: its own lists replace those of the defaults.
  public func over(_ defaults: SwitchScenario) -> SwitchScenario {
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
  public enum Path: String, CaseIterable, Hashable, Sendable {
    case wifi, cellular, none
  }

  /// A change of the path, or a run of changes at a pace.
  public struct PathChanges: Equatable, Sendable {
    /// When the first change comes.
    public var from: Duration
    /// When the changes end; nil for a single change.
    public var to: Duration?
    /// The wait from one change to the next; nil for a single change.
    public var every: Duration?
    /// The paths, in turn. Never empty.
    public var paths: [Path]

    /// Changes the path once.
    public init(at time: Duration, _ path: Path) {
      from = time
      paths = [path]
    }

    /// Changes the path again and again.
    public init(from: Duration, to: Duration, every: Duration, _ paths: [Path]) {
      self.from = from
      self.to = to
      self.every = every
      self.paths = paths
    }
  }

  /// A stretch of time in which a domain's service is at fault: its calls fail, and the quality-of-service
  /// server says so.
  public struct Incident: Equatable, Sendable {
    /// The domain whose service it is.
    public var domain: String
    /// When it begins.
    public var from: Duration
    /// When it is over; nil means never.
    public var to: Duration?
    /// When failed calls are reported beside those of `calls`.
    public var failures: [Duration] = []
    /// The pace at which failed calls are reported while it lasts.
    public var failuresEvery: Duration?
    /// The error with which calls fail meanwhile.
    public var error = ErrorClass.server
    /// The code in the envelope of these calls: a whole number or a text.
    public var code: JSONValue?
    /// How much later it may begin.
    public var window: Duration = .zero

    /// Breaks a service for a while.
    public init(_ domain: String, from: Duration, to: Duration?) {
      self.domain = domain
      self.from = from
      self.to = to
    }
  }

  /// Calls of the app's own, made at a pace while their domain is online. They fail while the network or
  /// their service does, and succeed otherwise.
  public struct Calls: Equatable, Sendable {
    /// The domain that they belong to; nil for calls outside every domain.
    public var domain: String?
    /// When the first one is made.
    public var from: Duration = .zero
    /// When they end; nil means never.
    public var to: Duration?
    /// The wait from one call to the next.
    public var every: Duration
    /// The error that they end with whatever the world does; nil means as the world is.
    public var error: ErrorClass?
    /// The code in the envelope of calls that end with this error: a whole number or a text.
    public var code: JSONValue?

    /// Makes calls at a pace.
    public init(_ domain: String? = nil, every: Duration) {
      self.domain = domain
      self.every = every
    }
  }

  /// A verdict that the quality-of-service system sends by itself.
  public struct PushedVerdict: Equatable, Sendable {
    /// When it arrives.
    public var time: Duration
    /// The domain that it is about.
    public var domain: String
    /// The verdict.
    public var verdict: OfflineSwitchDocument.Verdict

    /// Sends a verdict.
    public init(at time: Duration, _ domain: String, _ verdict: OfflineSwitchDocument.Verdict) {
      self.time = time
      self.domain = domain
      self.verdict = verdict
    }
  }

  /// A press of the user's button.
  public struct MarkPress: Equatable, Sendable {
    /// When it is pressed.
    public var time: Duration
    /// Whether it marks or unmarks.
    public var isMarked: Bool

    /// Presses the button.
    public init(at time: Duration, _ isMarked: Bool) {
      self.time = time
      self.isMarked = isMarked
    }
  }

  /// An end of the app's process.
  public struct Kill: Equatable, Sendable {
    /// When the process ends.
    public var time: Duration
    /// When it starts again; nil means never.
    public var restart: Duration?

    /// Ends the process.
    public init(at time: Duration, restart: Duration?) {
      self.time = time
      self.restart = restart
    }
  }

  /// A stretch of time.
  public struct Stay: Equatable, Sendable {
    /// When it begins.
    public var from: Duration
    /// When it is over; nil means never.
    public var to: Duration?

    /// A stretch of time.
    public init(from: Duration, to: Duration?) {
      self.from = from
      self.to = to
    }
  }

  /// The expected outcome of a scenario.
  public struct Expectation: Equatable, Sendable {
    /// When a cause must hold, and at no other time.
    public struct Offline: Equatable, Sendable {
      /// `marked`, a medium or a domain.
      public var cause: String
      /// The periods, in order; none means never.
      public var periods: [Stay]

      /// Expects a cause to hold at these times alone.
      public init(_ cause: String, _ periods: [Stay]) {
        self.cause = cause
        self.periods = periods
      }
    }

    /// Causes with their periods; those that are not named may be anything.
    public var offline: [Offline] = []
    /// Bounds on figures that are times.
    public var times: [TimeBound] = []
    /// Bounds on figures that are counts.
    public var counts: [CountBound] = []

    /// Expects nothing.
    public init() {}
  }

  /// A figure that is a time; each bounds the longest.
  public enum TimeFigure: String, CaseIterable, Hashable, Sendable {
    /// From a fault's beginning to being offline.
    case detect
    /// From a fault's end to being online.
    case recover
  }

  /// A figure that is a count.
  public enum CountFigure: String, CaseIterable, Hashable, Sendable {
    /// Changes between online and offline.
    case flips
    /// Offline periods without a fault.
    case falseOfflines
    /// Faults that were never noticed.
    case missed
    case probesPerHour
  }

  /// A bound on a time.
  public struct TimeBound: Equatable, Sendable {
    /// The bounded figure.
    public var figure: TimeFigure
    /// Its bound.
    public var bound: Scenario.Expectation.Bound<Duration>

    /// Bounds a figure.
    public init(_ figure: TimeFigure, _ bound: Scenario.Expectation.Bound<Duration>) {
      self.figure = figure
      self.bound = bound
    }
  }

  /// A bound on a count.
  public struct CountBound: Equatable, Sendable {
    /// The bounded figure.
    public var figure: CountFigure
    /// Its bound.
    public var bound: Scenario.Expectation.Bound<Double>

    /// Bounds a figure.
    public init(_ figure: CountFigure, _ bound: Scenario.Expectation.Bound<Double>) {
      self.figure = figure
      self.bound = bound
    }
  }
}

extension SwitchScenario {
  /// The questions about one domain, in turn; those after them are as the scenario says of all.
  public struct PlannedQuestions: Equatable, Sendable {
    /// The domain that they are about.
    public var domain: String
    /// The questions, from the first one.
    public var questions: [PlannedQuestion]

    /// Plans the first questions about a domain.
    public init(_ domain: String, _ questions: [PlannedQuestion]) {
      self.domain = domain
      self.questions = questions
    }
  }

  /// What is said of one question.
  public struct PlannedQuestion: Equatable, Sendable {
    /// How long its answer takes; nil means as the scenario says.
    public var takes: Duration?
    /// The wait after it, at most the longest that the switch allows; nil means drawn by lot where there is jitter.
    public var wait: Duration?

    /// Plans a question.
    public init(takes: Duration? = nil, wait: Duration? = nil) {
      self.takes = takes
      self.wait = wait
    }
  }

  /// Bounds on figures that no run of a scenario exceeds.
  public struct Promises: Equatable, Sendable {
    /// Bounds on figures that are times.
    public var times: [TimeBound] = []
    /// Bounds on figures that are counts.
    public var counts: [CountBound] = []

    /// Promises nothing.
    public init() {}
  }
}
