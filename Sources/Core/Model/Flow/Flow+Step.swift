extension Flow {
  /// One piece of work, or a group of steps.
  package struct Step: Sendable {
    /// The step's name: kebab case, unique among steps and inputs.
    package var name: String
    /// The title for people; nil shows the name.
    package var title: String?
    package var summary: String?
    package var work: Work
    /// The file of the flow whose steps are the members of this group; nil for another step.
    package internal(set) var module: String?
    /// The step of the flow's own file that includes this one from another file; nil for a step of its own file.
    package internal(set) var includer: String?
    /// Whether the file declares the step by `each` of the group around it.
    package internal(set) var isElement = false
    /// Steps that must be available before this one starts; otherwise it is skipped.
    package var needs: [String] = []
    /// Steps that must have settled, with any status; `landing` puts this step into the tail.
    package var after: [String] = []
    /// The condition; the step is skipped if it is false.
    package var when: Condition?
    /// Bounds one attempt. If an input gives the time, this is the longest one.
    package var timeout: Duration?
    /// Actions only: bounds one attempt that the app's code extends, while a user is still typing for example. nil
    /// means that no attempt can be extended.
    package var maxTimeout: Duration?
    /// Actions after the landing only: an attempt may take as long as the process lives; `timeout` is then a year.
    package internal(set) var isUnbounded = false
    /// Whether remote fallbacks begin beside the step's own work; nil means unless a request may change the server.
    package var hedge: Bool?
    /// Bounds all attempts and the waits between them; on a group, all of its members. If an input gives the time, this
    /// is the longest one.
    package var deadline: Duration?
    /// The time after which the first fallback begins at the latest, while the attempt continues. If an input gives the
    /// time, this is the longest one.
    package var useFallbackAfter: Duration?
    package var timeInputs = TimeInputs()
    /// How a failed attempt is repeated; nil means one attempt.
    package var retry: Retry?
    /// Repeats the request until an answer is final; in a group, all members until their outcome is. Needs a deadline.
    package var poll: Poll?
    package var lane: String?
    /// The order in the lane's queue: higher values first, then file order; from -1000 to 1000.
    package var priority = 0
    /// Whether the step starts only while no other step, except idle ones, runs on its lane or queues for it.
    package var whenIdle = false
    /// The named failures, tried first and in order.
    package var failures: [Failure] = []
    /// The test that a value must pass; another value is `malformed`.
    package var valid: Predicate?
    /// Names for values, tried in order; the first match names the value.
    package var results: [NamedResult] = []
    /// Groups only: results by the members' outcomes, tried in order once all members have settled.
    package var outcomes: [GroupOutcome] = []
    /// Sources of a value after the step's own work has failed, tried once in order.
    package var fallback: [Fallback] = []
    /// The type of the value in the app's own code, for generated source.
    package internal(set) var valueType: String?
    /// The cache that stores live, valid successes.
    package var store: String?
    /// Whether the step is cancelled or continues if it is open at the landing; nil means as its group does, or as the
    /// flow's defaults say.
    package var afterLanding: AfterLanding?
    /// Groups only: the first member that fails or times out ends the group and cancels the other members.
    package var failFast = false
    package internal(set) var ignore: [Flow.Silence] = []

    package init(_ name: String, _ work: Work) {
      self.name = name
      self.work = work
    }
  }
}

extension Flow.Step {
  /// The inputs that give a step's times, each nil where the time is written out.
  package struct TimeInputs: Sendable {
    package var timeout: String?
    package var deadline: String?
    package var useFallbackAfter: String?
  }

  package indirect enum Work: Sendable {
    case http(Flow.Request)
    case action(Flow.Action)
    case cache(String)
    case value(JSONValue)
    case group([Flow.Step])
    /// Waits without a request or an action.
    case wait(Awaited)
  }

  package enum Awaited: Equatable, Sendable {
    case signal(String)
    /// The offline switch says online.
    case online
    /// A time has passed. If an input gives the time, this is the longest one.
    case time(Duration, from: String? = nil)
  }

  package var isCall: Bool { work.isCall }

  /// Whether it may have a time-out.
  var isTimed: Bool {
    switch work {
    case .http, .action, .wait(.signal), .wait(.online): true
    case .cache, .value, .group, .wait(.time): false
    }
  }

  package var awaited: Awaited? { work.awaited }

  package var members: [Flow.Step]? { work.members }

  package var hasRemoteFallback: Bool { fallback.contains { !$0.isLocal } }

  /// Whether fallbacks begin at their times, one by one, while the step's own work goes on. Otherwise only a local value
  /// is used then.
  package var hedges: Bool {
    guard useFallbackAfter != nil else { return false }
    guard hasRemoteFallback else { return fallback.contains { $0.after != nil } }
    return hedge ?? !requests.contains { Flow.Retry.mayChangeServer($0.request.method) }
  }

  package var awaitedSignal: String? { if case .signal(let name) = awaited { name } else { nil } }

  /// Whether a step that is open at the landing is cancelled or continues.
  package enum AfterLanding: String, CaseIterable, Hashable, Sendable {
    case cancel
    case `continue`
  }
}

extension Flow.Step.Work {
  package var request: Flow.Request? { if case .http(let request) = self { request } else { nil } }

  package var action: Flow.Action? { if case .action(let action) = self { action } else { nil } }

  package var cache: String? { if case .cache(let cache) = self { cache } else { nil } }

