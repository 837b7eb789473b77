/// The value of a step in a run, with its message and codes.
package struct StepValue: Sendable {
  /// The value at its settling. A fresher value from late work never replaces it.
  package internal(set) var settled: RunValue?
  /// The message of the refusal that failed the step.
  package internal(set) var message: RunValue?
  /// The server's last codes, if it failed.
  package internal(set) var codes: AnswerCodes?
  /// The value of the newest answer, even before the step settles.
  package internal(set) var pending: RunValue?

  mutating func forgetRefusal() {
    message = nil
    codes = nil
  }
}

/// The values and messages of a run's steps, with the inputs and caches at its start. The machine contains no values:
/// its effects only name their origins.
///
/// A driver passes each answer and each effect.
package struct RunValues: Sendable {
  package let plan: FlowPlan
  /// By input, in file order.
  package let inputs: [JSONValue]
  /// By cache, in file order: the content at the start of the run.
  package let caches: [CachedValue?]
  /// By step, in one array: in a new process each type of array takes time.
  package private(set) var steps: [StepValue]
  /// The positions of the landing's notices whose conditions do not hold.
  private var withheldNotices: [Int] = []
  /// The notice of the landing; nil before the landing and for a landing without a notice.
  package private(set) var notice: ShownNotice?
  /// The value that the landing carries; nil before the landing, without one, and if a part of it has no known value.
  package private(set) var landingInput: JSONValue?

  package init(_ plan: FlowPlan, inputs: [JSONValue], caches: [CachedValue?]) {
    self.plan = plan
    self.inputs = inputs
    self.caches = caches
    steps = Array(repeating: StepValue(), count: plan.steps.count)
  }

  /// Keeps an answer. Called before the machine handles the answer, and never with a stale one.
  package mutating func note(_ answer: AttemptAnswer, of step: Int) {
    steps[step].pending = answer.value
    if let message = answer.message { steps[step].message = message }
    if let codes = answer.codes { steps[step].codes = codes }
  }

  /// Keeps the value of a signal for the steps that await it. Called for the first giving only.
  package mutating func note(_ answer: AttemptAnswer, ofSignal signal: Int) {
    for step in plan.steps.indices where plan.steps[step].awaited == .signal(Int32(signal)) {
      steps[step].pending = answer.value
    }
  }

  /// Applies an effect of the machine to values and messages.
  package mutating func follow(_ effect: FlowMachine.Effect) {
    switch effect {
    case .startAttempt(let step, _, .own): steps[step].forgetRefusal()
    case .settled(let step, let settlement, let origin):
      if settlement.status != .failed { steps[step].forgetRefusal() }
      switch origin {
      case .none: steps[step].settled = nil
      case .attempt: steps[step].settled = steps[step].pending
      case .own, .fallback: steps[step].settled = plan.localValue(step, origin, caches)
      }
    case .noticeWithheld(let place): withheldNotices.append(place)
    case .landed(let rule, _, _):
      notice = plan.notice(ofRule: rule, without: withheldNotices, value: value) { steps[$0].message }
      landingInput = plan.flow.landings[rule].input.flatMap { plan.filled($0, resolve: value) }
    default: break
    }
  }

  package func value(of reference: Template.Reference) -> RunValue? {
    plan.value(of: reference, inputs: inputs) { steps[$0].settled }
  }

  /// The codes that explain a landing: those of the first failed step with codes in the rule's notice or condition.
  package func codes(ofRule rule: Int) -> AnswerCodes? {
    let landing = plan.flow.landings[rule]
    let written = notice?.written
    let references = written.flatMap { try? Template($0.text) }?.references ?? []
    let subjects =
      references.map { $0.subject } + (written?.when?.subjects ?? []) + (landing.when?.subjects ?? [])
    return subjects.lazy.compactMap { plan.index(of: $0).flatMap { steps[$0].codes } }.first
  }
}

package struct ShownNotice: Equatable, Sendable {
  package internal(set) var written: Flow.Notice
  /// The notice with its references filled in.
  package internal(set) var filled: Flow.Notice
}

extension FlowPlan {
  fileprivate func localValue(_ step: Int, _ origin: ValueOrigin, _ caches: [CachedValue?]) -> RunValue? {
    if let cache = cache(of: step, origin) { return caches[cache]?.value }
    let constant: JSONValue? =
      switch origin {
      case .own: documents[step].work.constant
      case .fallback(let index): documents[step].fallback[Int(index)].work.constant
      case .none, .attempt: nil
      }
    return constant.map { .known($0) }
  }

  /// - Parameter inputs: By input, in file order.
  package func value(
    of reference: Template.Reference, inputs: [JSONValue], _ valueOfStep: (Int) -> RunValue?
  ) -> RunValue? {
    guard case .value(let pointer) = reference.part else { return nil }
    let whole: RunValue?
    if let input = index(ofInput: reference.subject) {
      whole = .known(inputs[input])
    } else {
      whole = index(of: reference.subject).flatMap(valueOfStep)
    }
    switch whole {
    case .known(let value): return value[pointer].map(RunValue.known)
    case .opaque: return .opaque
    case nil: return nil
    }
  }

  /// The first notice of a landing rule that is not withheld and not empty.
  ///
  /// - Parameter withheld: The positions of notices whose conditions do not hold.
  package func notice(
    ofRule rule: Int, without withheld: [Int], value: (Template.Reference) -> RunValue?,
    message: (Int) -> RunValue?
  ) -> ShownNotice? {
    let notices = flow.landings[rule].notices
    for place in notices.indices where !withheld.contains(place) {
      let text = filled(notices[place].text, value: value, message: message)
      if !text.isEmpty {
        return ShownNotice(
          written: notices[place], filled: Flow.Notice(text, style: notices[place].style))
      }
    }
    return nil
  }

  /// A text with its references filled in. A missing value adds nothing; an opaque one leaves its reference as it is.
  private func filled(
    _ written: String, value: (Template.Reference) -> RunValue?, message: (Int) -> RunValue?
  ) -> String {
    guard let template = try? Template(written) else { return written }
    return template.segments.map { segment in
      switch segment {
      case .text(let text): text
      case .reference(let reference):
        switch reference.part {
        case .message:
          self.text(of: "\(reference.subject).message", index(of: reference.subject).flatMap(message))
        case .value(let pointer): self.text(of: "\(reference.subject)\(pointer)", value(reference))
        }
      }
    }.joined()
  }

  private func text(of subject: String, _ value: RunValue?) -> String {
    switch value {
    case .known(let value): value.plainText
    case .opaque: "${\(subject)}"
    case nil: ""
    }
  }
}
