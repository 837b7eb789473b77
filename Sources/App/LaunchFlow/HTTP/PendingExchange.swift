/// An exchange that begins later, on another thread, and may be cancelled before.
package final class PendingExchange: Sendable {
  package init() {}

  private let state = Locked<(cancel: (@Sendable () -> Void)?, isCancelled: Bool)>((nil, false))

  /// Begins the exchange, unless it has been cancelled. Returns whether it has begun.
  @discardableResult package func begin(_ send: () -> @Sendable () -> Void) -> Bool {
    guard !state.withLock({ $0.isCancelled }) else { return false }
    let cancel = send()
    let isCancelled = state.withLock { state in
      state.cancel = cancel
      return state.isCancelled
    }
    if isCancelled { cancel() }
    return true
  }

  /// Cancels the exchange, now or as soon as it has begun.
  package func cancel() {
    let cancel = state.withLock { state in
      state.isCancelled = true
      return state.cancel
    }
    cancel?()
  }
}
