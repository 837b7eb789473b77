extension Scenario {
  /// Another start of the same flow, after the first one.
  package struct FurtherStart: Equatable, Sendable {
    /// The time since the first start.
    package var time: Duration
    /// The inputs that differ from those of the first start; empty for an equal start.
    package var inputs: [Flow.NamedValue] = []
  }

  /// The effect of a further start.
  package enum StartOutcome: String, CaseIterable, Hashable, Sendable {
    /// It begins a run of its own; those under way continue.
    case begin
    /// It shares an equal run that is under way.
    case join
    /// It begins a run of its own; the equal ones under way are cancelled.
    case replace
    /// It is refused, since an equal run is under way.
    case refuse
  }

  /// The scenario from a further start's point of view: the known times of outages, offline periods and
  /// signals are moved back by the time of that start.
  package func after(_ start: FurtherStart) -> Scenario {
    var later = self
    later.starts = []
    later.cancel = nil
    later.inputs = Self.overlay(start.inputs, on: inputs, key: \.name)
    later.network = network.compactMap { outage in
      Self.shifted(outage.from, outage.to, by: start.time).map { Outage(from: $0, to: $1, outage.kind) }
    }
    later.offline = offline.compactMap { period in
      Self.shifted(period.from, period.to, by: start.time).map {
        OfflinePeriod(from: $0, to: $1, domain: period.domain)
      }
    }
    for index in signals.indices {
      guard case .fixed(let time) = signals[index].time else { continue }
      later.signals[index].time = .fixed(max(.zero, time - start.time))
    }
    return later
  }

  /// A period moved back by a time; nil once it is over.
  private static func shifted(_ from: Duration, _ to: Duration?, by time: Duration) -> (Duration, Duration?)?
  {
    if let to, to <= time { return nil }
    return (max(.zero, from - time), to.map { $0 - time })
  }
}

extension Scenario.Expectation {
  /// The expected outcome of one further start.
  package struct Start: Equatable, Sendable {
    package var outcome: Scenario.StartOutcome
    /// The pages that its run may land on; nil allows all.
    package var landing: [String]?
  }
}
