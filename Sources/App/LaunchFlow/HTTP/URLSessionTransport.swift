import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests through a private `URLSession`: no cookies, no cache, no stored credentials.
///
/// On Linux a request is abandoned instead of cancelled, since a cancellation that races with the completion sometimes
/// ends the process. The answer to an abandoned request is ignored. The request ends with its answer or its own
/// time-out; an endless body is cancelled far from its completion.
package final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let exchanges: ExchangeRegistry

  /// Opens a session, an ephemeral one by default.
  package init(configuration: URLSessionConfiguration? = nil, bodyLimit: Int = SystemTransport.bodyLimit) {
    exchanges = ExchangeRegistry(bodyLimit: bodyLimit)
    session = Self.session(configuration ?? Self.privateConfiguration(), exchanges)
  }

  private static func session(
    _ configuration: URLSessionConfiguration, _ exchanges: ExchangeRegistry
  ) -> URLSession {
    // Not the default queue, which has no threads while the app's steps block them all.
    let queue = OperationQueue()
    queue.underlyingQueue = exchanges.queue
    queue.maxConcurrentOperationCount = 1
    return URLSession(
      configuration: configuration, delegate: exchanges, delegateQueue: queue)
  }

  /// The number of requests that have not ended, and the unpacked bytes of their answers so far; for tests.
  var openExchanges: (count: Int, bytes: Int) { (exchanges.count, exchanges.receivedBytes) }

  deinit {
    #if canImport(FoundationNetworking)
      session.finishTasksAndInvalidate()
    #else
      session.invalidateAndCancel()
    #endif
  }

  private static func privateConfiguration() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCredentialStorage = nil
    // A launch sends many requests to one host at the same time, and on Linux abandoned ones keep their connections for
    // a while. With the usual limit of six, they would delay all others.
    configuration.httpMaximumConnectionsPerHost = 64
    return configuration
  }

  package func send(
    _ request: HTTPRequest, timeout: Duration,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> @Sendable () -> Void {
    guard let platformRequest = Self.platformRequest(request, timeout: timeout) else {
      exchanges.queue.async { completion(.failure(HTTPFailure(.malformed, "no address"))) }
      return {}
    }
    let (session, exchanges) = place(for: request.method)
    let task = session.dataTask(with: platformRequest)
    exchanges.begin(task, request, timeout: timeout, completion)
    task.resume()
    if session !== self.session { session.finishTasksAndInvalidate() }
    return { exchanges.giveUp(task) }
  }

  /// The session for a request. On Linux the platform repeats a request if the server closes a kept connection without
  /// an answer. So a request that may have an effect gets its own session, and with it its own connection.
  private func place(for method: String) -> (session: URLSession, exchanges: ExchangeRegistry) {
    #if canImport(FoundationNetworking)
      if method != "GET", method != "HEAD" {
        let own = ExchangeRegistry(bodyLimit: exchanges.bodyLimit)
        return (Self.session(session.configuration, own), own)
      }
    #endif
    return (session, exchanges)
  }

  private static func platformRequest(_ request: HTTPRequest, timeout: Duration) -> URLRequest? {
    guard WebAddress(request.url) != nil, let url = URL(string: request.url) else { return nil }
    var made = URLRequest(url: url)
    made.httpMethod = request.method
    for header in request.headers { made.setValue(header.value, forHTTPHeaderField: header.name) }
    made.httpBody = request.body.map { Data($0) }
    made.httpShouldHandleCookies = false
    // A later limit than the engine's own deadlines, which are exact. Linux cuts it to whole seconds.
    let seconds = Double(timeout.components.seconds) + 1
    made.timeoutInterval = min(max(seconds, 0), 86_400) + 1
    return made
  }
}
