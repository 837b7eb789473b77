import Dispatch
import Foundation

/// A run that an app holds. Letting go of it cancels the run; a run whose landing has come finishes its tail
/// and what continues regardless.
public final class FlowRun: Sendable {
  let core: RunCore

  init(_ core: RunCore) {
    self.core = core
  }

  deinit {
    core.cancel()
  }

  /// Where the run lands. It never fails, and comes no later than the flow's deadline.
  ///
  /// A caller on the main actor hears of it even while every thread of Swift's pool is blocked (before iOS 18 and
  /// macOS 15 only while one is free). A caller that itself runs on the pool can go on only when the pool has a
  /// thread for it: steps cannot take them all, but the app's other tasks can. `onLanding` gets through always.
  public nonisolated(nonsending) var landing: FlowLanding {
    get async { await core.landing.value }
  }

  /// Calls with the landing on a queue, which nothing that the steps do holds up. Letting go of the run is a
  /// cancellation here too: hold on to it until the call.
  public func onLanding(on queue: DispatchQueue = .main, _ call: @escaping @Sendable (FlowLanding) -> Void) {
    core.landing.whenThere { landing in queue.async { call(landing) } }
  }

  /// The trace of the whole run, once its tail and its late work are over.
  public nonisolated(nonsending) var finished: Trace {
    get async { await core.finished.value }
  }

  /// What happens, from the run's start on; each consumer sees all of it. Ends with the run.
  public var events: AsyncStream<Trace.Event> { core.events.stream() }

  /// The values that late work brings after their steps have settled.
  public var refreshedValues: AsyncStream<RefreshedValue> { core.refreshed.stream() }

  /// What to tell the user: the landing's notice and the messages of refused steps, equal ones once.
  public var notices: AsyncStream<FlowNotice> { core.notices.stream() }

  /// What the steps are that events name by index.
  public var trace: Trace { core.emptyTrace }

  /// Cancels the run: it lands at once, by its rules, and its tail runs. After the landing nothing changes.
  public func cancel() {
    core.cancel()
  }

  /// Cancels the run when its owner goes away, as letting go of the run itself does.
  public func cancel(with owner: RunOwner) {
    owner.bind(core)
  }
}
