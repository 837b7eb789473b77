import Dispatch

/// Where a switch calls its transport. It may be the app's own, and one that blocks must not hold up the driver:
/// the user's button works all the same.
struct TransportPlace: Sendable {
  let begin: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  let cancel: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// On queues of its own.
  static func queues() -> TransportPlace {
    let queue = DispatchQueue(label: "launchflow.offline.send", qos: .userInitiated)
    let canceller = Canceller()
    return TransportPlace(begin: { queue.async(execute: $0) }, cancel: { canceller.cancel($0) })
  }

  /// On the driver, at once: for tests in time that is moved by hand.
  static let driver = TransportPlace(begin: { $0() }, cancel: { $0() })
}
