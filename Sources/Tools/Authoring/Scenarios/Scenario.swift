/// The behaviour of a flow's surroundings in one run, and the expected outcome.
public struct Scenario: Equatable, Sendable {
  /// Its name; nil for defaults and for settings of a command line.
  public var name: String?
  /// One sentence for people.
  package var summary: String?
  /// The values of inputs; other inputs have their defaults.
  package var inputs: [Flow.NamedValue] = []
  /// The contents of caches; other caches are empty.
  package var caches: [CachedValue] = []
  /// The behaviour of steps, by name; `*` means every other `http` and `action` step.
  package var steps: [StepBehaviours] = []
  /// The kind of network of all HTTP attempts; nil adds no time to them.
  package var link: Link?
  /// The 99th percentile, over runs, of a factor that prolongs a run's HTTP attempts, with the median 1; nil for none.
  package var latencyFactor: Double?
  /// The 99th percentile, over runs, of a factor by which a run raises the odds of the error class `network`
  /// for its HTTP attempts; its mean is 1. nil for no such factor.
  package var lossFactor: Double?
  /// The classes of runs, by share; each run belongs to one of them. Empty without classes.
  package var classes: [RunClass] = []
  /// The times of signals; other signals are given at the start.
  package var signals: [Signal] = []
  /// The periods in which the network does not work.
  package var network: [Outage] = []
  /// The periods in which the offline switch is offline.
  package var offline: [OfflinePeriod] = []
  /// The time at which the run is cancelled: its first start lets go of it.
  package var cancel: Duration?
  /// Further starts of the flow; none with many runs.
  package var starts: [FurtherStart] = []
  /// The number of runs; nil means one.
  package var runs: Int?
  /// The seed of the runs' random numbers; nil lets the caller choose.
  package var seed: UInt64?
  /// The expected outcome; nil expects nothing.
  package var expect: Expectation?

  /// A scenario in which everything succeeds at once.
  public init(name: String? = nil) {
    self.name = name
  }

  /// The scenario laid over defaults: its own entries replace those of the defaults.
  package func over(_ defaults: Scenario) -> Scenario {
    var merged = self
    merged.inputs = Self.overlay(inputs, on: defaults.inputs, key: \.name)
    merged.caches = Self.overlay(caches, on: defaults.caches, key: \.cache)
    merged.steps = Self.overlay(steps, on: defaults.steps, key: \.step)
    merged.link = link ?? defaults.link
    merged.latencyFactor = latencyFactor ?? defaults.latencyFactor
    merged.lossFactor = lossFactor ?? defaults.lossFactor
    if classes.isEmpty {
      // A scenario's own entry for a step takes precedence over the classes of the defaults.
      let own = Set(steps.map(\.step))
      merged.classes = defaults.classes.map { $0.without(own) }
    }
    merged.signals = Self.overlay(signals, on: defaults.signals, key: \.name)
    if network.isEmpty { merged.network = defaults.network }
    if offline.isEmpty { merged.offline = defaults.offline }
    merged.cancel = cancel ?? defaults.cancel
    if starts.isEmpty { merged.starts = defaults.starts }
    merged.runs = runs ?? defaults.runs
    merged.seed = seed ?? defaults.seed
    merged.expect = expect ?? defaults.expect
    return merged
  }

  static func overlay<Entry>(
    _ own: [Entry], on defaults: [Entry], key: (Entry) -> String
  ) -> [Entry] {
    let replaced = Set(own.map(key))
    return defaults.filter { !replaced.contains(key($0)) } + own
  }
}

extension Scenario {
  /// A class of runs, such as those on Wi-Fi, with its differences from the scenario's other runs.
  package struct RunClass: Equatable, Sendable {
    package var name: String
    /// The share of runs that belong to it, from 0 to 1.
    package var share: Double
    /// The behaviour of steps; it replaces that of the scenario, step by step.
    package var steps: [StepBehaviours] = []
    /// Replaces the scenario's factor; nil keeps it.
    package var latencyFactor: Double?
    /// Replaces the scenario's factor; nil keeps it.
    package var lossFactor: Double?

    package init(_ name: String, share: Double) {
      self.name = name
      self.share = share
    }

    /// The class without the behaviour of some steps.
    fileprivate func without(_ names: Set<String>) -> RunClass {
      var copy = self
      copy.steps.removeAll { names.contains($0.step) }
      return copy
    }
  }

  /// The content of a cache at the start.
  package struct CachedValue: Equatable, Sendable {
    package var cache: String
    /// The value, nil for an absent one, which hides a default.
    package var value: JSONValue?
    package var age: Duration

    package init(_ cache: String, _ value: JSONValue?, age: Duration = .zero) {
      self.cache = cache
      self.value = value
      self.age = age
    }
  }

  /// The time of a signal, and its value.
  package struct Signal: Equatable, Sendable {
    package var name: String
    /// The time since the run's start; nil means never.
    package var time: TimeTaken?
    /// Its value: a known one, one with a result, or (opaque) one that contains every pointer and has no result.
    package var outcome: Outcome = .opaque

    package init(_ name: String, at time: TimeTaken?) {
      self.name = name
      self.time = time
    }
  }

