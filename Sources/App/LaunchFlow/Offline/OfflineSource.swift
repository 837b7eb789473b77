import LaunchFlowModel

/// The offline state, for business modules and runs: an `OfflineSwitch`, or a replacement such as an `OfflineFeed`.
///
/// Runs call it on their event loop and where answers come in, so each method must return at once.
public protocol OfflineSource: AnyObject, Sendable {
  /// The state as it is now.
  var state: OfflineState { get }

  /// Calls back with the current state and then with each change, one at a time and in order, until the observation is
  /// released. The callback must return at once.
  func observe(_ onChange: @escaping @Sendable (OfflineState) -> Void) -> OfflineObservation

  /// Notes a call that failed, with what the server said in codes. After enough of them the switch asks whether the
  /// service is at fault.
  func report(failure: NetworkCall, _ errorClass: ErrorClass, codes: AnswerCodes?)

  /// Notes a call that succeeded: the network works.
  func report(success: NetworkCall)
}

extension OfflineSource {
  /// Does nothing.
  public func report(failure: NetworkCall, _ errorClass: ErrorClass, codes: AnswerCodes?) {}

  /// Notes a call that failed without an answer that has a code.
  public func report(failure: NetworkCall, _ errorClass: ErrorClass) {
    report(failure: failure, errorClass, codes: nil)
  }

  /// Does nothing.
  public func report(success: NetworkCall) {}

  /// The states, beginning with the current one. A slow reader may miss states in between, but never the last one.
  public var states: AsyncStream<OfflineState> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let observation = observe { continuation.yield($0) }
      continuation.onTermination = { _ in observation.cancel() }
    }
  }
}

/// Keeps a callback alive until it is cancelled or released.
public final class OfflineObservation: Sendable {
  private let end: Locked<(@Sendable () -> Void)?>

  /// An observation that this function ends.
  package init(_ end: @escaping @Sendable () -> Void) {
    self.end = Locked(end)
  }

  deinit {
    cancel()
  }

  /// Ends the observation. A callback that is running finishes. May be called more than once.
  public func cancel() {
    let end = end.withLock { end in
      let taken = end
      end = nil
      return taken
    }
    end?()
  }
}

/// The method and the path of a network call.
public struct NetworkCall: Hashable, Sendable {
  /// The method, in capitals.
  package var method: String
  /// The host in lower case, without a port; nil if it is not known.
  package var host: String?
  /// The path, without host and query.
  package var path: String

  /// Names a call.
  package init(method: String, host: String? = nil, path: String) {
    self.method = method
    self.host = host?.lowercased()
    self.path = path
  }

  /// Names a call by its whole address.
  public init(method: String, url: String) {
    self.method = method
    host = WebAddress(url)?.host
    var rest = url[...]
    if let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...]
      rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
    }
    path = String(rest.prefix { $0 != "?" && $0 != "#" })
  }
}
