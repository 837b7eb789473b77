#if os(Linux)
  import LaunchFlowMachine

  /// A request as its caller sees it, with all redirects that it leads to.
  final class CurlExchange: @unchecked Sendable {
    typealias Completion = @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void

    let request: HTTPRequest
    /// The unpacked bytes that the body may have.
    let bodyLimit: Int
    /// When it ends without an answer.
    let due: ContinuousClock.Instant
    let progress: (@Sendable (TransferProgress) -> Void)?

    // The driver's thread alone uses these.
    /// Nil once it has been called.
    private var completion: Completion?
    /// The transfer that is under way.
    var transfer: CurlLibrary.Handle?
    /// How many redirects it has followed.
    var redirects = 0

    init(
      _ request: HTTPRequest, timeout: Duration, bodyLimit: Int,
      _ progress: (@Sendable (TransferProgress) -> Void)?, _ completion: @escaping Completion
    ) {
      self.request = request
      self.bodyLimit = bodyLimit
      self.progress = progress
      self.completion = completion
      // A net beneath the engine's own deadlines, which are exact.
      due = .now + min(max(timeout, .zero), .seconds(86_400)) + .seconds(1)
    }

    var hasEnded: Bool { completion == nil }

    /// Hands in the end. Once.
    func end(_ result: Result<HTTPResponse, HTTPFailure>) {
      let completion = completion
      self.completion = nil
      completion?(result)
    }
  }
#endif
