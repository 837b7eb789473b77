import Dispatch
import LaunchFlow

/// The observers of an offline state. They are called on one queue, with each state at most once and in order.
final class SwitchObservers: Sendable {
  private struct Shared {
    var state: OfflineState
    /// By number, until their observations end.
    var observers: [Int: @Sendable (OfflineState) -> Void] = [:]
    var made = 0
  }

  private let queue = DispatchQueue(label: "launchflow.offline", qos: .userInitiated)
  private let shared: Locked<Shared>

  init(_ state: OfflineState) {
    shared = Locked(Shared(state: state))
  }

  var state: OfflineState { shared.withLock { $0.state } }

  func publish(_ state: OfflineState) {
    shared.withLock { shared in
      guard shared.state != state else { return }
      shared.state = state
      tell(shared.observers.keys.sorted(), state)
    }
  }

  func observe(_ onChange: @escaping @Sendable (OfflineState) -> Void) -> OfflineObservation {
    let number = shared.withLock { shared in
      shared.made += 1
      shared.observers[shared.made] = onChange
      tell([shared.made], shared.state)
      return shared.made
    }
    return OfflineObservation { [weak shared] in
      _ = shared?.withLock { $0.observers.removeValue(forKey: number) }
    }
  }

  /// Called under the lock, so that the queue keeps the order of the states.
  private func tell(_ observers: [Int], _ state: OfflineState) {
    queue.async { [shared] in
      for number in observers { shared.withLock { $0.observers[number] }?(state) }
    }
  }
}
