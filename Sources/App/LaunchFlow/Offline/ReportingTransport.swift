/// Sends an engine's requests over another transport and reports the end of each to an offline switch.
///
/// A 2xx is a success; a 5xx and a missing answer are failures. The switch decides whether a failure counts against the
/// service. This transport does not read envelopes: the engine reports their codes, and every 4xx with them. A cancelled
/// request counts as timed out if its time was over, with a tolerance of 50 ms; otherwise it does not count.
final class ReportingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let source: any OfflineSource

  /// The deadline counts from slightly before the request was sent.
  private static let slack = Duration.milliseconds(50)

  init(_ base: any HTTPTransport, reportingTo source: any OfflineSource) {
    self.base = base
    self.source = source
  }

  func send(
    _ request: HTTPRequest, timeout: Duration,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> @Sendable () -> Void {
    let isOver = Locked(false)
    let due = ContinuousClock.now + timeout - Self.slack
    let cancel = base.send(request, timeout: timeout) { [self] result in
      if isOver.withLock({ Self.end(&$0) }) { report(result, of: request) }
      completion(result)
    }
    return { [source] in
      if isOver.withLock({ Self.end(&$0) }), ContinuousClock.now >= due {
        source.report(request, failure: .timeout, codes: nil)
      }
      cancel()
    }
  }

  /// Marks the request as ended. Returns whether this is its first end.
  private static func end(_ isOver: inout Bool) -> Bool {
    defer { isOver = true }
    return !isOver
  }

  private func report(_ result: Result<HTTPResponse, HTTPFailure>, of request: HTTPRequest) {
    switch result {
    case .failure(let failure): source.report(request, failure: failure.errorClass, codes: nil)
    case .success(let response):
      let codes = AnswerCodes(status: response.status)
      switch response.status {
      case 200..<300, 500..<600:
        source.report(request, failure: ErrorClass(status: response.status), codes: codes)
      default: break
      }
    }
  }
}
