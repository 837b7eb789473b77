/// The behaviour of a switch's surroundings. All times count from the first start.
package struct SwitchScenario: Equatable, Sendable {
  /// Its name; nil for defaults.
  package var name: String?
  /// One sentence for people.
  package var summary: String?
  /// Its duration; nil means ten minutes.
  package var length: Duration?
  package var seed: UInt64?
  /// The changes of the path; it is `wifi` until the first change.
  package var path: [PathChanges] = []
  /// The periods in which the network does not work, whatever the path is.
  package var network: [Scenario.Outage] = []
  /// The duration of a probe's answer; nil means 50 ms.
  package var probeTakes: Scenario.TimeTaken?
  /// The duration of each probe's answer, in order; later probes take `probeTakes`.
  package var probes: [Duration] = []
  /// The plans for single questions, by domain.
  package var questions: [PlannedQuestions] = []
  /// The duration of the answer to a question; nil means 100 ms.
  package var qosTakes: Scenario.TimeTaken?
  /// The periods in which the quality-of-service server does not answer.
  package var qos: [Scenario.Outage] = []
  /// The periods in which services are at fault.
  package var incidents: [Incident] = []
  package var calls: [Calls] = []
  /// The verdicts that the quality-of-service system sends unasked.
  package var verdicts: [PushedVerdict] = []
  /// The presses of the user's button.
  package var marks: [MarkPress] = []
  /// The ends and restarts of the app's process.
  package var kills: [Kill] = []
  package var background: [Stay] = []
  package var expect: Expectation?
  /// The bounds that hold in every run, whatever time answers and random waits take.
  package var promises: [FigureBound] = []

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
    if promises.isEmpty { merged.promises = defaults.promises }
    if probes.isEmpty { merged.probes = defaults.probes }
    if questions.isEmpty { merged.questions = defaults.questions }
    return merged
  }
}

extension SwitchScenario {
  package enum Path: String, CaseIterable, Hashable, Sendable {
    case wifi, cellular, none
  }

  /// A change of the path, or a series of changes at a pace.
  package struct PathChanges: Equatable, Sendable {
    package var from: Duration
    /// The end of the changes; nil for a single change.
    package var to: Duration?
    /// The wait from one change to the next; nil for a single change.
    package var every: Duration?
    /// The paths, in order, repeated. Never empty.
    package var paths: [Path]
  }

  /// A period in which a domain's service is at fault: its calls fail, and the quality-of-service server reports it.
  package struct Incident: Equatable, Sendable {
    package var domain: String
    package var from: Duration
    /// Its end; nil means never.
    package var to: Duration?
    /// The times at which further failed calls are reported, besides those of `calls`.
    package var failures: [Duration] = []
    /// The pace at which failed calls are reported during the incident.
    package var failuresEvery: Duration?
    /// The error of calls during the incident.
    package var error = ErrorClass.server
    /// The code in the envelope of these calls: a whole number or a text.
    package var code: JSONValue?
    /// The longest delay of its beginning.
    package var window: Duration = .zero
  }

  /// The app's own calls, made at a pace while their domain is online. They fail while the network or their
  /// service is at fault, and succeed otherwise.
  package struct Calls: Equatable, Sendable {
    /// The domain of the calls; nil for calls outside every domain.
    package var domain: String?
    package var from: Duration = .zero
    /// The end of the calls; nil means never.
    package var to: Duration?
    package var every: Duration
    /// A fixed error of the calls; nil lets the network and the service decide.
    package var error: ErrorClass?
    /// The code in the envelope of calls with this error: a whole number or a text.
    package var code: JSONValue?

    package init(_ domain: String? = nil, every: Duration) {
      self.domain = domain
      self.every = every
    }
  }

  /// A verdict that the quality-of-service system sends unasked.
  package struct PushedVerdict: Equatable, Sendable {
    package var time: Duration
    package var domain: String
    package var verdict: OfflineSwitchDocument.Verdict
  }

  package struct MarkPress: Equatable, Sendable {
    package var time: Duration
    /// Whether it marks or unmarks.
    package var isMarked: Bool
  }

  /// An end of the app's process.
  package struct Kill: Equatable, Sendable {
    package var time: Duration
    /// The time at which it starts again; nil means never.
    package var restart: Duration?
  }

  package struct Stay: Equatable, Sendable {
    package var from: Duration
    /// Its end; nil means never.
    package var to: Duration?
  }

  package struct Expectation: Equatable, Sendable {
    /// The only periods in which a cause must hold.
    package struct Offline: Equatable, Sendable {
      /// `marked`, a medium or a domain.
      package var cause: String
      /// The periods, in order; none means never.
      package var periods: [Stay]
    }

    /// Causes with their periods; other causes may hold at any time.
    package var offline: [Offline] = []
    package var figures: [FigureBound] = []

    package init() {}
  }

  /// A figure of a run: a count, or a time in nanoseconds, of which the longest counts.
  package enum Figure: String, CaseIterable, Hashable, Sendable {
    /// From a fault's beginning to being offline.
    case detect
    /// From a fault's end to being online.
    case recover
    /// Changes between online and offline.
    case flips
    /// Offline periods without a fault.
    case falseOfflines
    /// Faults that were never noticed.
    case missed
    case probesPerHour

    package var isTime: Bool { self == .detect || self == .recover }

    /// A value as documents write it.
    package func text(_ value: Double) -> String {
      isTime ? Duration.nanoseconds(Int64(value)).documentText : JSONValue.number(value).text()
    }
  }

  package typealias FigureBound = Scenario.Expectation.Bounded<Figure, Double>
}

extension SwitchScenario {
  /// The first questions about one domain, in order; later ones follow the scenario's general settings.
  package struct PlannedQuestions: Equatable, Sendable {
    package var domain: String
    package var questions: [PlannedQuestion]

    package init(_ domain: String, _ questions: [PlannedQuestion]) {
      self.domain = domain
      self.questions = questions
    }
  }

  package struct PlannedQuestion: Equatable, Sendable {
    /// The duration of its answer; nil takes the scenario's general setting.
    package var takes: Duration?
    /// The wait after it, at most the longest that the switch allows; nil draws it if there is jitter.
    package var wait: Duration?

    package init(takes: Duration? = nil, wait: Duration? = nil) {
      self.takes = takes
      self.wait = wait
    }
  }
}
