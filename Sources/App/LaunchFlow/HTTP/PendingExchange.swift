/// An exchange that begins elsewhere, a moment later, and may be cancelled before that.
final class PendingExchange: Sendable {
  private let state = Locked<(begun: HTTPExchange?, isCancelled: Bool)>((nil, false))

  /// Begins it at once, unless it has been cancelled; whether it has begun.
  @discardableResult func begin(_ send: () -> HTTPExchange) -> Bool {
    guard !state.withLock({ $0.isCancelled }) else { return false }
    let exchange = send()
    let isCancelled = state.withLock { state in
      state.begun = exchange
      return state.isCancelled
    }
    if isCancelled { exchange.cancel() }
    return true
  }

  /// Cancels it, now or as soon as it has begun.
  func cancel() {
    let begun = state.withLock { state in
      state.isCancelled = true
      return state.begun
    }
    begun?.cancel()
  }
}
