/// The offline state, for business modules and runs: an `OfflineSwitch`, or in tests an `OfflineFeed` of
/// `LaunchFlowTesting`.
///
/// Runs call it on their event loop and on the threads of answers, so each method must return at once.
public protocol OfflineSource: AnyObject, Sendable {
  /// The current state.
  var state: OfflineState { get }

  /// Calls back with the current state and then with each change, one at a time and in order, until the observation is
  /// released. The callback must return at once.
  func observe(_ onChange: @escaping @Sendable (OfflineState) -> Void) -> OfflineObservation

  /// Notes the end of a call. After enough failures the switch asks whether the service is at fault. A success shows
  /// that the network works.
  ///
  /// - Parameters:
  ///   - call: The request; its method and address count.
  ///   - failure: The error, `business` for a refusal with a 2xx status; nil for a success.
  ///   - codes: The server's codes.
  func report(_ call: HTTPRequest, failure: ErrorClass?, codes: AnswerCodes?)
}

extension OfflineSource {
  /// Does nothing.
  public func report(_ call: HTTPRequest, failure: ErrorClass?, codes: AnswerCodes?) {}

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
