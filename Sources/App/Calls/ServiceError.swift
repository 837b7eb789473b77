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
