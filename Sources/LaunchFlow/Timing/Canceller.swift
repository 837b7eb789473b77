import Dispatch

/// Cancels tasks and requests where it can hold up nobody.
///
/// `cancel()` runs the task's cancellation handlers before it returns, and those are the app's: one that blocks
/// would stop whoever calls it. So cancellations run on queues of their own, all on one as long as that keeps up:
/// a thousand at once wake one thread, not a thousand times one. When some have waited for a while, because one
/// before them blocks, further queues take them.
package final class Canceller: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    /// The first in `waiting` that has not been taken.
    var head = 0
    var idle: [DispatchQueue] = []
    /// How many queues are at work.
    var busy = 0
    var isWatched = false

    var backlog: Int { waiting.count - head }

    /// The next one; nil when there is none, and the queue that asks is done.
    mutating func next(for queue: DispatchQueue) -> (@Sendable () -> Void)? {
      guard backlog > 0 else {
        (waiting, head) = ([], 0)
        busy -= 1
        idle.append(queue)
        return nil
      }
      let work = waiting[head]
      waiting[head] = {}
      head += 1
      return work
    }
  }

  /// How many cancellations may block before further ones wait behind them.
  package static let mostQueues = 16
  /// For how long some may wait until further queues take them.
  private static let patience = DispatchTimeInterval.milliseconds(2)
  /// Looks after those that wait, for all engines; never blocked, since nothing else runs on it.
  private static let watch = DispatchQueue(label: "launchflow.cancel.watch", qos: .userInitiated)

  private let state = Guarded(State())

  package init() {}

  /// Does what cancels something, soon and elsewhere.
  package func cancel(_ work: @escaping @Sendable () -> Void) {
    let (isFirst, isUnwatched) = state.withLock { state in
      state.waiting.append(work)
      let isFirst = state.busy == 0
      if isFirst { state.busy = 1 }
      let isUnwatched = !isFirst && !state.isWatched && state.busy < Self.mostQueues
      if isUnwatched { state.isWatched = true }
      return (isFirst, isUnwatched)
    }
    if isFirst { startQueue() }
    if isUnwatched { look() }
  }

  private func startQueue() {
    let queue =
      state.withLock { $0.idle.popLast() } ?? DispatchQueue(label: "launchflow.cancel", qos: .userInitiated)
    queue.async { [state] in
      while let work = state.withLock({ $0.next(for: queue) }) { work() }
    }
  }

  /// Looks a little later whether some still wait; if so, as many queues again help.
  private func look() {
    Self.watch.asyncAfter(deadline: .now() + Self.patience) {
      let (more, isWatched) = self.state.withLock { state in
        let more = min(state.backlog, state.busy, Self.mostQueues - state.busy)
        state.busy += more
        // With all queues there is nothing left to do, until one is done and the next one comes.
        state.isWatched = state.backlog > 0 && state.busy < Self.mostQueues
        return (more, state.isWatched)
      }
      for _ in 0..<more { self.startQueue() }
      if isWatched { self.look() }
    }
  }
}
