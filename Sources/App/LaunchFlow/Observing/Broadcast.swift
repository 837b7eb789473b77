import Dispatch

/// A sequence of a few elements. Each consumer gets all elements, including earlier ones.
final class Broadcast<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var consumers: [AsyncStream<Element>.Continuation] = []
    var isFinished = false
  }

  private let state = Locked(State())
  /// The queue on which consumers get elements, in order, so that a blocked consumer does not delay the sender.
  private let queue: DispatchQueue

  /// - Parameter queue: The queue on which consumers get their elements.
  init(on queue: DispatchQueue) {
    self.queue = queue
  }

  /// A new consumer's sequence.
  func stream() -> AsyncStream<Element> {
    AsyncStream { continuation in
      queue.async { [state] in
        let (elements, isFinished) = state.withLock { state in
          state.consumers.append(continuation)
          return (state.elements, state.isFinished)
        }
        for element in elements { continuation.yield(element) }
        if isFinished { continuation.finish() }
      }
    }
  }

  /// Adds elements. On any thread.
  func send(_ elements: [Element]) {
    queue.async { [state] in
      let consumers = state.withLock { state in
        guard !state.isFinished else { return [AsyncStream<Element>.Continuation]() }
        state.elements += elements
        return state.consumers
      }
      for consumer in consumers { for element in elements { consumer.yield(element) } }
    }
  }

  func finish() {
    queue.async { [state] in
      let consumers = state.withLock { state in
        state.isFinished = true
        return state.consumers
      }
      for consumer in consumers { consumer.finish() }
    }
  }
}
