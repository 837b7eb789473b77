import Dispatch
import LaunchFlow

/// Holds up every caller, by waiting or by blocking, until it is opened.
package final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [@Sendable () -> Void] = []
    var blocked: [DispatchSemaphore] = []
  }

  private let state = Locked(State())

  /// A closed gate.
  package init() {}

  package var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Lets every caller through from now on. Blocked threads go first: a task whose cancellation handler blocks cannot be
  /// resumed, and holds up whoever tries.
  package func open() {
    let (waiting, blocked) = state.withLock { state in
      state.isOpen = true
      defer { (state.waiting, state.blocked) = ([], []) }
      return (state.waiting, state.blocked)
    }
    for semaphore in blocked { semaphore.signal() }
    for call in waiting { call() }
  }

  /// Waits, whether the task is cancelled or not.
  package func wait() async {
    await withUnsafeContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append { continuation.resume() } }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Blocks the thread.
  package func block() {
    let semaphore = DispatchSemaphore(value: 0)
    let isOpen = state.withLock { state in
      if !state.isOpen { state.blocked.append(semaphore) }
      return state.isOpen
    }
    if isOpen { return }
    semaphore.wait()
  }
}
