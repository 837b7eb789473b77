package struct AttemptTicket: Hashable, Sendable {
  package var step: Int
  /// The attempt's number. It marks answers of earlier attempts as stale.
  package var attempt: Int
  package var origin: AttemptOrigin

  package func track(in plan: FlowPlan) -> Int { plan.track(of: step, origin) }
}

/// The world of a run: handlers, requests and stores, or a script in tests.
///
/// All methods are called on the event loop and must return at once; work is done on other threads.
package protocol RunWorld: AnyObject, Sendable {
  /// Starts the handler of an attempt, which answers once by `RunDriver.answered`. The values fill its references.
  ///
  /// - Parameter due: The loop's time at which the attempt is cut.
  func start(_ ticket: AttemptTicket, values: RunValues, due: Int64, driver: RunDriver)
  /// Cancels the handler of an attempt. True if the handler is known to ignore that.
  func cancel(_ ticket: AttemptTicket) -> Bool
  /// Writes a value to a cache, by its index in the flow.
  func store(_ value: JSONValue, cache: Int, of step: Int)
  /// Empties caches, by their indices in the flow.
  func clear(_ caches: [Int])
  /// Draws a jittered wait from zero to this many nanoseconds.
  func jitter(_ nanoseconds: Int64, step: Int, attempt: Int) -> Int64
}
