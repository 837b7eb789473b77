/// Does pieces of work one at a time, in order, and has a clock with alarms.
package protocol EventLoop: Sendable {
  /// Nanoseconds on the loop's clock, which never goes back. May be read from anywhere.
  var now: Int64 { get }

  /// Does some work soon, after all earlier work, and never within this call.
  func perform(_ work: @escaping @Sendable () -> Void)

  /// Makes an alarm that makes this call on the loop each time it rings.
  func makeAlarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm
}

/// Rings once at the time for which it was last set. For use on its loop only.
package protocol Alarm: Sendable {
  /// Sets it to a time on the loop's clock, in place of the former one; nil turns it off. A time in the past rings
  /// soon.
  func set(at time: Int64?)
}
