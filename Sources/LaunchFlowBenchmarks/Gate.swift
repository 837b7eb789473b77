import Dispatch
import LaunchFlow

/// Holds up whoever comes, by waiting or by blocking, until it is opened.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [@Sendable () -> Void] = []
    var blocked: [DispatchSemaphore] = []
  }

  private let state = Locked(State())

  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Lets everybody through from now on. Those that block first: a task whose cancellation blocks cannot be
  /// resumed, and holds up whoever tries.
  func open() {
    let (waiting, blocked) = state.withLock { state in
      state.isOpen = true
      defer { (state.waiting, state.blocked) = ([], []) }
      return (state.waiting, state.blocked)
    }
    for semaphore in blocked { semaphore.signal() }
    for call in waiting { call() }
  }

  /// Waits, whether the task is cancelled or not.
  func wait() async {
    await withUnsafeContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append { continuation.resume() } }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Blocks the thread, for a minute at the most.
  func block() {
    let semaphore = DispatchSemaphore(value: 0)
    let isOpen = state.withLock { state in
      if !state.isOpen { state.blocked.append(semaphore) }
      return state.isOpen
    }
    if isOpen { return }
    _ = semaphore.wait(timeout: .now() + 60)
  }
}
