import Dispatch
import LaunchFlowMachine
import LaunchFlowModel

/// Sends requests. An app's own network layer, or a test's stub, may stand in for `URLSessionTransport`.
///
/// The answer comes by a callback, not by `async`: so it gets through even while the app's steps block every
/// thread of Swift's pool.
public protocol HTTPTransport: Sendable {
  /// Starts to send a request and returns at once.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - timeout: After this nobody waits for the answer any more. The transport need not be exact about it,
  ///     but should let nothing linger for much longer.
  ///   - completion: To be called exactly once, from anywhere, soon after a cancellation too.
  /// - Returns: The way to cancel.
  func send(
    _ request: HTTPRequest, timeout: Duration,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> HTTPExchange
}

/// A request that is under way.
public struct HTTPExchange: Sendable {
  /// Gives the exchange up. May be called at any time, more than once, and from anywhere; returns soon.
  public let cancel: @Sendable () -> Void

  /// Says how to cancel.
  public init(cancel: @escaping @Sendable () -> Void) {
    self.cancel = cancel
  }
}

/// An HTTP answer of any status.
public struct HTTPResponse: Hashable, Sendable {
  /// The status, 200 for instance.
  public var status: Int
  /// The headers, sorted by name.
  public var headers: [HTTPHeader]
  /// The body, decompressed.
  public var body: [UInt8]

  /// Builds an answer.
  public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of a header, whatever its name's case.
  public subscript(header name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// Why there is no answer.
public struct HTTPFailure: Error, Hashable, Sendable {
  /// What retries and fallbacks go by.
  public var errorClass: ErrorClass
  /// A few words for logs, without any value of the request.
  public var detail: String

  /// Describes a failure.
  public init(_ errorClass: ErrorClass, _ detail: String) {
    self.errorClass = errorClass
    self.detail = detail
  }
}

extension HTTPTransport {
  /// Sends a request and waits for its answer; cancelling the task cancels the exchange.
  ///
  /// - Throws: `HTTPFailure`.
  public func response(to request: HTTPRequest, timeout: Duration) async throws(HTTPFailure) -> HTTPResponse {
    let pending = PendingExchange()
    // Not where the answer comes in: a task whose cancellation blocks would hold up all other answers.
    let queue = ResumingQueue.makeQueue()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasBegun = pending.begin {
          send(request, timeout: timeout) { result in
            queue.async { continuation.resume(returning: result) }
          }
        }
        if !hasBegun { continuation.resume(returning: .failure(HTTPFailure(.network, "cancelled"))) }
      }
    } onCancel: {
      pending.cancel()
    }
    return try result.get()
  }
}
