import LaunchFlowModel

/// An offline source that the app itself sets, for tests and for apps with another way to find out whether they are
/// offline.
public final class OfflineFeed: OfflineSource {
  private let observers: SwitchObservers

  /// Begins with a state.
  public init(_ state: OfflineState = .online) {
    observers = SwitchObservers(state)
  }

  /// The last state that was sent.
  public var state: OfflineState { observers.state }

  /// Changes the state.
  public func send(_ state: OfflineState) {
    observers.publish(state)
  }

  /// Calls back with the current state and then with each change.
  public func observe(_ onChange: @escaping @Sendable (OfflineState) -> Void) -> OfflineObservation {
    observers.observe(onChange)
  }
}
