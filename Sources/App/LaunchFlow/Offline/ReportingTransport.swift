import LaunchFlowMachine
import LaunchFlowModel

/// Sends requests over another transport and reports the end of each to an offline switch.
///
/// A 2xx is a success; a 4xx, a 5xx and a missing answer are failures. Whether a failure counts against the service is
/// up to the switch. What the answers' envelopes say is not known here: an engine reports it, and an app that calls
/// without one reports it itself, with `OfflineSource.report(failure:_:codes:)`. A cancelled request counts as timed
/// out once its time is over, give or take 50 ms, and before that not at all. The switch's own probes and questions go
/// over the transport beneath.
public final class ReportingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let source: any OfflineSource
  /// Whether a 4xx is reported; an engine reports it with the codes of its envelope.
  private let reportsRefusals: Bool

  /// The deadline began a moment before the request was sent.
  private static let slack = Duration.milliseconds(50)

  /// Reports the requests that go over a transport; nil for the system's.
  public convenience init(_ base: (any HTTPTransport)? = nil, reportingTo source: any OfflineSource) {
    self.init(base ?? SystemTransport.shared, reportingTo: source, reportsRefusals: true)
  }

  init(_ base: any HTTPTransport, reportingTo source: any OfflineSource, reportsRefusals: Bool) {
    self.base = base
    self.source = source
    self.reportsRefusals = reportsRefusals
  }

  /// Whether it reports to this source already.
  func reports(to other: any OfflineSource) -> Bool { source === other }

  /// Starts to send a request and returns at once.
  public func send(
    _ request: HTTPRequest, timeout: Duration,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> HTTPExchange {
    begin(request, timeout, nil, completion)
  }

  /// Starts to send a request, and reports its progress as the transport beneath does.
  public func send(
    _ request: HTTPRequest, timeout: Duration, progress: @escaping @Sendable (TransferProgress) -> Void,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> HTTPExchange {
    begin(request, timeout, progress, completion)
  }

  private func begin(
    _ request: HTTPRequest, _ timeout: Duration, _ progress: (@Sendable (TransferProgress) -> Void)?,
    _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
  ) -> HTTPExchange {
    let call = NetworkCall(method: request.method, url: request.url)
    let isOver = Locked(false)
    let due = ContinuousClock.now + timeout - Self.slack
    let exchange = base.send(request, timeout: timeout, reporting: progress) { [self] result in
      if isOver.withLock({ Self.end(&$0) }) { report(result, of: call) }
      completion(result)
    }
    return HTTPExchange { [source] in
      if isOver.withLock({ Self.end(&$0) }), ContinuousClock.now >= due {
        source.report(failure: call, .timeout)
      }
      exchange.cancel()
    }
  }

  /// Whether this is the request's first end.
  private static func end(_ isOver: inout Bool) -> Bool {
    defer { isOver = true }
    return !isOver
  }

  private func report(_ result: Result<HTTPResponse, HTTPFailure>, of call: NetworkCall) {
    switch result {
    case .success(let response) where (200..<300).contains(response.status): source.report(success: call)
    case .success(let response) where (500..<600).contains(response.status):
      source.report(failure: call, .server, codes: AnswerCodes(status: response.status))
    case .success(let response) where reportsRefusals && (400..<500).contains(response.status):
      source.report(failure: call, .client, codes: AnswerCodes(status: response.status))
    case .success: break
    case .failure(let failure): source.report(failure: call, failure.errorClass)
    }
  }
}
