import LaunchFlowMachine

extension LaunchRecord {
  /// A millisecond. A few times in nanoseconds would identify a launch.
  package static let standardPrecision: Int64 = 1_000_000

  /// The record with times in whole units.
  ///
  /// Each instant is rounded, so the order and simultaneous events stay. A call that was ended from outside had no
  /// answer for at least its rounded time. Time-outs are not rounded, since the flow contains them.
  ///
  /// - Parameter unit: The unit in nanoseconds, at least 1.
  package func rounded(to unit: Int64 = standardPrecision) -> LaunchRecord {
    func rounded(_ time: Int64) -> Int64 { time.rounded(to: unit) }
    func least(_ time: Int64) -> Int64 { time / unit * unit }
    var record = self
    record.precision = unit == Self.standardPrecision ? nil : unit
    record.end = rounded(end)
    record.cancelled = cancelled.map(rounded)
    record.slept = slept.map(rounded)
    if let landing { record.landing?.time = rounded(landing.time) }
    for place in switches.indices { record.switches[place].time = rounded(switches[place].time) }
    for place in signals.indices { record.signals[place].time = rounded(signals[place].time) }
    for step in steps.indices {
      record.steps[step].attempts = steps[step].attempts.map { attempt in
        var kept = attempt
        kept.start = rounded(attempt.start)
        if attempt.end != .timedOut {
          kept.took =
            attempt.end.isCensored
            ? least(attempt.took) : rounded(attempt.start + attempt.took) - kept.start
        }
        if let wait = attempt.wait {
          let end = attempt.start + attempt.took
          kept.wait?.drawn =
            wait.isCut ? least(wait.drawn) : min(wait.longest, rounded(end + wait.drawn) - rounded(end))
        }
        kept.codes?.retryAfter = attempt.codes?.retryAfter.map(rounded)
        return kept
      }
    }
    return record
  }
}

extension Int64 {
  /// The nearest multiple of a unit, half up.
  package func rounded(to unit: Int64) -> Int64 { (self + unit / 2) / unit * unit }
}
