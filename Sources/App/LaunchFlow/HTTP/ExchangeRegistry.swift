import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The current exchanges of one session. It is the session's delegate.
///
/// The code that removes a completion calls it, so each is called once even in races.
final class ExchangeRegistry: NSObject, URLSessionDataDelegate {
  typealias Completion = @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void

  private struct Exchange {
    let request: HTTPRequest
    let timeout: Duration
    /// Nil after its removal: the exchange is abandoned.
    var completion: Completion?
    var head: HTTPURLResponse?
    var body: [UInt8] = []
    /// The unpacked bytes of the body so far, including those that were not kept.
    var received = 0
    /// The time from which an abandoned exchange that still receives is cancelled.
    var patience: ContinuousClock.Instant?
    var isCancelled = false
  }

  /// The number of bytes beyond the limit after which a body is cancelled. Its end is then probably far away, so that
  /// the cancellation cannot race with the completion.
  private static let cancellationMargin = 1 << 20

  /// The queue of the session's callbacks and of completions.
  let queue = DispatchQueue(label: "launchflow.http", qos: .userInitiated)
  let bodyLimit: Int
  private let exchanges = Locked<[Int: Exchange]>([:])

  init(bodyLimit: Int) {
    self.bodyLimit = bodyLimit
  }

  var count: Int { exchanges.withLock { $0.count } }

  /// The unpacked bytes of all tasks that have not ended, for tests.
  var receivedBytes: Int { exchanges.withLock { $0.values.reduce(0) { $0 + $1.received } } }

  func begin(
    _ task: URLSessionTask, _ request: HTTPRequest, timeout: Duration, _ completion: @escaping Completion
  ) {
    let exchange = Exchange(request: request, timeout: timeout, completion: completion)
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  /// Ends an exchange for its caller, and cancels the task if that is safe.
  func giveUp(_ task: URLSessionTask) {
    // Not on the caller's thread: a completion must not run within the call that cancelled it.
    queue.async { self.abandon(task, HTTPFailure(.network, "cancelled")) }
  }

  private func abandon(_ task: URLSessionTask, _ failure: HTTPFailure) {
    let completion = exchanges.withLock { exchanges -> Completion? in
      guard var exchange = exchanges[task.taskIdentifier] else { return nil }
      let completion = exchange.completion
      exchange.completion = nil
      exchange.body = []
      exchange.patience = .now + exchange.timeout
      exchanges[task.taskIdentifier] = exchange
      return completion
    }
    guard let completion else { return }
    completion(.failure(failure))
    #if !canImport(FoundationNetworking)
      task.cancel()
    #endif
  }

  func urlSession(
    _ session: URLSession, dataTask task: URLSessionDataTask, didReceive head: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    defer { completionHandler(.allow) }
    let isTooLong = exchanges.withLock { exchanges -> Bool in
      exchanges[task.taskIdentifier]?.head = head as? HTTPURLResponse
      guard exchanges[task.taskIdentifier]?.request.method != "HEAD" else { return false }
      return head.expectedContentLength > Int64(bodyLimit)
    }
    if isTooLong { abandon(task, tooLong) }
  }

  func urlSession(_ session: URLSession, dataTask task: URLSessionDataTask, didReceive data: Data) {
    enum Verdict { case goOn, tooLong, overdue }
    let verdict = exchanges.withLock { exchanges -> Verdict in
      guard var exchange = exchanges.removeValue(forKey: task.taskIdentifier) else { return .goOn }
      defer { exchanges[task.taskIdentifier] = exchange }
      exchange.received += data.count
      guard exchange.completion != nil else {
        guard !exchange.isCancelled, isOverdue(exchange) else { return .goOn }
        exchange.isCancelled = true
        return .overdue
      }
      guard exchange.body.count + data.count <= bodyLimit else { return .tooLong }
      exchange.body += data
      return .goOn
    }
    switch verdict {
    case .goOn: break
    case .tooLong: abandon(task, tooLong)
    // Not on this queue: on Linux a cancellation waits until all received bytes are unpacked, and they fill the memory
    // while this queue waits.
    case .overdue: ThreadPool.cancellations.run { task.cancel() }
    }
  }

  /// Whether an abandoned exchange is cancelled: if its time is over, or if it is well beyond the limit (a small packed
  /// body can unpack to gigabytes).
  private func isOverdue(_ exchange: Exchange) -> Bool {
    exchange.received > bodyLimit + Self.cancellationMargin || exchange.patience.map { $0 <= .now } ?? false
  }

  private var tooLong: HTTPFailure { HTTPFailure(.malformed, "a body of more than \(bodyLimit) bytes") }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    ended(task, error)
  }

  private func ended(_ task: URLSessionTask, _ error: (any Error)?) {
    guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }),
      let completion = exchange.completion
    else { return }
    if let error {
      completion(.failure(HTTPFailure(error)))
    } else if let head = exchange.head ?? task.response as? HTTPURLResponse {
      completion(.success(HTTPResponse(head, exchange.body)))
    } else {
      completion(.failure(HTTPFailure(.network, "no answer")))
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest proposed: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let own = exchanges.withLock { $0[task.taskIdentifier]?.request }
    completionHandler(
      own.flatMap { own in
        let method = task.currentRequest?.httpMethod ?? own.method
        return Redirect.request(after: response, of: own, sentBy: method, proposed: proposed)
      })
  }

  #if canImport(FoundationNetworking)
    /// Refuses to send a body again: if the server closes a kept connection without an answer, the request may have had
    /// its effect. Without this refusal the request would hang until its time-out.
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
      completionHandler(nil)
      ended(task, URLError(.networkConnectionLost))
    }

    /// Returns a 401 with a challenge as an answer. Apple's platforms do so by default. On Linux the default leaves the
    /// request hanging for ever, and continuing ends the process at an unknown scheme. Everything has been received and
    /// no completion follows, so cancelling the task is safe.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      ended(task, nil)
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  #endif
}

extension HTTPResponse {
  fileprivate init(_ head: HTTPURLResponse, _ body: [UInt8]) {
    let headers = head.allHeaderFields.map { HTTPHeader("\($0.key)", "\($0.value)") }
    self.init(status: head.statusCode, headers: headers.sortedByName(), body: body)
  }
}
