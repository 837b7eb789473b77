import LaunchFlowModel

/// The values, messages and codes that the steps of a run have. The machine holds none of them: it says where a value
/// comes from.
///
/// A driver hands in each answer and each effect.
package struct StepValues: Sendable {
  /// By step: the value that it settled with. A fresher one of its late work never replaces it.
  package internal(set) var settled: [RunValue?]
  /// By step: the message of the refusal that it failed with.
  package internal(set) var messages: [StepMessage?]
  /// By step: what the server last said in codes, of a step that failed.
  package internal(set) var codes: [AnswerCodes?]
  /// By step: the value of its newest answer, settled or not.
  package internal(set) var pending: [RunValue?]
  /// The places of the landing's notices that may not be shown.
  package internal(set) var withheldNotices: [Int] = []

  /// Starts a run, in which no step has a value yet.
  init(steps: Int) {
    settled = Array(repeating: nil, count: steps)
    messages = Array(repeating: nil, count: steps)
    codes = Array(repeating: nil, count: steps)
    pending = settled
  }

  /// Keeps an answer. Called before the machine takes it, and never with a stale one.
  mutating func note(_ answer: AttemptAnswer, of step: Int) {
    pending[step] = answer.value
    if let message = answer.message { messages[step] = message }
    if let codes = answer.codes { self.codes[step] = codes }
  }

  /// Updates what the steps have by an effect of the machine.
  ///
  /// - Parameter local: The constant or the cached value that the effect's step settles with; nil for none.
  mutating func follow(_ effect: FlowMachine.Effect, local: RunValue?) {
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
