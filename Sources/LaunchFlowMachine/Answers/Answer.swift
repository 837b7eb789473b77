import LaunchFlowModel

/// What an attempt brought back, before the flow has said what it means.
public enum Answer: Hashable, Sendable {
  /// What an HTTP answer carried.
  public enum Body: Hashable, Sendable {
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

/// What an answer means for its step.
public struct AnswerReading: Hashable, Sendable {
  /// How the attempt ended, for the machine.
  public var outcome: FlowMachine.AttemptOutcome
  /// The step's value, of a success.
  public var value: JSONValue?
  /// The message that a refusal carried, for notices. A step that settles failed has the message of the last
  /// answer to it that carried one.
  public var message: String?
  /// What the server said in codes; nil where no server answered.
  public var codes: AnswerCodes?
}
