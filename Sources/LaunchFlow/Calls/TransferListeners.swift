/// Those who want to know how far the transfers of one call have come.
final class TransferListeners: Sendable {
  typealias Listener = @Sendable (TransferProgress) -> Void

  private let listeners = Locked<[Listener]>([])

  /// Adds one, who hears of everything from now on.
  func add(_ listener: @escaping Listener) {
    listeners.withLock { $0.append(listener) }
  }

  /// Passes a progress on. Not under the lock, since a listener may take its time.
  func pass(_ progress: TransferProgress) {
    for listener in listeners.withLock({ $0 }) { listener(progress) }
  }
}
