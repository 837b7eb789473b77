#if os(Linux)
  import LaunchFlowMachine

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
