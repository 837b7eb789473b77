import LaunchFlowMachine
import LaunchFlowModel

/// One attempt of one run.
package struct AttemptTicket: Hashable, Sendable {
  /// The step.
  package var step: Int
  /// The attempt's number, which fences off its answer once the attempt is over.
  package var attempt: Int
  /// Whose work it is.
  package var origin: Trace.AttemptOrigin
}

/// What a run acts on: handlers, requests and stores; in tests a scripted world.
///
/// All of it is called on the driver and must return at once: work goes elsewhere.
package protocol RunWorld: AnyObject, Sendable {
  /// Starts the handler of an attempt, which answers by `RunDriver.answered`, once. The ledger holds what its
  /// references refer to.
  ///
  /// - Parameter timeout: When the attempt is cut at the latest, in nanoseconds from now.
  func start(_ ticket: AttemptTicket, ledger: RunLedger, timeout: Int64, driver: RunDriver)
  /// Tells the handler of an attempt to end. True when it is known to go on regardless.
  func cancel(_ ticket: AttemptTicket) -> Bool
  /// Writes a value to a cache, by its index in the flow.
  func store(_ value: JSONValue, cache: Int, of step: Int)
  /// Draws a jittered wait from zero to this many nanoseconds.
  func jitter(_ nanoseconds: Int64, step: Int, attempt: Int) -> Int64
}

/// What a run tells its owner, on the driver.
package struct RunObserver: Sendable {
  /// New events of the trace. By themselves: a slice of the trace that somebody keeps makes the next event copy all
  /// of it.
  package var recorded: @Sendable ([Trace.Event]) -> Void = { _ in }
  /// The run has landed, with its notice filled in.
  package var landed: @Sendable (Trace.Landing, Flow.Notice?, RunLedger) -> Void = { _, _, _ in }
  /// A step has settled, with the ledger that holds its value or its message.
  package var settled: @Sendable (Int, FlowMachine.Settlement, RunLedger) -> Void = { _, _, _ in }
  /// Late work has brought a fresher value.
  package var refreshed: @Sendable (Int, RunLedger) -> Void = { _, _ in }
  /// All is over; nothing follows but the ends of abandoned handlers.
  package var finished: @Sendable (Trace) -> Void = { _ in }

  /// Observes nothing.
  package init() {}
}