  package var constant: JSONValue? { if case .value(let value) = self { value } else { nil } }

  package var awaited: Flow.Step.Awaited? { if case .wait(let awaited) = self { awaited } else { nil } }

  package var members: [Flow.Step]? { if case .group(let members) = self { members } else { nil } }

  package var isCall: Bool {
    switch self {
    case .http, .action: true
    case .cache, .value, .group, .wait: false
    }
  }
}

extension Flow {
  /// The app's own code, called by name.
  package struct Action: Equatable, Sendable {
    /// The action's name, under which the app registers its code.
    package var name: String
    /// The argument; its strings may contain references.
    package var input: JSONValue?

    package init(_ name: String, with input: JSONValue? = nil) {
      self.name = name
      self.input = input
    }
  }

  /// How a step's own work is tried again after it failed.
  package struct Retry: Sendable {
    package enum Jitter: String, CaseIterable, Hashable, Sendable {
      /// Each wait is drawn from zero to its whole length.
      case full
      case none
    }

    /// The largest number of attempts, the first included.
    package var attempts: Int
    /// The wait after the first attempt. If an input gives the time, this is the longest one.
    package var delay: Duration = .milliseconds(200)
    package var delayInput: String?
    /// The factor of each further wait, at least 1.
    package var factor: Double = 2
    /// The longest wait, also for a server that asks for a wait. Without it, the server may ask for no more than the
    /// retry's own wait.
    package var maxDelay: Duration?
    /// Whether waits are shortened at random, so that many apps do not call the server at once.
    package var jitter: Jitter = .full
    /// The error classes that are retried; nil means the format's default, which is none for `POST` and `PATCH`.
    package var on: [ErrorClass]?

    package static let defaultClasses: [ErrorClass] = [.network, .timeout, .server, .throttled]

    package init(attempts: Int) {
      self.attempts = attempts
    }

    /// The error classes after which a request of this method, or an action (nil), is retried. A request that may have
    /// changed something on the server is retried only if `on` is written out.
    package func classes(for method: String?) -> [ErrorClass] {
      on ?? (Self.mayChangeServer(method) ? [] : Self.defaultClasses)
    }

    /// Whether a second request of this method may do something twice.
    static func mayChangeServer(_ method: String?) -> Bool { method == "POST" || method == "PATCH" }
  }

  /// How a step repeats its request until an answer is final.
  package struct Poll: Sendable {
    /// The wait from the first answer to the next request.
    package var every: Duration
    /// The factor of each further wait, at least 1.
    package var factor: Double = 1
    /// The longest wait; required if waits grow.
    package var maxEvery: Duration?
    /// The results that end the polling.
    package var until: [String]

    /// How many waits may be shorter than the longest one.
    package static let mostGrowth = 254

    package init(every: Duration, until: [String]) {
      self.every = every
      self.until = until
    }

    /// How many waits are shorter than the longest one; `mostGrowth` + 1 for any larger number.
    package var growth: Int {
      guard factor > 1, let maxEvery else { return 0 }
      var wait = every / .nanoseconds(1)
      var count = 0
      while wait < maxEvery / .nanoseconds(1), count <= Self.mostGrowth {
        wait *= factor
        count += 1
      }
      return count
    }
  }

  /// A deliberate refusal, with the author's name for it.
  package struct Failure: Sendable {
    package var name: String
    /// The test of status and whole body; nil for an action's refusal, which the action reports by name.
    package var when: Predicate?
    /// Whether fallbacks may hide it.
    package internal(set) var allowFallback: Bool
    /// The cache that the refusal empties, by its name, or a scope of caches.
    package internal(set) var clears: String?

    package init(_ name: String, _ when: Predicate?, allowFallback: Bool = false, clears: String? = nil) {
      self.name = name
      self.when = when
      self.allowFallback = allowFallback
      self.clears = clears
    }
  }

  /// The author's name for the meaning of a value.
  package struct NamedResult: Sendable {
    package var name: String
    /// The test of the value; a predicate without tests always holds.
    package var when: Predicate

    package init(_ name: String, _ when: Predicate) {
      self.name = name
      self.when = when
    }
  }

  /// A result of a group, by the outcomes of its members. The key in a file is `results`.
  package struct GroupOutcome: Sendable {
    package var name: String
    /// The condition on the members; an empty one always holds.
    package var when: Condition

    package init(_ name: String, _ when: Condition) {
      self.name = name
      self.when = when
    }
  }

  /// A source of a value after a step's own work has failed.
  package struct Fallback: Sendable {
    /// A cache, a constant, a request or an action.
    package var work: Step.Work
    /// Bounds one attempt of a request or an action.
    package var timeout: Duration?
    /// The time from the step's start after which it begins at the latest.
    package var after: Duration?

    init(_ work: Step.Work, timeout: Duration? = nil) {
      self.work = work
      self.timeout = timeout
    }

    package static func cache(_ name: String) -> Self { Self(.cache(name)) }
    package static func value(_ value: JSONValue) -> Self { Self(.value(value)) }
    package static func http(_ call: Request, timeout: Duration) -> Self {
      Self(.http(call), timeout: timeout)
    }
    package static func action(_ call: Action, timeout: Duration) -> Self {
      Self(.action(call), timeout: timeout)
    }

    /// Whether the fallback needs no request and no action.
    package var isLocal: Bool { !work.isCall }
  }
}
