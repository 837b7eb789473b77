import LaunchFlowModel

/// Where business modules and runs learn whether the app is offline: an `OfflineSwitch`, or what stands in for
/// it, such as an `OfflineFeed`.
///
/// Runs call all of it on their driver and from where answers come in: each method must return at once.
public protocol OfflineSource: AnyObject, Sendable {
  /// The state as it is now.
  var state: OfflineState { get }

  /// Calls back with the current state and then with each change, one at a time and in order, until the
  /// observation is let go. The call back must return at once.
  func observe(_ onChange: @escaping @Sendable (OfflineState) -> Void) -> OfflineObservation

  /// Takes note of a call that failed: with enough of them the switch asks whether the service is at fault.
  func report(failure: NetworkCall, _ errorClass: ErrorClass)

  /// Takes note of a call that succeeded: the network works.
  func report(success: NetworkCall)
}

extension OfflineSource {
  /// Takes note of nothing.
  public func report(failure: NetworkCall, _ errorClass: ErrorClass) {}

  /// Takes note of nothing.
  public func report(success: NetworkCall) {}

  /// The states, beginning with the current one. A reader that is slow misses states in between, never the
  /// last.
  public var states: AsyncStream<OfflineState> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let observation = observe { continuation.yield($0) }
      continuation.onTermination = { _ in observation.cancel() }
    }
  }
}

/// Keeps a call back alive; it ends when this is cancelled or nobody holds it any more.
public final class OfflineObservation: Sendable {
  private let end: Locked<(@Sendable () -> Void)?>

  /// Says how to end the observation.
  public init(_ end: @escaping @Sendable () -> Void) {
    self.end = Locked(end)
  }

  deinit {
    cancel()
  }

  /// Ends the observation; a call back that is under way comes to its end. More than once is fine.
  public func cancel() {
    let end = end.withLock { end in
      let taken = end
      end = nil
      return taken
    }
    end?()
  }
}

/// A call of the app's own over the network, as far as the switch needs it.
public struct NetworkCall: Hashable, Sendable {
  /// The method, in capitals.
  public var method: String
  /// The path, without host and query.
  public var path: String

  /// Names a call.
  public init(method: String, path: String) {
    self.method = method
    self.path = path
  }

  /// Names a call by its whole address.
  public init(method: String, url: String) {
    self.method = method
    var rest = url[...]
    if let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...]
      rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
    }
    path = String(rest.prefix { $0 != "?" && $0 != "#" })
  }
}
