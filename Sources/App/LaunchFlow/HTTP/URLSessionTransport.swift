import Foundation
import LaunchFlowMachine
import LaunchFlowModel

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests through a private `URLSession`: no cookies, no cache, no stored credentials.
///
/// On Linux a request is not cancelled but abandoned: a cancellation that meets the completion ends the process now and
/// then. The answer to an abandoned request is ignored. It ends with its answer or its own time-out; a body that does
/// not end is cancelled in its middle, well away from its completion.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let exchanges: ExchangeRegistry

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - configuration: The session's configuration, with its own settings for cookies, cache and credentials; nil for
  ///     an ephemeral one without any.
  ///   - bodyLimit: The unpacked bytes that an answer's body may have. A longer body is `malformed` at once.
  public init(configuration: URLSessionConfiguration? = nil, bodyLimit: Int = 8 << 20) {
    exchanges = ExchangeRegistry(bodyLimit: bodyLimit)
    session = Self.session(configuration ?? Self.privateConfiguration(), exchanges)
  }

  private static func session(
    _ configuration: URLSessionConfiguration, _ exchanges: ExchangeRegistry
  ) -> URLSession {
    // Not the default queue, which runs dry when the app's steps block all threads.
    let queue = OperationQueue()
    queue.underlyingQueue = exchanges.queue
    queue.maxConcurrentOperationCount = 1
    return URLSession(
      configuration: configuration, delegate: exchanges, delegateQueue: queue)
  }

  /// How many requests have not ended, and the unpacked bytes of their answers so far; for tests.
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
    // A launch asks many things of one host at once, and on Linux what was abandoned keeps its connection for
    // a while; the usual six would then hold up everybody else.
    configuration.httpMaximumConnectionsPerHost = 64
    return configuration
  }

  /// Starts to send a request.
  public func send(
    _ request: HTTPRequest, timeout: Duration, progress: (@Sendable (TransferProgress) -> Void)?,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> @Sendable () -> Void {
    guard let platformRequest = Self.platformRequest(request, timeout: timeout) else {
      exchanges.queue.async { completion(.failure(HTTPFailure(.malformed, "no address"))) }
      return {}
    }
    let (session, exchanges) = place(for: request.method)
    let task = Self.task(for: platformRequest, body: progress == nil ? nil : request.body, in: session)
    exchanges.begin(task, request, timeout: timeout, progress, completion)
    task.resume()
    if session !== self.session { session.finishTasksAndInvalidate() }
    return { exchanges.giveUp(task) }
  }

  /// The session that sends a request. On Linux the platform sends it again by itself when the server closes a kept
  /// connection without an answer. So a request that may have an effect gets a session, and with it a connection, of
  /// its own.
  private func place(for method: String) -> (session: URLSession, exchanges: ExchangeRegistry) {
    #if canImport(FoundationNetworking)
      if method != "GET", method != "HEAD" {
        let own = ExchangeRegistry(bodyLimit: exchanges.bodyLimit)
        return (Self.session(session.configuration, own), own)
      }
    #endif
    return (session, exchanges)
  }

  /// On Linux only an upload task reports what was sent.
  private static func task(
    for request: URLRequest, body: [UInt8]?, in session: URLSession
  ) -> URLSessionDataTask {
    guard let body, !body.isEmpty else { return session.dataTask(with: request) }
    var request = request
    request.httpBody = nil
    return session.uploadTask(with: request, from: Data(body))
  }

  private static func platformRequest(_ request: HTTPRequest, timeout: Duration) -> URLRequest? {
    guard WebAddress(request.url) != nil, let url = URL(string: request.url) else { return nil }
    var made = URLRequest(url: url)
    made.httpMethod = request.method
    for header in request.headers { made.setValue(header.value, forHTTPHeaderField: header.name) }
    made.httpBody = request.body.map { Data($0) }
    made.httpShouldHandleCookies = false
    // A net beneath the engine's own deadlines, which are exact. Linux cuts it to whole seconds.
    let seconds = Double(timeout.components.seconds) + 1
    made.timeoutInterval = min(max(seconds, 0), 86_400) + 1
    return made
  }
}
