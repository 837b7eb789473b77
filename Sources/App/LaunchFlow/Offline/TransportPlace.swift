import Dispatch

/// Where a switch calls its transport. The transport may be the app's own, and one that blocks must not hold up the
/// event loop: the user's button still works.
struct TransportPlace: Sendable {
  let begin: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  let cancel: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// A queue of its own for requests, and the threads for cancellations.
  static func queues() -> TransportPlace {
    let queue = DispatchQueue(label: "launchflow.offline.send", qos: .userInitiated)
    return TransportPlace(begin: { queue.async(execute: $0) }, cancel: { ThreadPool.cancellations.run($0) })
  }

  /// On the event loop, at once: for tests in time that is moved by hand.
  static let eventLoop = TransportPlace(begin: { $0() }, cancel: { $0() })
}
