import LaunchFlowMachine
import LaunchFlowModel

/// One attempt of one run.
package struct AttemptTicket: Hashable, Sendable {
  /// The step.
  package var step: Int
  /// The attempt's number, which fences off its answer once the attempt is over.
  package var attempt: Int
  /// The step itself or one of its fallbacks.
  package var origin: AttemptOrigin
}

/// The world of a run: handlers, requests and stores; in tests a script.
///
/// All of it is called on the event loop and must return at once: work is done elsewhere.
package protocol RunWorld: AnyObject, Sendable {
  /// Starts the handler of an attempt, which answers once, by `RunDriver.answered`. The values are for its
  /// references.
  ///
  /// - Parameter timeout: The nanoseconds from now after which the attempt is cut.
  func start(_ ticket: AttemptTicket, values: RunValues, timeout: Int64, driver: RunDriver)
  /// Cancels the handler of an attempt. True when it is known to ignore that.
  func cancel(_ ticket: AttemptTicket) -> Bool
  /// Writes a value to a cache, by its index in the flow.
  func store(_ value: JSONValue, cache: Int, of step: Int)
  /// Empties caches, by their indices in the flow.
  func clear(_ caches: [Int])
  /// Draws a jittered wait from zero to this many nanoseconds.
  func jitter(_ nanoseconds: Int64, step: Int, attempt: Int) -> Int64
}

/// The calls that a run makes to its owner, on the event loop.
package struct RunObserver: Sendable {
  /// New events of the trace, in an array of their own: a slice of the trace that somebody keeps would make the next
  /// event copy the whole trace.
  package var recorded: @Sendable ([Trace.Event]) -> Void = { _ in }
  /// The run has landed, with its notice filled in.
  package var landed: @Sendable (Trace.Landing, Flow.Notice?, RunValues) -> Void = { _, _, _ in }
  /// A step has settled, with the values that include its own.
  package var settled: @Sendable (Int, FlowMachine.Settlement, ValueOrigin, RunValues) -> Void = {
    _, _, _, _ in
  }
  /// Late work has brought a fresher value.
  package var refreshed: @Sendable (Int, RunValues) -> Void = { _, _ in }
  /// The run is over. Only the ends of abandoned handlers follow.
  package var finished: @Sendable (Trace) -> Void = { _ in }

  /// Makes calls that do nothing.
  package init() {}
}
