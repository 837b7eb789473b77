import LaunchFlowModel

/// Why a call of a service has no answer.
public struct ServiceError: Error, Hashable, Sendable {
  /// What happened.
  public enum Reason: Hashable, Sendable {
    /// The server refused it; one of the service's failures, by its name.
    case refused(String)
    /// It failed. A passed deadline is `timeout`.
    case failed(ErrorClass)
    /// The caller, its owner or a call that replaced this one cancelled it.
    case cancelled
    /// An equal call was under way, and this one was not to be made beside it.
    case alreadyRunning
  }

  /// What happened.
  public let reason: Reason
  /// The server's own message for the user, if its envelope carried one.
  public let message: String?
  /// What the server said in codes, for logs.
  public let codes: AnswerCodes?

  /// Describes an error.
  public init(_ reason: Reason, message: String? = nil, codes: AnswerCodes? = nil) {
    self.reason = reason
    self.message = message
    self.codes = codes
  }
}

extension ServiceError {
  /// The server's message to be shown to the user; nil if it has none.
  public func notice(isToast: Bool = false) -> FlowNotice? {
    var code: String?
    if case .refused(let name) = reason { code = name }
    return message.map { FlowNotice(text: $0, style: isToast ? .toast : .confirm, code: code, codes: codes) }
  }
}
