import Dispatch

/// A value that is set once. Every caller gets it, whether it asks before or after.
package final class Promise<Value: Sendable>: @unchecked Sendable {
  // Not one `Locked`: in a new process, each type with a parameter takes time.
  private let lock = Lock()
  // `lock` guards both.
  private var known: Value?
  private var waiting: [@Sendable (Value) -> Void] = []

  package init() {}

  /// Waits for the value. From iOS 18 and macOS 15 on, a caller on an actor continues even while every thread of
  /// Swift's pool is blocked.
  package nonisolated(nonsending) var value: Value {
    get async {
      if let value = lock.withLock({ known }) { return value }
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        let executor = ResumingQueue()
        return await withTaskExecutorPreference(executor) { await resumed(on: executor.queue) }
      }
      return await resumed(on: ResumingQueue.makeQueue())
    }
  }

  nonisolated(nonsending) private func resumed(on queue: DispatchQueue) async -> Value {
    await withCheckedContinuation { continuation in
      whenFulfilled { value in queue.async { continuation.resume(returning: value) } }
    }
  }

  var isFulfilled: Bool { lock.withLock { known != nil } }

  /// Calls with the value when it is set; at once if it already is.
  package func whenFulfilled(_ call: @escaping @Sendable (Value) -> Void) {
    let value = lock.withLock {
      if known == nil { waiting.append(call) }
      return known
    }
    if let value { call(value) }
  }

  /// Fulfils the promise and makes all calls that wait for it. Later values are ignored.
  package func fulfil(_ value: Value) {
    let calls = lock.withLock { () -> [@Sendable (Value) -> Void] in
      guard known == nil else { return [] }
      known = value
      defer { waiting = [] }
      return waiting
    }
    for call in calls { call(value) }
  }
}
