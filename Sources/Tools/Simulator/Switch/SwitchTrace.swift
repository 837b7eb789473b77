import LaunchFlowMachine
import LaunchFlowModel

/// What happened to a switch: the driver's record of facts and of the machine's effects, each with its time.
///
/// A trace holds names and times, never values.
package struct SwitchTrace: Hashable, Sendable {
  package var name: String
  /// The scenario's name, if one was simulated.
  package var scenario: String?
  /// The seed, if it was simulated.
  package var seed: UInt64?
  /// The domains' names, by index.
  package var domains: [String]
  package var hasMark: Bool
  /// Whether the switch looks at the network.
  package var hasNetwork: Bool
  /// What truly was wrong, where a simulation knows it.
  package var faults: [Fault] = []
  /// What happened, in order.
  package var events: [Event]
  /// When the record ends, in nanoseconds since its start.
  package var end: Int64

  package init(_ plan: SwitchPlan, scenario: String? = nil, seed: UInt64? = nil) {
    name = plan.document.name
    self.scenario = scenario
    self.seed = seed
    domains = plan.domains
    hasMark = plan.document.marked != nil
    hasNetwork = plan.document.network != nil
    events = []
    end = 0
  }

  /// A cause's name: `marked`, a medium or a domain.
  package func name(of cause: SwitchCause) -> String {
    switch cause {
    case .marked: "marked"
    case .network(let medium): medium.rawValue
    case .domain(let domain): domains.indices.contains(domain) ? domains[domain] : "?"
    }
  }
}

extension SwitchTrace {
  /// One thing that happened at a time.
  package struct Event: Hashable, Sendable {
    /// Nanoseconds since the start.
    package var time: Int64
    /// What happened.
    package var kind: EventKind

    package init(at time: Int64, _ kind: EventKind) {
      self.time = time
      self.kind = kind
    }
  }

  /// What happened, in the words of the machine. Domains are indices.
  package enum EventKind: Hashable, Sendable {
    /// A fact that the driver told the machine. The machine says itself what came of answers and timers.
    case input(SwitchMachine.Input)
    /// What the machine did, but for mere orders to the driver.
    case effect(SwitchMachine.Effect)
    /// The mark is on disk, or taken away.
    case markStored(Bool)
    /// The process ended: nothing holds until it starts again.
    case killed
  }

  /// A stretch of time in which something truly was wrong.
  package struct Fault: Hashable, Sendable {
    /// The domain whose service was at fault; nil for the network.
    package var domain: Int?
    /// When it began, in nanoseconds since the start.
    package var from: Int64
    /// When it was over, or the record was.
    package var to: Int64

    package init(_ domain: Int?, _ span: Range<Int64>) {
      self.domain = domain
      from = span.lowerBound
      to = span.upperBound
    }
  }

  /// A stretch of time in which a cause held.
  package struct Period: Hashable, Sendable {
    /// What held.
    package var cause: SwitchCause
    /// When it began, in nanoseconds since the start.
    package var from: Int64
    /// When it was over; nil where it still held at the record's end.
    package var to: Int64?

    package init(_ cause: SwitchCause, from: Int64, to: Int64?) {
      self.cause = cause
      self.from = from
      self.to = to
    }
  }

  /// When each cause held, by beginning. A process's end closes what it showed.
  package var periods: [Period] {
    var periods: [Period] = []
    var open: [SwitchCause: Int] = [:]
    for event in events {
      switch event.kind {
      case .effect(.began(let cause)):
        open[cause] = periods.count
        periods.append(Period(cause, from: event.time, to: nil))
      case .effect(.ended(let cause)):
        if let index = open.removeValue(forKey: cause) { periods[index].to = event.time }
      case .killed:
        for index in open.values { periods[index].to = event.time }
        open = [:]
      default: break
      }
    }
    return periods
  }

  /// When any cause held: overlapping and touching periods made one.
  package var offlinePeriods: [Range<Int64>] {
    var merged: [Range<Int64>] = []
    for period in periods.map({ $0.from..<max($0.from, $0.to ?? end) }) {
      if let last = merged.last, period.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, period.upperBound)
      } else {
        merged.append(period)
      }
    }
    return merged
  }
}
