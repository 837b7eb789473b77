import Dispatch

/// Cancels tasks and requests where it can hold up nobody.
///
/// `cancel()` runs the task's cancellation handlers before it returns, and those are the app's: one that blocks
/// would stop whoever calls it. So each cancellation runs on a queue of its own for as long as it takes; queues
/// that are done are used again, and only when many block does one wait for another.
package final class Canceller: Sendable {
  private struct State {
    var idle: [DispatchQueue] = []
    var made: [DispatchQueue] = []
    var turn = 0
  }

  /// How many cancellations may block before further ones wait behind them.
  package static let mostQueues = 16

  private let state = Guarded(State())

  package init() {}

  /// Does what cancels something, soon and elsewhere.
  package func cancel(_ work: @escaping @Sendable () -> Void) {
    let queue = state.withLock { state -> DispatchQueue in
      if let idle = state.idle.popLast() { return idle }
      guard state.made.count >= Self.mostQueues else {
        let made = DispatchQueue(label: "launchflow.cancel", qos: .userInitiated)
        state.made.append(made)
        return made
      }
      state.turn = (state.turn + 1) % state.made.count
      return state.made[state.turn]
    }
    queue.async { [state] in
      work()
      state.withLock { state in
        if !state.idle.contains(where: { $0 === queue }) { state.idle.append(queue) }
      }
    }
  }
}
