import Dispatch
import Foundation
import LaunchFlowMachine
import LaunchFlowModel

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The exchanges of one session that are under way, as the session's delegate.
///
/// A completion is called by whoever takes it out: so each is called once, whatever races.
final class ExchangeRegistry: NSObject, URLSessionDataDelegate {
  typealias Completion = @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void

  private struct Exchange {
    let request: HTTPRequest
    let timeout: Duration
    /// Nil once it has been taken out: the exchange is abandoned.
    var completion: Completion?
    let progress: (@Sendable (TransferProgress) -> Void)?
    var head: HTTPURLResponse?
    var body: [UInt8] = []
    /// The bytes of the request's body that have been sent, at the last report.
    var sent: Int64 = 0
    /// The unpacked bytes of the body so far, those that were not kept included.
    var received = 0
    /// From when on an abandoned exchange that still sends is cancelled.
    var patience: ContinuousClock.Instant?
    var isCancelled = false
  }

  /// How far beyond the limit a body is received before it is cancelled: so far from its end, in all likelihood, that
  /// the cancellation cannot meet the completion.
  private static let cancellationMargin = 1 << 20

  /// The queue of the session's callbacks and of completions.
  let queue = DispatchQueue(label: "launchflow.http", qos: .userInitiated)
  let bodyLimit: Int
  private let exchanges = Locked<[Int: Exchange]>([:])

  init(bodyLimit: Int) {
    self.bodyLimit = bodyLimit
  }

  /// How many tasks have not ended.
  var count: Int { exchanges.withLock { $0.count } }

  /// The unpacked bytes of all tasks that have not ended, for tests.
  var receivedBytes: Int { exchanges.withLock { $0.values.reduce(0) { $0 + $1.received } } }

  func begin(
    _ task: URLSessionTask, _ request: HTTPRequest, timeout: Duration,
    _ progress: (@Sendable (TransferProgress) -> Void)?, _ completion: @escaping Completion
  ) {
    let exchange = Exchange(request: request, timeout: timeout, completion: completion, progress: progress)
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  /// Ends an exchange for its caller, and cancels the task where that is safe.
  func giveUp(_ task: URLSessionTask) {
    // Off the caller's thread: a completion must not find itself inside the call that cancelled it.
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

  /// What is left of an abandoned body is not sent if it is so much that a cancellation cannot meet the completion.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent count: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    enum Verdict { case report((@Sendable (TransferProgress) -> Void)?, total: Int64), overdue, nothing }
    let verdict = exchanges.withLock { exchanges -> Verdict in
      guard let exchange = exchanges[task.taskIdentifier] else { return .nothing }
      let total = bodyLength(of: exchange)
      guard exchange.completion == nil else {
        // Linux says the same more than once.
        guard count != exchange.sent else { return .nothing }
        exchanges[task.taskIdentifier]?.sent = count
        return .report(exchange.progress, total: total)
      }
      guard !exchange.isCancelled, total - count > Self.cancellationMargin else { return .nothing }
      exchanges[task.taskIdentifier]?.isCancelled = true
      return .overdue
    }
    switch verdict {
    case .report(let progress, let total):
      progress?(TransferProgress(isUpload: true, bytes: count, total: total))
    case .overdue: ThreadPool.cancellations.run { task.cancel() }
    case .nothing: break
    }
  }

  private func bodyLength(of exchange: Exchange) -> Int64 { Int64(exchange.request.body?.count ?? 0) }

  func urlSession(_ session: URLSession, dataTask task: URLSessionDataTask, didReceive data: Data) {
    enum Verdict { case goOn, tooLong, overdue }
    var report: (@Sendable () -> Void)?
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
      if let progress = exchange.progress {
        let length = exchange.head?.expectedContentLength ?? -1
        let state = TransferProgress(
          isUpload: false, bytes: Int64(exchange.received), total: length < 0 ? nil : length)
        report = { progress(state) }
      }
      return .goOn
    }
    switch verdict {
    case .goOn: report?()
    case .tooLong: abandon(task, tooLong)
    // Off this queue: on Linux a cancellation waits until all that has arrived is unpacked, and the unpacked bytes pile
    // up behind whoever waits for it.
    case .overdue: ThreadPool.cancellations.run { task.cancel() }
    }
  }

  /// Whether an abandoned exchange is cancelled: its time is over, it is well beyond the limit (a small packed body can
  /// unpack to gigabytes), or so much is still to come that a cancellation cannot meet the completion.
  private func isOverdue(_ exchange: Exchange) -> Bool {
    if exchange.received > bodyLimit + Self.cancellationMargin { return true }
    let left = (exchange.head?.expectedContentLength ?? -1) - Int64(exchange.received)
    if left > 4 << 20 { return true }
    return exchange.patience.map { $0 <= .now } ?? false
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
    /// A body is never sent again by itself: when the server closes a kept connection unanswered, it may have had its
    /// effect. Without this answer the request would hang until its time-out.
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
      completionHandler(nil)
      ended(task, URLError(.networkConnectionLost))
    }

    /// A 401 with a challenge is an answer like any other. Apple's platforms return it by default; here the
    /// default leaves the request hanging for ever, and its proceeding ends the process at an unknown scheme.
    /// Everything has been received by now and no completion will come, so cancelling the task races nothing.
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
    self.init(
      status: head.statusCode,
      headers: headers.sorted { ($0.name.lowercased(), $0.value) < ($1.name.lowercased(), $1.value) },
      body: body)
  }
}
