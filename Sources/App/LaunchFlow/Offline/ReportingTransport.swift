import LaunchFlowMachine
import LaunchFlowModel

/// Sends requests over another transport and reports the end of each to an offline switch.
///
/// A 2xx is a success; a 4xx, a 5xx and a missing answer are failures. The switch decides whether a failure counts
/// against the service. This transport does not read envelopes: an engine reports their codes, and an app without an
/// engine reports them itself with `OfflineSource.report(_:failure:codes:)`. A cancelled request counts as timed out if
/// its time was over, with a tolerance of 50 ms; otherwise it does not count. The switch's own probes and questions use
/// the wrapped transport.
public final class ReportingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let source: any OfflineSource
  /// Whether a 4xx is reported here. An engine reports it itself, with the codes of the envelope.
  private let reportsRefusals: Bool

  /// The deadline counts from slightly before the request was sent.
  private static let slack = Duration.milliseconds(50)

  /// Wraps a transport, nil for the system's, and reports its requests.
  public convenience init(_ base: (any HTTPTransport)? = nil, reportingTo source: any OfflineSource) {
    self.init(base ?? SystemTransport.shared, reportingTo: source, reportsRefusals: true)
  }

  init(_ base: any HTTPTransport, reportingTo source: any OfflineSource, reportsRefusals: Bool) {
    self.base = base
    self.source = source
    self.reportsRefusals = reportsRefusals
  }

  /// Whether it already reports to this source.
  func reports(to other: any OfflineSource) -> Bool { source === other }

  /// Starts to send a request and returns at once.
  public func send(
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
      case 200..<300: source.report(request, failure: nil, codes: codes)
      case 500..<600: source.report(request, failure: .server, codes: codes)
      case 400..<500 where reportsRefusals: source.report(request, failure: .client, codes: codes)
      default: break
      }
    }
  }
}
