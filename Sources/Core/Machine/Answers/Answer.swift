/// The raw answer to an attempt, before the flow interprets it.
package enum Answer: Equatable, Sendable {
  package enum Body: Equatable, Sendable {
    case json(JSONValue)
    /// The received UTF-8 bytes, to be read in the form that the request expects.
    case bytes([UInt8])
  }

  /// An HTTP answer, of any status; with the wait in nanoseconds that the server asks for.
  case http(status: Int, body: Body, retryAfter: Int64? = nil)
  /// A value that an action returned; in a simulation also the value in a service's envelope.
  case value(JSONValue)
  /// A refusal by an action: the failure's name, with a message for the user.
  case refusal(String, message: String?)
  case error(ErrorClass)
}

/// An answer as the flow interprets it for the step.
package struct AttemptAnswer: Hashable, Sendable {
  package var outcome: FlowMachine.AttemptOutcome
  /// The step's value; nil without a success.
  package var value: RunValue?
  /// The message of a refusal, for notices. A failed step keeps the message of the last answer that had one.
  package var message: RunValue?
  /// The server's codes; nil if no server answered.
  package var codes: AnswerCodes?

  package init(
    _ outcome: FlowMachine.AttemptOutcome, value: RunValue? = nil, message: RunValue? = nil,
    codes: AnswerCodes? = nil
  ) {
    self.outcome = outcome
    self.value = value
    self.message = message
    self.codes = codes
  }
}

extension FlowPlan {
  /// The value of a signal, as an answer to the steps that await it.
  package func read(_ value: JSONValue?, ofSignal signal: Int) -> AttemptAnswer {
    guard let value, value != .null else { return AttemptAnswer(.succeeded(name: -1)) }
    let namer = Int(signalNamers[signal])
    guard namer >= 0 else { return AttemptAnswer(.succeeded(name: -1), value: .known(value)) }
    return read(.value(value), of: namer, origin: .own)
  }

  package func input(_ answer: AttemptAnswer, ofSignal signal: Int) -> FlowMachine.Input {
    guard case .succeeded(let name) = answer.outcome else { return .signalled(signal) }
    return .signalled(signal, name: name)
  }
}
