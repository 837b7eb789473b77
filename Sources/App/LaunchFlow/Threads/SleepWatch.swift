/// Finds out from the alarm of a loop when the process slept, in nanoseconds on the loop's clock.
struct SleepWatch {
  /// An alarm that rings so much later shows that the process did not run. Its thread does nothing but short work.
  private static let leastSleep: Int64 = 1_000_000_000
  private static let mostSleeps = 64

  /// When the alarm should ring; `.max` while it is off.
  private var ringsAt = Int64.max
  /// The newest sleeps of the process.
  private var sleeps: [Range<Int64>] = []

  /// Notes a sleep if the alarm is overdue.
  mutating func note(at moment: Int64) {
    guard ringsAt < moment, moment - ringsAt >= Self.leastSleep else { return }
    sleeps.append(ringsAt..<moment)
    if sleeps.count > Self.mostSleeps { sleeps.removeFirst() }
    ringsAt = .max
  }

  /// Notes that the alarm is set to another time, or turned off.
  mutating func alarm(at time: Int64?, _ moment: Int64) {
    note(at: moment)
    ringsAt = time ?? .max
  }

  /// How long the process slept since a time.
  func total(since time: Int64) -> Int64 {
    // A process that wakes up and begins a run may note its sleep only now.
    sleeps.reduce(0) { slept, sleep in
      let length = sleep.upperBound - max(sleep.lowerBound, time)
      return length >= Self.leastSleep ? slept + length : slept
    }
  }
}
