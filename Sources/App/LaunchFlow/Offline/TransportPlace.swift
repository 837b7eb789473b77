import Dispatch

/// The threads on which a switch calls its transport. An app's own transport that blocks must not delay the event loop:
/// the user's button still works.
struct TransportPlace: Sendable {
  let begin: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  let cancel: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// A separate queue for requests, and the threads for cancellations.
  static func queues() -> TransportPlace {
    let queue = DispatchQueue(label: "launchflow.offline.send", qos: .userInitiated)
    return TransportPlace(begin: { queue.async(execute: $0) }, cancel: { ThreadPool.cancellations.run($0) })
  }

  /// At once, on the event loop; for tests with a manual clock.
  static let eventLoop = TransportPlace(begin: { $0() }, cancel: { $0() })
}
