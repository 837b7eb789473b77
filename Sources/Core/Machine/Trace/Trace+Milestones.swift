extension Trace {
  /// A moment by which a launch is measured: its landing, or a signal of the app such as `first-frame`.
  package struct Milestone: Equatable, Sendable {
    /// The signal's name, or `landing`, which no signal has.
    package var name: String
    /// Nanoseconds since the run's start.
    package var time: Int64
  }

  package var milestones: [Milestone] { events.compactMap { $0.milestone } }
}

extension Trace.Event {
  package var milestone: Trace.Milestone? {
    switch kind {
    case .landed: Trace.Milestone(name: "landing", time: time)
    case .signalled(let name, _): Trace.Milestone(name: name, time: time)
    default: nil
    }
  }
}
