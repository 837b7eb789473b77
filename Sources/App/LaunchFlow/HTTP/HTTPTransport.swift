import Dispatch

/// Sends requests. An app's own network layer or a test's stub can replace the system's transport, which is libcurl on
/// Linux and a `URLSession` elsewhere.
///
/// The answer is given to a callback, not returned by `async`, so it arrives even while every thread of Swift's pool is
/// blocked.
public protocol HTTPTransport: Sendable {
  /// Starts to send a request and returns at once.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - timeout: The time after which the answer is not needed any more. It need not be kept exactly, but nothing
  ///     should linger for much longer.
  ///   - completion: To be called exactly once, from anywhere; soon also after a cancellation.
  /// - Returns: Cancels the request. May be called at any time, more than once, from anywhere; returns soon.
  func send(
    _ request: HTTPRequest, timeout: Duration,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> @Sendable () -> Void
}

/// An HTTP answer of any status.
public struct HTTPResponse: Hashable, Sendable {
  /// The status, such as 200.
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

  /// The value of a header, regardless of its name's case.
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
  /// Sends a request and waits for its answer; cancelling the task cancels the request.
  package func response(to request: HTTPRequest, timeout: Duration) async throws(HTTPFailure) -> HTTPResponse
  {
    let pending = PendingExchange()
    // Not on the queue of answers: a task whose cancellation blocks would delay all others.
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

extension [HTTPHeader] {
  /// Sorted by name, whatever its case. Headers of one name keep their order.
  func sortedByName() -> [HTTPHeader] {
    let names = map { $0.name.lowercased() }
    return indices.ordered { (names[$0], $0) < (names[$1], $1) }.map { self[$0] }
  }
}
