/// The driver's record of a switch: the machine's inputs and effects, each with its time.
///
/// A trace contains names and times, never values.
package struct SwitchTrace: Hashable, Sendable {
  package var name: String
  /// The scenario's name, if one was simulated.
  package var scenario: String?
  /// The seed, if it was simulated.
  package var seed: UInt64?
  /// The domains' names, by index.
  package var domains: [String]
  package var hasMark: Bool
  package var hasNetwork: Bool
  /// The true faults, if a simulation knows them.
  package var faults: [Fault] = []
  package var events: [Event] = []
  /// The end of the record, in nanoseconds since its start.
  package var end: Int64 = 0
  package var figures = SwitchFigures()

  package init(_ plan: SwitchPlan, scenario: String? = nil, seed: UInt64? = nil) {
    name = plan.document.name
    self.scenario = scenario
    self.seed = seed
    domains = plan.domains
    hasMark = plan.document.marked != nil
    hasNetwork = plan.network != nil
  }

  /// Adds an input and its effects at their time, in nanoseconds since the record's start.
  package mutating func record(
    _ input: SwitchMachine.Input, _ effects: [SwitchMachine.Effect], at time: Int64
  ) {
    events.append(Event(at: time, .input(input)))
    events += effects.map { Event(at: time, .effect($0)) }
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
  package struct Event: Hashable, Sendable {
    /// Nanoseconds since the start.
    package var time: Int64
    package var kind: EventKind

    package init(at time: Int64, _ kind: EventKind) {
      self.time = time
      self.kind = kind
    }
  }

  package enum EventKind: Hashable, Sendable {
    case input(SwitchMachine.Input)
    case effect(SwitchMachine.Effect)
    /// The process ended: no cause holds until it starts again.
    case killed
  }

  /// A period with a true fault.
  package struct Fault: Hashable, Sendable {
    /// The domain whose service was at fault; nil for the network.
    package var domain: Int?
    /// Its beginning, in nanoseconds since the start.
    package var from: Int64
    /// Its end, or the end of the record.
    package var to: Int64

    package init(_ domain: Int?, _ span: Range<Int64>) {
      self.domain = domain
      from = span.lowerBound
      to = span.upperBound
    }
  }

  /// A period during which a cause held.
  package struct Period: Hashable, Sendable {
    package var cause: SwitchCause
    /// Its beginning, in nanoseconds since the start.
    package var from: Int64
    /// Its end; nil if the cause still held at the record's end.
    package var to: Int64?
  }

  /// The periods of all causes, sorted by beginning. The end of a process ends all its periods.
  package var periods: [Period] {
    var periods: [Period] = []
    var open: [SwitchCause: Int] = [:]
    for event in events {
      switch event.kind {
      case .effect(.began(let cause)):
        open[cause] = periods.count
        periods.append(Period(cause: cause, from: event.time))
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

  /// The periods during which any cause held; overlapping and touching ones are merged.
  package var offlinePeriods: [Range<Int64>] {
    Spans(periods.map { $0.from..<max($0.from, $0.to ?? end) }).ranges
  }
}
