import LaunchFlow

/// A running call of one caller, or of several that joined.
final class SharedCall: Sendable {
  typealias Outcome = Result<JSONValue, ServiceError>

  let outcome = Promise<Outcome>()
  private let run: FlowRun

  init(_ run: FlowRun) {
    self.run = run
    run.whenFinished { [outcome] landing, trace in outcome.fulfil(Self.outcome(of: landing, trace)) }
  }

  /// Cancels the call for all callers.
  func cancel() {
    run.cancel()
  }

  private static func outcome(of landing: FlowLanding, _ trace: Trace) -> Outcome {
    guard let step = landing[ServiceCall.step] else { return .failure(ServiceError(.cancelled)) }
    if step.status == .succeeded { return .success(step.value ?? .null) }
    let reason: ServiceError.Reason
    switch step.status {
    case .failed: reason = step.result.map { .refused($0) } ?? .failed(trace.lastErrorClass ?? .error)
    case .timedOut: reason = .failed(.timeout)
    case .succeeded, .recovered, .skipped, .cancelled: return .failure(ServiceError(.cancelled))
    }
    return .failure(ServiceError(reason, message: landing.notice?.text, codes: step.codes))
  }
}

extension Trace {
  fileprivate var lastErrorClass: ErrorClass? {
    for event in events.reversed() {
      if case .attemptEnded(_, _, .failed(let errorClass)) = event.kind { return errorClass }
    }
    return nil
  }
}
