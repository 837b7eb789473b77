/// A scenario compiled for a plan: the behaviour of each attempt, with its answers already read.
struct PlannedScenario: Sendable {
  struct Behaviour: Sendable {
    var takes: PlannedTime
    var ending: Ending
    var ignoresCancellation: Bool
    /// The end of the app's extension of the attempt, in nanoseconds; -1 if the longest time-out comes first.
    var extendedTo: Int64 = -1
    /// The wait after it, in nanoseconds; -1 if it is drawn at random.
    var wait: Int64 = -1
  }

  /// The end of an attempt: one of its answers, by their shares of [0, 1), or never.
  enum Ending: Sendable {
    case answer(Int32)
    case hang
    /// One of these shares.
    case odds(Range<Int>)
  }

  /// An ending with the upper end of its share.
  struct Share: Sendable {
    var upTo: Double
    var ending: Ending
    /// Whether it is a `network` error, which the factor of loss makes more likely.
    var isLoss = false
  }

  /// A class of runs, with the values that differ for it.
  struct RunClass: Sendable {
    var upTo: Double
    var sources: [Attempts]
    var factor: RunFactor?
    var loss: RunFactor?
  }

  /// The behaviours of one source of attempts: a step's own work or one of its remote fallbacks.
  struct Attempts: Sendable {
    /// One for each attempt; the last one repeats. Empty if it makes no attempts.
    var behaviours: [Behaviour] = []
    /// The steps that it refers to.
    var references: [Int] = []
    /// Whether an attempt can be malformed: it refers to values, or cannot be sent as written.
    var needsPreparation = false
    /// The key of its random numbers.
    var key: UInt64 = 0
    var isHTTP = false

    /// The behaviour of an attempt, by its number from 1.
    @inline(__always)
    func behaviour(_ attempt: Int) -> Behaviour {
      behaviours[min(attempt, behaviours.count) - 1]
    }
  }

  /// By source of attempts: by step its own work, then the plan's fallbacks.
  var sources: [Attempts] = []
  /// The shares of attempts with odds. They are in one list, so that no attempt of a run counts references to a list.
  var shares: [Share] = []
  /// All possible answers; those common to all scenarios are the first.
  var answers = [ErrorClass.malformed, .timeout, .network].map { AttemptAnswer(.failed($0), value: .opaque) }
  /// By answer: the number of its value; 0 is the opaque one.
  var answerValues: [Int32] = [0, 0, 0]
  /// All possible values; the opaque one is the first.
  var values: [RunValue] = [.opaque]
  /// By step: the value of its own constant or cache.
  var ownValues: [Int32] = []
  /// By the plan's fallbacks: the value of a local one.
  var fallbackValues: [Int32] = []
  var inputs: [JSONValue] = []
  /// By cache: its content at the start.
  var caches: [CachedValue?] = []
  var snapshot: RunSnapshot
  /// The network of HTTP attempts; nil adds no time to them.
  var link: PlannedLink?
  /// The factor of duration for a run's HTTP attempts.
  var factor: RunFactor?
  /// The factor of likelihood for a run's `network` errors.
  var loss: RunFactor?
  var classes: [RunClass] = []
  var outages = Outages()
  /// The changes of the switch after the start.
  var switches: [PlannedSwitchEvent] = []
  /// By the flow's signals: its time; nil for never.
  var signals: [Signal?] = []
  /// The time at which the run is cancelled, or -1.
  var cancel: Int64 = -1

  struct Signal: Sendable {
    var time: PlannedTime
    /// The key of its random number.
    var key: UInt64
    /// The number of its value's result, and the value; 0 is the opaque one, -1 none.
    var name: Int32 = -1
    var value: Int32 = 0
  }

  /// The answer of an attempt that could not be made.
  static let malformed: Int32 = 0
  /// The answer at the end of the app's extension.
  static let timedOut: Int32 = 1
  /// The answer of an attempt that the network refused.
  static let refused: Int32 = 2

  /// Becomes the scenario of one run, with the values of its class.
  mutating func choose(_ random: KeyedRandom) {
    guard !classes.isEmpty else { return }
    let unit = random.unit(step: Self.classKey, attempt: 0, .outcome)
    let chosen = classes.first { unit < $0.upTo } ?? classes[classes.count - 1]
    sources = chosen.sources
    factor = chosen.factor
    loss = chosen.loss
  }

  /// No step has a name with a space.
  private static let classKey = KeyedRandom.key(of: "* class")

  func time(of signal: Signal, _ random: KeyedRandom) -> Int64 {
    signal.time.nanoseconds(random.unit(step: signal.key, attempt: 1, .time))
  }

  /// The value of a signal, as an answer to the steps that await it.
  func answer(_ signal: Signal) -> AttemptAnswer {
    AttemptAnswer(
      .succeeded(name: signal.name), value: signal.value < 0 ? nil : values[Int(signal.value)])
  }
}

/// A change of the offline switch during a run.
package struct PlannedSwitchEvent: Hashable, Sendable {
  /// The time of the change, in nanoseconds since the start.
  package var time: Int64
  /// The domain by its index, or -1 for the whole app.
  package var domain: Int
  package var isOffline: Bool
}

extension FlowPlan {
  /// The number of a source of attempts.
  @inline(__always)
  func source(_ step: Int, _ origin: AttemptOrigin) -> Int {
    switch origin {
    case .own: step
    case .fallback(let place): steps.count + Int(steps[step].fallbacks.lowerBound) + place
    }
  }

  /// All sources of attempts by their numbers.
  var sources: [(step: Int, origin: AttemptOrigin)] {
    steps.indices.map { ($0, .own) }
      + steps.indices.flatMap { step in
        steps[step].fallbacks.indices.map { place in
          (step, .fallback(Int(place - steps[step].fallbacks.lowerBound)))
        }
      }
  }
}
