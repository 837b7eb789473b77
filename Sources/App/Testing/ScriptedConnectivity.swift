import LaunchFlow

/// The offline state of a tested run. It tells each change where the run's other events happen: an `OfflineFeed` tells it
/// on a queue of its own, in real time.
final class ScriptedConnectivity: OfflineSource {
  private struct State {
    var state: OfflineState
    /// The run's callback, until it lets go of it.
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
