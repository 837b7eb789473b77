import LaunchFlowModel

/// The values, messages and codes that the steps of a run have, in whatever form a driver keeps them. The machine
/// holds none of them: it says where a value comes from.
///
/// A driver hands in each answer and each effect.
package struct StepValues<Value, Message> {
  /// By step: the value that it settled with. A fresher one of its late work never replaces it.
  package internal(set) var settled: [Value?]
  /// By step: the message of the refusal that it failed with.
  package internal(set) var messages: [Message?]
  /// By step: what the server last said in codes, of a step that failed.
  package internal(set) var codes: [AnswerCodes?]
  /// By step: the value of its newest answer, settled or not.
  package internal(set) var pending: [Value?]
  /// The places of the landing's notices that may not be shown.
  package internal(set) var withheldNotices: [Int] = []

  /// Starts a run, in which no step has a value yet.
  package init(steps: Int) {
    settled = Array(repeating: nil, count: steps)
    messages = Array(repeating: nil, count: steps)
    codes = Array(repeating: nil, count: steps)
    pending = settled
  }

  /// Goes back to before a run.
  package mutating func reset() {
    withheldNotices.removeAll()
    for step in settled.indices {
      settled[step] = nil
      pending[step] = nil
      forgetRefusal(of: step)
    }
  }

  /// Keeps an answer. Called before the machine takes it, and never with a stale one.
  package mutating func note(
    _ value: Value?, _ message: Message?, _ codes: AnswerCodes?, of step: Int
  ) {
    pending[step] = value
    if let message { messages[step] = message }
    if let codes { self.codes[step] = codes }
  }

  /// Updates what the steps have by an effect of the machine.
  ///
  /// - Parameter local: The constant or the cached value that the effect's step settles with; nil for none.
  package mutating func follow(_ effect: FlowMachine.Effect, local: Value?) {
    switch effect {
    case .startAttempt(let step, _, .own): forgetRefusal(of: step)
    case .settled(let step, let settlement, let origin):
      if settlement.status != .failed { forgetRefusal(of: step) }
      switch origin {
      case .none: settled[step] = nil
      case .attempt: settled[step] = pending[step]
      case .own, .fallback: settled[step] = local
      }
    case .noticeWithheld(let place): withheldNotices.append(place)
    default: break
    }
  }

  private mutating func forgetRefusal(of step: Int) {
    messages[step] = nil
    codes[step] = nil
  }
}

extension StepValues: Sendable where Value: Sendable, Message: Sendable {}
