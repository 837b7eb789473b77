import Foundation
import LaunchFlowMachine
import LaunchFlowModel

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests through a private `URLSession`: no cookies, no cache, no stored credentials.
///
/// On Linux a request that is given up is not cancelled but abandoned: there a cancellation that meets the
/// completion ends the process now and then. Nobody hears of an abandoned request again; it ends with its
/// answer or its own time-out, or, if it never stops sending, is cancelled in the middle of its body, well away
/// from its completion.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let exchanges: ExchangeRegistry

  /// The session of all engines that are given no transport.
  static let shared = URLSessionTransport()

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - configuration: What the session starts from, in place of an ephemeral one; its cookies, cache and
  ///     credentials are then used as it says.
  ///   - bodyLimit: The bytes that an answer's body may have once decompressed; 8 MiB unless told. A longer
  ///     one is `malformed`, as soon as that is known.
  public init(configuration: URLSessionConfiguration? = nil, bodyLimit: Int = 8 << 20) {
    exchanges = ExchangeRegistry(bodyLimit: bodyLimit)
    // Not the default queue, which runs dry when the app's steps block all threads.
    let queue = OperationQueue()
    queue.underlyingQueue = exchanges.queue
    queue.maxConcurrentOperationCount = 1
    session = URLSession(
      configuration: configuration ?? Self.privateConfiguration(),
      delegate: SessionDelegate(exchanges: exchanges), delegateQueue: queue)
  }

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
    _ request: HTTPRequest, timeout: Duration,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> HTTPExchange {
    guard let platformRequest = Self.platformRequest(request, timeout: timeout) else {
      exchanges.queue.async { completion(.failure(HTTPFailure(.malformed, "no address"))) }
      return HTTPExchange {}
    }
    let task = session.dataTask(with: platformRequest)
    exchanges.begin(task, request, timeout: timeout, completion)
    task.resume()
    let exchanges = exchanges
    return HTTPExchange { exchanges.giveUp(task) }
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
