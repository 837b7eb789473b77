import LaunchFlow

/// The reason why a call of a service has no answer.
public struct ServiceError: Error, Hashable, Sendable {
  /// The kind of failure.
  public enum Reason: Hashable, Sendable {
    /// The server refused the call with one of the service's failures, given by name.
    case refused(String)
    /// The call failed. A passed deadline is `timeout`.
    case failed(ErrorClass)
    /// The caller, its owner or a call that replaced this one cancelled it.
    case cancelled
    /// An equal call was running, and the repetition was `refuse`.
    case alreadyRunning
  }

  /// The kind of failure.
  public let reason: Reason
  /// The server's message for the user, if the envelope contained one.
  public let message: String?
  /// The server's codes, for logs.
  public let codes: AnswerCodes?

  package init(_ reason: Reason, message: String? = nil, codes: AnswerCodes? = nil) {
    self.reason = reason
    self.message = message
    self.codes = codes
  }
}

extension ServiceError {
  /// The server's message as a notice for the user; nil without a message.
  public func notice(isToast: Bool = false) -> FlowNotice? {
    var code: String?
    if case .refused(let name) = reason { code = name }
    return message.map { FlowNotice(text: $0, style: isToast ? .toast : .confirm, code: code, codes: codes) }
  }
}

extension ServiceError {
  /// The answer of a call's run, or the reason for none.
  static func outcome(of landing: FlowLanding, _ trace: Trace) -> Result<JSONValue, ServiceError> {
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
