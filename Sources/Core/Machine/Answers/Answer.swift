import LaunchFlowModel

/// What an attempt brought back, before the flow has said what it means.
package enum Answer: Hashable, Sendable {
  /// What an HTTP answer carried.
  package enum Body: Hashable, Sendable {
    case json(JSONValue)
    /// UTF-8 bytes as they came, to be read as the request expects.
    case bytes([UInt8])
  }

  /// An HTTP answer, of any status.
  case http(status: Int, body: Body)
  /// What an action returned; or a service's value behind its envelope, where a simulation says so.
  case value(JSONValue)
  /// An action's refusal, by the failure's name, with a message for the user.
  case refusal(String, message: String?)
  case error(ErrorClass)
}

/// An answer as its step understands it.
package struct AttemptAnswer: Hashable, Sendable {
  /// How the attempt ended, for the machine.
  package var outcome: FlowMachine.AttemptOutcome
  /// The step's value, of a success.
  package var value: RunValue?
  /// The message that a refusal carried, for notices. A step that settles failed has the message of the last
  /// answer to it that carried one.
  package var message: StepMessage?
  /// What the server said in codes; nil where no server answered.
  package var codes: AnswerCodes?

  package init(
    _ outcome: FlowMachine.AttemptOutcome, value: RunValue? = nil, message: StepMessage? = nil,
    codes: AnswerCodes? = nil
  ) {
    self.outcome = outcome
    self.value = value
    self.message = message
    self.codes = codes
  }
}

/// The message of a refusal.
package enum StepMessage: Hashable, Sendable {
  case known(String)
  /// There is one; a simulation does not know its text.
  case opaque
}
