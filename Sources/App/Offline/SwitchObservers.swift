import Dispatch
import LaunchFlow

/// The observers of an offline state. They are called on one queue, with each state at most once and in order.
final class SwitchObservers: Sendable {
  private struct Observer {
    var onChange: @Sendable (OfflineState) -> Void
    /// The number of the last state that the observer got.
    var told: Int
  }

  private struct State {
    var state: OfflineState
    var number = 0
    var observers: [Int: Observer] = [:]
    var made = 0
  }

  private let queue = DispatchQueue(label: "launchflow.offline", qos: .userInitiated)
  private let shared: Locked<State>

  init(_ state: OfflineState) {
    shared = Locked(State(state: state))
  }

  var state: OfflineState { shared.withLock { $0.state } }

  func publish(_ state: OfflineState) {
    let number = shared.withLock { shared -> Int? in
      guard shared.state != state else { return nil }
      shared.state = state
      shared.number += 1
      return shared.number
    }
    guard let number else { return }
    queue.async { [shared] in
      let observers = shared.withLock { $0.observers.keys.sorted() }
      for observer in observers { Self.tell(observer, state, number, shared) }
    }
  }

  func observe(_ onChange: @escaping @Sendable (OfflineState) -> Void) -> OfflineObservation {
    let id = shared.withLock { shared in
      shared.made += 1
      shared.observers[shared.made] = Observer(onChange: onChange, told: -1)
      return shared.made
    }
    queue.async { [shared] in
      let (state, number) = shared.withLock { ($0.state, $0.number) }
      Self.tell(id, state, number, shared)
    }
    return OfflineObservation { [weak shared] in _ = shared?.withLock { $0.observers.removeValue(forKey: id) }
    }
  }

  private static func tell(_ id: Int, _ state: OfflineState, _ number: Int, _ shared: Locked<State>) {
    let onChange = shared.withLock { shared -> (@Sendable (OfflineState) -> Void)? in
      guard let observer = shared.observers[id], observer.told < number else { return nil }
      shared.observers[id]?.told = number
      return observer.onChange
    }
    onChange?(state)
  }
}
