import Dispatch
import Foundation

/// An app's handle of a run. Releasing it before the landing cancels the run. After the landing, the tail and
/// continuing steps run without it.
public final class FlowRun: Sendable {
  let core: RunCore
  private let seat: RunSeat
  /// Whether the handle has been used.
  private let isWatched = Locked(false)

  init(_ seat: RunSeat) {
    self.seat = seat
    core = seat.work
  }

  deinit {
    let isPending = !core.landing.isFulfilled
    if seat.leave(), isPending, !isWatched.withLock({ $0 }) { core.reportDropped() }
  }

  private var watched: RunCore {
    isWatched.withLock { $0 = true }
    return core
  }

  /// The landing. It never fails, and is no later than the flow's deadline. Waiting for it only observes the run:
  /// cancelling the waiting task does not cancel the run. With `FlowEngine.land` it does.
  ///
  /// A caller on the main actor continues even while every thread of Swift's pool is blocked (before iOS 18 and macOS
  /// 15, only while one is free). A caller on the pool needs a free thread of the pool. Steps cannot occupy all
  /// threads, but the app's other tasks can. `onLanding` works in all cases.
  public nonisolated(nonsending) var landing: FlowLanding {
    get async { await watched.landing.value }
  }

  /// Calls with the landing on a queue. Steps cannot delay the call. Keep the run until the call, since releasing it
  /// cancels the run.
  public func onLanding(on queue: DispatchQueue = .main, _ call: @escaping @Sendable (FlowLanding) -> Void) {
    watched.landing.whenFulfilled { landing in queue.async { call(landing) } }
  }

  /// Calls with the landing at once, on the thread of the landing; for drivers of tests.
  package func whenLanded(_ call: @escaping @Sendable (FlowLanding) -> Void) {
    core.landing.whenFulfilled(call)
  }

  /// Calls with the landing and the trace once the tail and the late work are over.
  package func whenFinished(_ call: @escaping @Sendable (FlowLanding, Trace) -> Void) {
    core.finished.whenFulfilled { [core] trace in core.landing.whenFulfilled { call($0, trace) } }
  }

  /// Whether the run is over, except for abandoned handlers.
  package var isFinished: Bool { core.finished.isFulfilled }

  /// The trace of the whole run, once its tail and its late work are over.
  public nonisolated(nonsending) var finished: Trace {
    get async { await watched.finished.value }
  }

  /// The steps whose late work gave a live value after they had settled with another one.
  public var refreshedSteps: AsyncStream<SettledStep> { watched.refreshed.stream() }

  /// The messages for the user: those of refused steps, and the landing's notice. A refusal gives one message. If a
  /// landing's notice may contain it, the message waits for the landing and has that notice's style.
  public var notices: AsyncStream<FlowNotice> { watched.notices.stream() }

  /// The steps that events name by index; no events.
  package var trace: Trace { core.emptyTrace }

  /// Gives one of the flow's signals, such as `first-frame`. Steps that await it continue, and later ones do not wait.
  /// Giving it again has no effect. A name that the flow does not declare has no effect and is reported to the engine's
  /// sinks.
  public func signal(_ name: String) {
    core.signal(name)
  }

  /// Gives one of the flow's signals with a value, such as the link that opened the app. The steps that await the signal
  /// have this value. Only the first giving counts.
  ///
  /// - Parameters:
  ///   - name: The signal's name.
  ///   - value: The value, of any size; null is no value. It is never recorded.
  ///   - queue: The queue of the call.
  ///   - ifLate: Called with the landing if no step of the launch takes the value: it came after the landing, after the
  ///     time of the step, or was not the first. A late value is also reported to the engine's sinks, by its name.
  public func signal(
    _ name: String, _ value: JSONValue, on queue: DispatchQueue = .main,
    ifLate: @escaping @Sendable (FlowLanding) -> Void
  ) {
    core.signal(name, value) { landing in queue.async { ifLate(landing) } }
  }

  /// Gives a signal whose value is an answer, for drivers of tests.
  package func give(_ name: String, _ answer: AttemptAnswer) {
    core.signal(name, answer: answer)
  }

  /// Cancels the run: it lands at once, by its rules, and its tail runs. It has no effect after the landing. A run that
  /// several starts have joined continues until each has cancelled or released it.
  public func cancel() {
    isWatched.withLock { $0 = true }
    seat.leave()
  }
}
