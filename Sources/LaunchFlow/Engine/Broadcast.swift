import Dispatch

/// A sequence of which each consumer sees every element, those from before it came included.
final class Broadcast<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var isFinished = false
    var consumers: [Int: AsyncStream<Element>.Continuation] = [:]
    var count = 0
  }

  private let state = Guarded(State())

  /// A new consumer's sequence.
  func stream() -> AsyncStream<Element> {
    AsyncStream { continuation in
      let number = state.withLock { state -> Int? in
        for element in state.elements { continuation.yield(element) }
        guard !state.isFinished else { return nil }
        state.count += 1
        state.consumers[state.count] = continuation
        return state.count
      }
      guard let number else {
        continuation.finish()
        return
      }
      continuation.onTermination = { [state] _ in
        state.withLock { _ = $0.consumers.removeValue(forKey: number) }
      }
    }
  }

  func send(_ elements: some Sequence<Element>) {
    state.withLock { state in
      guard !state.isFinished else { return }
      for element in elements {
        state.elements.append(element)
        for consumer in state.consumers.values { consumer.yield(element) }
      }
    }
  }

  func finish() {
    let consumers = state.withLock { state -> [AsyncStream<Element>.Continuation] in
      state.isFinished = true
      defer { state.consumers = [:] }
      return Array(state.consumers.values)
    }
    for consumer in consumers { consumer.finish() }
  }
}

/// A value that comes once; whoever waits for it gets it, whenever they come.
final class Promise<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiting: [@Sendable (Value) -> Void] = []
  }

  private let state = Guarded(State())

  /// Waits for the value. Where the system allows, a caller on the main actor or another actor gets it even while
  /// every thread of Swift's pool is blocked.
  nonisolated(nonsending) var value: Value {
    get async {
      if let value = state.withLock({ $0.value }) { return value }
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        let executor = ResumingQueue()
        return await withTaskExecutorPreference(executor) { await resumed(on: executor.queue) }
      }
      return await resumed(on: ResumingQueue.makeQueue())
    }
  }

  nonisolated(nonsending) private func resumed(on queue: DispatchQueue) async -> Value {
    await withCheckedContinuation { continuation in
      whenThere { value in queue.async { continuation.resume(returning: value) } }
    }
  }

  /// Whether the value is there.
  var isKept: Bool { state.withLock { $0.value != nil } }

  /// Calls with the value, at once where it is there.
  func whenThere(_ call: @escaping @Sendable (Value) -> Void) {
    let value = state.withLock { state -> Value? in
      if state.value == nil { state.waiting.append(call) }
      return state.value
    }
    if let value { call(value) }
  }

  /// Keeps the promise; a second value is not heard. Calls whoever waits, which returns at once.
  func fulfil(_ value: Value) {
    let waiting = state.withLock { state -> [@Sendable (Value) -> Void] in
      guard state.value == nil else { return [] }
      state.value = value
      defer { state.waiting = [] }
      return state.waiting
    }
    for call in waiting { call(value) }
  }
}
