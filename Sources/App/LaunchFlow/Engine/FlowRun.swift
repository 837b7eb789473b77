import Dispatch
import Foundation

/// A run that an app holds. Letting go of it before the landing cancels the run. After the landing, the tail and
/// continuing steps go on regardless.
public final class FlowRun: Sendable {
  let core: RunCore
  private let seat: RunSeat
  /// Whether anybody has asked the run for anything.
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

  /// The landing. It never fails, and comes no later than the flow's deadline. Waiting for it only observes the run:
  /// cancelling the task that waits does not cancel the run. `FlowEngine.land` does.
  ///
  /// A caller on the main actor gets it even while every thread of Swift's pool is blocked (before iOS 18 and macOS 15
  /// only while one is free). A caller on the pool can go on only when the pool has a thread for it: steps cannot take
  /// them all, but the app's other tasks can. `onLanding` always gets through.
  public nonisolated(nonsending) var landing: FlowLanding {
    get async { await watched.landing.value }
  }

  /// Calls with the landing on a queue; nothing that the steps do holds that up. Hold the run until the call, since
  /// letting go of it cancels it.
  public func onLanding(on queue: DispatchQueue = .main, _ call: @escaping @Sendable (FlowLanding) -> Void) {
    watched.landing.whenThere { landing in queue.async { call(landing) } }
  }

  /// Calls with the landing at once where it is made, for drivers of tests.
  package func whenLanded(_ call: @escaping @Sendable (FlowLanding) -> Void) {
    core.landing.whenThere(call)
  }

  /// Whether the run is over, but for handlers that it has given up.
  package var isFinished: Bool { core.finished.isFulfilled }

  /// The trace of the whole run, once its tail and its late work are over.
  public nonisolated(nonsending) var finished: Trace {
    get async { await watched.finished.value }
  }

  /// The steps whose late work brought a live value after they had settled with another one.
  public var refreshedSteps: AsyncStream<SettledStep> { watched.refreshed.stream() }

  /// The messages for the user: those of refused steps, and the landing's notice. A refusal brings one message: where a
  /// landing's notice contains it, it waits for the landing, and comes in that notice's style.
  public var notices: AsyncStream<FlowNotice> { watched.notices.stream() }

  /// The steps that events name by index; no events.
  package var trace: Trace { core.emptyTrace }

  /// Gives one of the flow's signals, such as `first-frame`: the steps that await it go on, and those that will await
  /// it do not wait. Giving it again changes nothing. A name that the flow does not declare changes nothing either, and
  /// is reported to the engine's sinks.
  public func signal(_ name: String) {
    core.signal(name)
  }

  /// Cancels the run: it lands at once, by its rules, and its tail runs. After the landing nothing changes. A run that
  /// several starts have joined goes on until each of them has cancelled it or let go of it.
  public func cancel() {
    isWatched.withLock { $0 = true }
    seat.leave()
  }

  /// Cancels the run when its owner goes away, as letting go of the run itself does.
  public func cancel(with owner: RunOwner) {
    owner.bind(seat)
  }
}
