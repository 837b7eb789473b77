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
#endif
