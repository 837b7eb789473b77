import LaunchFlowModel

/// A source that is told by hand: for tests of what depends on the switch, and for apps that know by other means
/// whether they are offline.
public final class OfflineFeed: OfflineSource {
  private let observers: SwitchObservers

  /// Begins with a state.
  public init(_ state: OfflineState = .online) {
    observers = SwitchObservers(state)
  }

  /// The state as it was told last.
  public var state: OfflineState { observers.state }

  /// The state is this now.
  public func send(_ state: OfflineState) {
    observers.publish(state)
  }

  /// Calls back with the current state and then with each change.
  public func observe(_ onChange: @escaping @Sendable (OfflineState) -> Void) -> OfflineObservation {
    observers.observe(onChange)
  }
}
