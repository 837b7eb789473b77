import LaunchFlow

/// An offline source that a test sets, in place of an `OfflineSwitch`. It calls back at once, on the thread that sets it.
public final class OfflineFeed: OfflineSource {
  private struct Content {
    var state: OfflineState
    /// The callbacks by number, until their observations end.
    var observers: [Int: @Sendable (OfflineState) -> Void] = [:]
    var count = 0
  }

  private let content: Locked<Content>

  /// Begins with a state.
  public init(_ state: OfflineState = OfflineState(isAppOffline: false)) {
    content = Locked(Content(state: state))
  }

  /// The last state that was sent.
  public var state: OfflineState { content.withLock { $0.state } }

  /// Changes the state.
  public func send(_ state: OfflineState) {
    let observers = content.withLock { content in
      content.state = state
      return content.observers.sorted { $0.key < $1.key }.map(\.value)
    }
    for observer in observers { observer(state) }
  }

  /// Calls back with the current state and then with each change.
  public func observe(_ onChange: @escaping @Sendable (OfflineState) -> Void) -> OfflineObservation {
    let number = content.withLock { content in
      content.count += 1
      content.observers[content.count] = onChange
      return content.count
    }
    onChange(state)
    return OfflineObservation { [content] in
      content.withLock { _ = $0.observers.removeValue(forKey: number) }
    }
  }
}

extension OfflineState {
  /// The state for an `OfflineFeed`.
  ///
  /// - Parameters:
  ///   - isAppOffline: Whether the app as a whole is offline.
  ///   - domains: The domains whose service is faulty.
  public init(isAppOffline: Bool, faulty domains: [String] = []) {
    self.init(causes: (isAppOffline ? [.wifi] : []) + domains.map(Cause.domain))
  }
}
