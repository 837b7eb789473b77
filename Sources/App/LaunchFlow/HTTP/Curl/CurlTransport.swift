#if os(Linux)
  import LaunchFlowMachine

  /// Sends requests through libcurl: no cookies, no cache, no stored credentials, HTTP/1.1.
  ///
  /// A request that may have an effect is sent once, on its own connection. A cancellation ends the transfer at once.
  struct CurlTransport: HTTPTransport {
    let bodyLimit: Int
    /// The driver; nil for the shared one.
    var driver: CurlDriver?

    func send(
      _ request: HTTPRequest, timeout: Duration,
      completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> @Sendable () -> Void {
      let exchange = CurlExchange(request, timeout: timeout, bodyLimit: bodyLimit, completion)
      guard let driver = driver ?? .shared else {
        exchange.end(.failure(HTTPFailure(.error, "no memory")))
        return {}
      }
      driver.begin(exchange)
      return { driver.cancel(exchange) }
    }
  }

  /// A request with all its redirects.
  final class CurlExchange: @unchecked Sendable {
    typealias Completion = @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void

    let request: HTTPRequest
    /// The largest unpacked size of the body, in bytes.
    let bodyLimit: Int
    /// The time at which it ends without an answer.
    let due: ContinuousClock.Instant

    // Only the driver's thread uses these.
    /// Nil once it has been called.
    private var completion: Completion?
    var transfer: CurlLibrary.Handle?
    var redirects = 0

    init(
      _ request: HTTPRequest, timeout: Duration, bodyLimit: Int, _ completion: @escaping Completion
    ) {
      self.request = request
      self.bodyLimit = bodyLimit
      self.completion = completion
      // A later limit than the engine's own deadlines, which are exact.
      due = .now + min(max(timeout, .zero), .seconds(86_400)) + .seconds(1)
    }

    var hasEnded: Bool { completion == nil }

    /// Reports the end. Called once.
    func end(_ result: Result<HTTPResponse, HTTPFailure>) {
      let completion = completion
      self.completion = nil
      completion?(result)
    }
  }
#endif
