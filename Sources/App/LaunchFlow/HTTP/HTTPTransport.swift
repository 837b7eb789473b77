import Dispatch
import LaunchFlowMachine
import LaunchFlowModel

/// Sends requests. An app's own network layer or a test's stub can replace the
/// system's, which is libcurl on Linux and `URLSessionTransport` elsewhere.
///
/// The answer comes by a callback, not by `async`, so it gets through even while every thread of Swift's pool is
/// blocked.
public protocol HTTPTransport: Sendable {
  /// Starts to send a request and returns at once.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - timeout: The time after which the answer is not needed any more. It need not be kept exactly, but nothing
  ///     should linger for much longer.
  ///   - completion: To be called exactly once, from anywhere; soon also after a cancellation.
  /// - Returns: The exchange, by which it can be cancelled.
  func send(
    _ request: HTTPRequest, timeout: Duration,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> HTTPExchange

  /// Starts to send a request, and reports how far the bodies of request and answer have come. A transport without this
  /// function reports nothing.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - timeout: The time after which the exchange ends.
  ///   - progress: To be called from anywhere, in order, and not after the completion.
  ///   - completion: To be called once, from anywhere.
  func send(
    _ request: HTTPRequest, timeout: Duration, progress: @escaping @Sendable (TransferProgress) -> Void,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> HTTPExchange
}

extension HTTPTransport {
  /// Sends a request without reporting its progress.
  public func send(
    _ request: HTTPRequest, timeout: Duration, progress: @escaping @Sendable (TransferProgress) -> Void,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> HTTPExchange {
    send(request, timeout: timeout, completion: completion)
  }

  /// Sends a request, with its progress where anybody asks for it.
  func send(
    _ request: HTTPRequest, timeout: Duration, reporting progress: (@Sendable (TransferProgress) -> Void)?,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> HTTPExchange {
    guard let progress else { return send(request, timeout: timeout, completion: completion) }
    return send(request, timeout: timeout, progress: progress, completion: completion)
  }
}

/// A request that is under way.
public struct HTTPExchange: Sendable {
  /// Cancels the exchange. May be called at any time, more than once, from anywhere; returns soon.
  public let cancel: @Sendable () -> Void

  /// An exchange that this function cancels.
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

/// The reason why there is no answer.
public struct HTTPFailure: Error, Hashable, Sendable {
  /// The class that retries and scenarios use.
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
    try await response(to: request, timeout: timeout, reporting: nil)
  }

  func response(
    to request: HTTPRequest, timeout: Duration, reporting progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(HTTPFailure) -> HTTPResponse {
    let pending = PendingExchange()
    // Not on the queue of answers: a task whose cancellation blocks would hold up all others.
    let queue = ResumingQueue.makeQueue()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasBegun = pending.begin {
          send(request, timeout: timeout, reporting: progress) { result in
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
