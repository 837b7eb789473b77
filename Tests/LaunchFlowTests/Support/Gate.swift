import Dispatch

@testable import LaunchFlow

/// Holds up whoever comes, by waiting or by blocking, until it is opened.
final class Gate: Sendable {
  private let promise = Promise<Bool>()
  private let blocked = Promise<Bool>()

  /// Lets everybody through from now on. Those that block first: a task whose cancellation blocks cannot be
  /// resumed, and holds up whoever tries.
  func open() {
    blocked.fulfil(true)
    promise.fulfil(true)
  }

  var isOpen: Bool { promise.isFulfilled }

  /// Waits, whether the task is cancelled or not.
  func wait() async {
    await withCheckedContinuation { continuation in promise.whenThere { _ in continuation.resume() } }
  }

  /// Blocks the thread, for half a minute at the most.
  func block() {
    let semaphore = DispatchSemaphore(value: 0)
    blocked.whenThere { _ in semaphore.signal() }
    _ = semaphore.wait(timeout: .now() + 100)
  }
}

/// Whether something becomes true, sooner or later.
func eventually(_ isTrue: () async -> Bool) async -> Bool {
  for _ in 0..<6_000 {
    if await isTrue() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return await isTrue()
}
