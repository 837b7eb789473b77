/// Where runs are driven: one piece of work at a time, with a clock and alarms of its own.
package protocol Driver: Sendable {
  /// Nanoseconds on the driver's clock, which never goes back. May be read from anywhere.
  var now: Int64 { get }

  /// Does some work soon, after all that was asked for before, and never within this call.
  func perform(_ work: @escaping @Sendable () -> Void)

  /// Makes an alarm that calls this, on the driver, each time it rings.
  func makeAlarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm
}

/// Rings once at the time for which it was set last. For use on its driver only.
package protocol Alarm: Sendable {
  /// Sets it to a time on the driver's clock, in place of what it was set to; nil turns it off. A time that is
  /// past rings soon.
  func set(at time: Int64?)
}