  /// The behaviour of one step's attempts.
  package struct StepBehaviours: Equatable, Sendable {
    /// A step's name, `step.fallback` for its remote fallbacks, or `*`.
    package var step: String
    /// One entry for each attempt; the last one repeats. Never empty.
    package var attempts: [Behaviour]
    /// The name in the file of an entry for all elements of a step; nil for an entry of its own.
    var pattern: String?

    package init(_ step: String, _ attempts: [Behaviour]) {
      self.step = step
      self.attempts = attempts
    }
  }

  /// The behaviour of an attempt: its duration and its outcome.
  package struct Behaviour: Equatable, Sendable {
    package var takes: TimeTaken = .fixed(.zero)
    package var outcome: Outcome = .opaque
    /// Whether it continues after a cancellation.
    package var ignoresCancellation = false
    /// The time by which the app extends the time-out, up to the step's `maxTimeout`.
    package var extends: Duration?
    /// The wait before the next try of a step with jitter, at most the flow's longest wait; nil draws it.
    package var wait: Duration?

    /// The wait that the server asks for in its answers of status 429 and 503; nil if it does not ask.
    package var retryAfter: Duration?

    package init(takes: TimeTaken = .fixed(.zero), outcome: Outcome = .opaque) {
      self.takes = takes
      self.outcome = outcome
    }
  }

  package enum TimeTaken: Equatable, Sendable {
    case fixed(Duration)
    /// Log-normal, by its median and its 99th percentile.
    case logNormal(median: Duration, p99: Duration)
    /// By measured percentiles, ascending from the 0th to the 100th; uniform between neighbours.
    case quantiles([Quantile])
  }

  /// A percentile of measured times.
  package struct Quantile: Equatable, Sendable {
    /// Its name: `p` and a number from 0 to 100, as in `p99.9`.
    package var name: String
    /// The time that this percentage of times does not exceed.
    package var time: Duration

    package init(_ name: String, _ time: Duration) {
      self.name = name
      self.time = time
    }

    /// The share of times that do not exceed it, from 0 to 1; nil for a name that is not a percentile.
    package var share: Double? {
      guard name.hasPrefix("p"), let percent = Double(name.dropFirst()), (0...100).contains(percent),
        name.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
      else { return nil }
      return percent / 100
    }
  }

  /// The outcome of an attempt.
  public enum Outcome: Equatable, Sendable {
    /// Succeeds with a value that contains every pointer; its `results` are not tried.
    case opaque
    /// Ends with a result or a failure, by its name.
    case named(String)
    /// Has this value; results and failures are tried on it as in a real run.
    case value(JSONValue)
    /// Is this raw HTTP answer; results and failures are tried on it as in a real run.
    case response(Response)
    /// Is an HTTP answer of status 200 whose envelope has only this code; results and failures are tried on it.
    case code(JSONValue)
    case error(ErrorClass)
    /// Never answers.
    case hang
    /// One of these, by their odds, which add up to 1.
    case odds([Odds])
  }

  /// One possible outcome with its odds.
  public struct Odds: Equatable, Sendable {
    /// A result, a failure, an error class, `ok`, `hang`, or an HTTP answer's codes, as in `status 503`.
    public var outcome: String
    /// Its probability, from 0 to 1.
    public var probability: Double

    /// Gives an outcome its odds.
    public init(_ outcome: String, _ probability: Double) {
      self.outcome = outcome
      self.probability = probability
    }
  }

  /// A raw HTTP answer.
  public struct Response: Equatable, Sendable {
    /// The body of an answer.
    public enum Body: Equatable, Sendable {
      case json(JSONValue)
      /// Any text, not necessarily JSON.
      case text(String)
    }

    /// The HTTP status, from 100 to 599.
    public var status: Int
    /// The body; nil for none.
    public var body: Body?

    /// Makes an answer.
    public init(status: Int, body: Body? = nil) {
      self.status = status
      self.body = body
    }
  }

  /// A period in which the network does not work.
  package struct Outage: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Hashable, Sendable {
      /// No answer arrives: attempts that are open or begin in this period hang.
      case silent
      /// Attempts that begin in this period fail at once.
      case refused
    }

    /// Its beginning, since the run's start.
    package var from: Duration
    /// Its end; nil means never.
    package var to: Duration?
    package var kind: Kind
    /// The longest delay of its beginning, in a scenario of a switch.
    package var window: Duration = .zero

    package init(from: Duration, to: Duration?, _ kind: Kind) {
      self.from = from
      self.to = to
      self.kind = kind
    }
  }

  /// A period in which the offline switch is offline.
  package struct OfflinePeriod: Equatable, Sendable {
    /// Its beginning, since the run's start.
    package var from: Duration
    /// The time at which the switch is back online; nil means never.
    package var to: Duration?
    /// The domain that is offline; nil means the whole app.
    package var domain: String?

    package init(from: Duration, to: Duration?, domain: String? = nil) {
      self.from = from
      self.to = to
      self.domain = domain
    }
  }
}
