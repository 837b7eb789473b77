import Dispatch

/// A sequence of a few elements. Each consumer gets all elements, including earlier ones.
final class Broadcast<Element: Sendable>: @unchecked Sendable {
  /// The serial queue on which consumers get elements, in order, so that a blocked consumer does not delay the sender.
  private let queue: DispatchQueue
  // Read and written on the queue only.
  private var elements: [Element] = []
  private var consumers: [AsyncStream<Element>.Continuation] = []
  private var isFinished = false

  init(on queue: DispatchQueue) {
    self.queue = queue
  }

  func stream() -> AsyncStream<Element> {
    AsyncStream { continuation in
      queue.async {
        self.consumers.append(continuation)
        for element in self.elements { continuation.yield(element) }
        if self.isFinished { continuation.finish() }
      }
    }
  }

  /// Adds elements. On any thread.
  func send(_ elements: [Element]) {
    guard !elements.isEmpty else { return }
    queue.async {
      guard !self.isFinished else { return }
      self.elements += elements
      for consumer in self.consumers { for element in elements { consumer.yield(element) } }
    }
  }

  func finish() {
    queue.async {
      self.isFinished = true
      for consumer in self.consumers { consumer.finish() }
    }
  }
}
