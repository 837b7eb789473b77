import Dispatch
import Foundation
import LaunchFlowMachine
import LaunchFlowModel

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The exchanges of one session that are under way.
///
/// Whoever takes an exchange's completion out calls it: so each is called once, whatever races.
final class ExchangeRegistry: Sendable {
  typealias Completion = @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void

  private struct Exchange {
    let request: HTTPRequest
    let timeout: Duration
    /// Nil once it has been called: the exchange is abandoned.
    var completion: Completion?
    var head: HTTPURLResponse?
    var body = Data()
    /// How many bytes of the body have come, those that were not kept included.
    var received = 0
    /// From when on an abandoned exchange that still sends is cancelled.
    var patience: ContinuousClock.Instant?
  }

  /// What the session's callbacks, and completions, run on.
  let queue = DispatchQueue(label: "launchflow.http", qos: .userInitiated)
  private let bodyLimit: Int
  private let exchanges = Locked<[Int: Exchange]>([:])

  init(bodyLimit: Int) {
    self.bodyLimit = bodyLimit
  }

  /// How many tasks have not ended.
  var count: Int { exchanges.withLock { $0.count } }

  func begin(
    _ task: URLSessionTask, _ request: HTTPRequest, timeout: Duration, _ completion: @escaping Completion
  ) {
    let exchange = Exchange(request: request, timeout: timeout, completion: completion)
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  /// Ends an exchange for its caller; the task is cancelled where that is safe.
  func giveUp(_ task: URLSessionTask) {
    // Off the caller's thread: a completion must not find itself inside the call that cancelled it.
    queue.async { self.abandon(task, HTTPFailure(.network, "cancelled")) }
  }

  private func abandon(_ task: URLSessionTask, _ failure: HTTPFailure) {
    let completion = exchanges.withLock { exchanges -> Completion? in
      guard var exchange = exchanges[task.taskIdentifier] else { return nil }
      let completion = exchange.completion
      exchange.completion = nil
      exchange.body = Data()
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

  func received(_ head: URLResponse, by task: URLSessionTask) {
    let isTooLong = exchanges.withLock { exchanges -> Bool in
      exchanges[task.taskIdentifier]?.head = head as? HTTPURLResponse
      guard exchanges[task.taskIdentifier]?.request.method != "HEAD" else { return false }
      return head.expectedContentLength > Int64(bodyLimit)
    }
    if isTooLong { abandon(task, tooLong) }
  }

  func received(_ data: Data, by task: URLSessionTask) {
    enum Verdict { case goOn, tooLong, overdue }
    let verdict = exchanges.withLock { exchanges -> Verdict in
      guard var exchange = exchanges.removeValue(forKey: task.taskIdentifier) else { return .goOn }
      defer { exchanges[task.taskIdentifier] = exchange }
      exchange.received += data.count
      guard exchange.completion != nil else { return isOverdue(exchange) ? .overdue : .goOn }
      guard exchange.body.count + data.count <= bodyLimit else { return .tooLong }
      exchange.body.append(data)
      return .goOn
    }
    switch verdict {
    case .goOn: break
    case .tooLong: abandon(task, tooLong)
    case .overdue: task.cancel()
    }
  }

  /// Whether an abandoned exchange is to be cancelled: it has had its time, or so much is still to come that a
  /// cancellation cannot meet the completion.
  private func isOverdue(_ exchange: Exchange) -> Bool {
    let left = (exchange.head?.expectedContentLength ?? -1) - Int64(exchange.received)
    if left > 4 << 20 { return true }
    return exchange.patience.map { $0 <= .now } ?? false
  }

  private var tooLong: HTTPFailure { HTTPFailure(.malformed, "a body of more than \(bodyLimit) bytes") }

  func ended(_ task: URLSessionTask, _ error: (any Error)?) {
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

  /// The request with which a redirect is followed; nil if it is refused.
  func redirect(of task: URLSessionTask, after response: HTTPURLResponse, proposed: URLRequest) -> URLRequest?
  {
    guard let own = exchanges.withLock({ $0[task.taskIdentifier]?.request }) else { return nil }
    let method = task.currentRequest?.httpMethod ?? own.method
    return Redirect.request(after: response, of: own, sentBy: method, proposed: proposed)
  }
}

extension HTTPResponse {
  fileprivate init(_ head: HTTPURLResponse, _ body: Data) {
    let headers = head.allHeaderFields.map { HTTPHeader("\($0.key)", "\($0.value)") }
    self.init(
      status: head.statusCode,
      headers: headers.sorted { ($0.name.lowercased(), $0.value) < ($1.name.lowercased(), $1.value) },
      body: Array(body))
  }
}
