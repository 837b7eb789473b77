import Dispatch

/// A sequence that each consumer gets in full, also the elements from before it came.
///
/// Without a consumer, sending only keeps the elements. Consumers get theirs on a queue.
final class Broadcast<Element: Sendable>: Sendable {
  private struct Consumer {
    var continuation: AsyncStream<Element>.Continuation
    /// How many elements it has got.
    var told = 0
  }

  /// The elements that one consumer gets in one turn.
  private struct Portion {
    var continuation: AsyncStream<Element>.Continuation
    var elements: [Element]
    var isLast: Bool
  }

  private struct State {
    var elements: [Element] = []
    var isFinished = false
    var consumers: [Int: Consumer] = [:]
    var count = 0
    var isTelling = false

    mutating func portions() -> [Portion] {
      consumers.keys.sorted().compactMap { number in
        guard let consumer = consumers[number] else { return nil }
        // A copy of a few, in an array of their own: a sender waits no longer than for that, and never copies all
        // elements because a slice of them is still held.
        let end = min(consumer.told + 64, elements.count)
        let isLast = isFinished && end == elements.count
        guard end > consumer.told || isLast else { return nil }
        consumers[number] = isLast ? nil : Consumer(continuation: consumer.continuation, told: end)
        let portion = Array(elements[consumer.told..<end])
        return Portion(continuation: consumer.continuation, elements: portion, isLast: isLast)
      }
    }
  }

  private let state = Locked(State())
  private let queue: DispatchQueue

  /// - Parameter queue: The queue on which consumers get their elements.
  init(on queue: DispatchQueue) {
    self.queue = queue
  }

  /// A new consumer's sequence.
  func stream() -> AsyncStream<Element> {
    AsyncStream { continuation in
      let number = state.withLock { state in
        state.count += 1
        return state.count
      }
      continuation.onTermination = { [state] _ in
        state.withLock { _ = $0.consumers.removeValue(forKey: number) }
      }
      tell { $0.consumers[number] = Consumer(continuation: continuation) }
    }
  }

  /// Adds elements, from any thread.
  func send(_ elements: some Sequence<Element>) {
    tell { if !$0.isFinished { $0.elements += elements } }
  }

  func finish() {
    tell { $0.isFinished = true }
  }

  /// Changes the state, then begins to hand elements to consumers, if there are any.
  private func tell(_ change: (inout State) -> Void) {
    let isIdle = state.withLock { state in
      change(&state)
      guard !state.isTelling, !state.consumers.isEmpty else { return false }
      state.isTelling = true
      return true
    }
    if isIdle { queue.async { self.tellPortions() } }
  }

  /// Hands one portion to each, then lets other runs' consumers have their turn.
  private func tellPortions() {
    let portions = state.withLock { state in
      let portions = state.portions()
      state.isTelling = !portions.isEmpty
      return portions
    }
    guard !portions.isEmpty else { return }
    for portion in portions {
      for element in portion.elements { portion.continuation.yield(element) }
      if portion.isLast { portion.continuation.finish() }
    }
    queue.async { self.tellPortions() }
  }
}
