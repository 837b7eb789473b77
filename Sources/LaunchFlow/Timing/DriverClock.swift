/// Where runs are driven, and what time it is there. What it calls back runs one after another.
package protocol DriverClock: AnyObject, Sendable {
  /// Nanoseconds since an origin of its own; to be read from anywhere.
  var now: Int64 { get }
  /// Does work on the driver, behind everything that was submitted before.
  func submit(_ work: @escaping @Sendable () -> Void)
  /// Wakes a client when its time has come, never before it; a new time replaces the old one, nil takes it
  /// back. Called on the driver alone.
  func setAlarm(_ alarm: DriverAlarm, at time: Int64?)
}

/// A client of a clock, by its identity.
package final class DriverAlarm: Sendable {
  /// Called on the driver.
  package let wake: @Sendable () -> Void

  /// An alarm that is not set.
  package init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }
}
