import LaunchFlowMachine
import LaunchFlowModel

/// A scenario compiled for a plan: what each attempt does, with answers already told apart.
struct PlannedScenario: Sendable {
  /// What an attempt does.
  struct Behaviour: Sendable {
    var takes: PlannedTime
    var outcome: Outcome
    var ignoresCancellation: Bool
  }

  indirect enum Outcome: Sendable {
    case answer(PlannedAnswer)
    case hang
    /// Answers with the upper ends of their shares of [0, 1).
    case odds([(upTo: Double, Outcome)])
  }

  struct PlannedAnswer: Sendable {
    var outcome: FlowMachine.AttemptOutcome
    /// The value's number; 0 is the opaque one.
    var value: Int32 = 0
    /// The number of a refusal's message; -1 for none, `opaqueMessage` for one that is not known.
    var message: Int32 = -1
  }

  /// The behaviours of one source of attempts: a step's own work or one of its remote fallbacks.
  struct Attempts: Sendable {
    var behaviours: [Behaviour]
    /// What its random draws are keyed by.
    var key: UInt64
    var isHTTP: Bool
    var references: Range<Int32>
  }

  /// A place that a request or an action's input looks into.
  struct Reference: Sendable {
    var step: Int32
    var pointer: JSONPointer
  }

  static let opaqueMessage: Int32 = -2

  /// By step; empty for steps without attempts of their own.
  var own: [Attempts?] = []
  /// By the plan's fallbacks.
  var fallbacks: [Attempts?] = []
  var references: [Reference] = []
  /// All values that can come up, the opaque one first.
  var values: [RunValue] = [.opaque]
  var messages: [String] = []
  /// By step: the value of its own constant or cache.
  var ownValues: [Int32] = []
  /// By the plan's fallbacks: the value of a local one.
  var fallbackValues: [Int32] = []
  var inputs: [JSONValue] = []
  /// What a run knows at its start.
  var snapshot: RunSnapshot
  var outages: [Outage] = []
  /// When the switch's state changes, after the start.
  var switches: [SwitchEvent] = []
  /// When the run is cancelled, or -1.
  var cancel: Int64 = -1

  struct Outage: Sendable {
    var from: Int64
    var to: Int64
    var kind: Scenario.Outage.Kind
  }

  struct SwitchEvent: Sendable {
    var time: Int64
    var domain: Int
    var isOffline: Bool
  }
}

/// How long an attempt takes.
enum PlannedTime: Sendable {
  case fixed(Int64)
  case uniform(Int64, Int64)
  /// The logarithm of the median in nanoseconds, and the standard deviation of the logarithm.
  case logNormal(mu: Double, sigma: Double)
  case samples([Int64])

  init(_ time: Scenario.TimeTaken) {
    switch time {
    case .fixed(let duration): self = .fixed(max(0, duration.nanoseconds))
    case .uniform(let from, let to): self = .uniform(from.nanoseconds, max(from.nanoseconds, to.nanoseconds))
    case .logNormal(let median, let p99):
      let center = Double(max(1, median.nanoseconds))
      let mu = Elementary.log(center)
      let spread = Elementary.log(max(center, Double(p99.nanoseconds))) - mu
      self = .logNormal(mu: mu, sigma: spread / NormalQuantile.value(0.99))
    case .samples(let durations): self = .samples(durations.map(\.nanoseconds))
    }
  }

  /// Whether a random number decides.
  var isRandom: Bool {
    if case .fixed = self { false } else { true }
  }

  /// The time in nanoseconds for a number in [0, 1).
  func nanoseconds(_ unit: Double) -> Int64 {
    switch self {
    case .fixed(let time):
      return time
    case .uniform(let from, let to):
      return from + Int64(Double(to - from) * unit)
    case .logNormal(let mu, let sigma):
      // The middle of the draw's cell: never 0, where the normal quantile is infinite.
      let normal = NormalQuantile.value(unit + 0x1p-54)
      return Int64(min(Elementary.exp(mu + sigma * normal), 0x1p62))
    case .samples(let times):
      return times[min(times.count - 1, Int(unit * Double(times.count)))]
    }
  }
}
