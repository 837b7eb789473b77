/// Does pieces of work one after another, in order, and has a clock with alarms.
package protocol EventLoop: AnyObject, Sendable {
  /// Nanoseconds on the loop's clock, which never goes back. May be read on any thread.
  var now: Int64 { get }

  /// How long the process slept since a time on the loop's clock: it was suspended, or got no processor for a second or
  /// more. For use on the loop only.
  func slept(since time: Int64) -> Int64

  /// Does some work after all earlier work, never within this call.
  func perform(_ work: @escaping @Sendable () -> Void)

  /// Makes an alarm, which calls this function on the loop each time it rings.
  func makeAlarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm
}

extension EventLoop {
  /// Virtual time never sleeps.
  package func slept(since time: Int64) -> Int64 { 0 }
}

/// Rings once at the time that was set last. For use on its loop only.
package protocol Alarm: AnyObject, Sendable {
  /// Sets the time on the loop's clock; nil turns the alarm off. With a time in the past it rings soon.
  func set(at time: Int64?)
}
