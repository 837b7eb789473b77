import LaunchFlow

/// The offline state of a tested run. It reports each change in the turns of the run. An `OfflineFeed` would report it
/// on another queue, in real time.
final class ScriptedConnectivity: OfflineSource {
  private struct State {
    var state: OfflineState
    /// The run's callback, until its observation ends.
    var onChange: (@Sendable (OfflineState) -> Void)?
  }

  private let shared: Locked<State>

  init(_ state: OfflineState) {
    shared = Locked(State(state: state))
  }

  var state: OfflineState { shared.withLock { $0.state } }

  func observe(_ onChange: @escaping @Sendable (OfflineState) -> Void) -> OfflineObservation {
    shared.withLock { $0.onChange = onChange }
    onChange(state)
    return OfflineObservation { [shared] in shared.withLock { $0.onChange = nil } }
  }

  func send(_ state: OfflineState) {
    let onChange = shared.withLock { shared in
      shared.state = state
      return shared.onChange
    }
    onChange?(state)
  }
}
