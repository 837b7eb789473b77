import LaunchFlowModel

/// The values, messages and codes of a run's steps. The machine contains no values: its effects only name their
/// origins.
///
/// A driver passes each answer and each effect.
package struct StepValues: Sendable {
  /// By step: the value at its settling. A fresher value from late work never replaces it.
  package var settled: [RunValue?]
  /// By step: the message of the refusal that failed the step.
  package var messages: [StepMessage?]
  /// By failed step: the server's last codes.
  package var codes: [AnswerCodes?]
  /// By step: the value of the newest answer, even before the step settles.
  package var pending: [RunValue?]
  /// The positions of the landing's notices whose conditions do not hold.
  package internal(set) var withheldNotices: [Int] = []

  /// The values of a run before its start.
  init(steps: Int) {
    settled = Array(repeating: nil, count: steps)
    messages = Array(repeating: nil, count: steps)
    codes = Array(repeating: nil, count: steps)
    pending = settled
  }

  /// Keeps an answer. Called before the machine handles the answer, and never with a stale one.
  mutating func note(_ answer: AttemptAnswer, of step: Int) {
    pending[step] = answer.value
    if let message = answer.message { messages[step] = message }
    if let codes = answer.codes { self.codes[step] = codes }
  }

  /// Applies an effect of the machine.
  ///
  /// - Parameter local: The constant or cached value of the step that settles; nil for none.
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
