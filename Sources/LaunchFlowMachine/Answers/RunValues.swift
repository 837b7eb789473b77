import LaunchFlowModel

/// The message of a refusal.
package enum StepMessage: Hashable, Sendable {
  case known(String)
  /// There is one; a simulation does not know its text.
  case opaque
}

/// An answer as its step understands it: the outcome for the machine, the rest for the driver.
package struct AttemptAnswer: Hashable, Sendable {
  /// How the attempt ended.
  package var outcome: FlowMachine.AttemptOutcome
  /// The value of a success.
  package var value: RunValue?
  /// The message of a refusal.
  package var message: StepMessage?
  /// What the server said in codes.
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

  package init(_ reading: AnswerReading) {
    self.init(
      reading.outcome, value: reading.value.map(RunValue.known),
      message: reading.message.map(StepMessage.known), codes: reading.codes)
  }
}

/// The values and messages of a run's steps. The machine holds none of them.
///
/// A driver hands in each answer and each effect, and reads the values of references and notices.
package struct RunValues: Sendable {
  package let plan: FlowPlan
  /// By input, in file order.
  package let inputs: [JSONValue]
  /// By cache, in file order: its content at the start of the run.
  package let caches: [CachedValue?]
  /// By step: the value that it settled with, or the fresher one of its late work.
  package private(set) var settled: [RunValue?]
  /// By step: the message of the refusal that it failed with.
  package private(set) var messages: [StepMessage?]
  /// By step: what the server last said in codes, of a step that failed.
  package private(set) var codes: [AnswerCodes?]
  /// By step: the value of its newest answer, settled or not.
  private var pending: [RunValue?]

  /// Starts a run, in which no step has a value yet.
  package init(_ plan: FlowPlan, inputs: [JSONValue], caches: [CachedValue?]) {
    self.plan = plan
    self.inputs = inputs
    self.caches = caches
    settled = plan.stepNames.map { _ in nil }
    messages = plan.stepNames.map { _ in nil }
    codes = plan.stepNames.map { _ in nil }
    pending = plan.stepNames.map { _ in nil }
  }

  /// Keeps an answer. Called before the machine takes it, and never with a stale one.
  package mutating func note(_ answer: AttemptAnswer, of step: Int) {
    pending[step] = answer.value
    if let message = answer.message { messages[step] = message }
    if let codes = answer.codes { self.codes[step] = codes }
  }

  /// Updates values and messages by an effect of the machine.
  package mutating func follow(_ effect: FlowMachine.Effect) {
    switch effect {
    case .startAttempt(let step, _, .own): forgetRefusal(of: step)
    case .settled(let step, let settlement, let origin):
      if settlement.status != .failed { forgetRefusal(of: step) }
      settled[step] = value(origin, of: step)
    case .refreshed(let step, _): settled[step] = pending[step]
    default: break
    }
  }

  private mutating func forgetRefusal(of step: Int) {
    messages[step] = nil
    codes[step] = nil
  }

  /// The value of the newest answer to a step, settled or not.
  package func pendingValue(of step: Int) -> RunValue? {
    pending[step]
  }

  private func value(_ origin: ValueOrigin, of step: Int) -> RunValue? {
    let document = plan.documents[step]
    switch origin {
    case .none: return nil
    case .attempt: return pending[step]
    case .own:
      switch document.work {
      case .value(let constant): return .known(constant)
      case .cache: return cached(by: plan.steps[step].reader)
      case .http, .action, .group: return nil
      }
    case .fallback(let index):
      switch document.fallback[Int(index)] {
      case .value(let constant): return .known(constant)
      case .cache: return cached(by: plan.fallback(Int(index), of: step).reader)
      case .http, .action: return nil
      }
    }
  }

  private func cached(by reader: Int32) -> RunValue? {
    caches[Int(plan.readers[Int(reader)].cache)]?.value
  }

  /// The value that a reference of an attempt finds; nil for none.
  package func value(of reference: Template.Reference) -> RunValue? {
    plan.value(of: reference, inputs: inputs) { settled[$0] }
  }

  /// The notice of a landing rule with its references filled in; nil if it is empty.
  ///
  /// A missing value leaves its place empty. An opaque one leaves its reference as written.
  package func notice(ofRule rule: Int) -> Flow.Notice? {
    guard let written = plan.flow.landings[rule].notice else { return nil }
    guard let template = try? Template(written.text) else { return written }
    let text = template.segments.map { segment in
      switch segment {
      case .text(let text): text
      case .reference(let reference): self.text(reference)
      }
    }.joined()
    return text.isEmpty ? nil : Flow.Notice(text, style: written.style)
  }

  /// The codes behind a landing: of the first failed step that the rule's notice or condition names and that a server
  /// answered.
  package func codes(ofRule rule: Int) -> AnswerCodes? {
    let landing = plan.flow.landings[rule]
    let references = landing.notice.flatMap { try? Template($0.text) }?.references ?? []
    let subjects = references.map(\.subject) + (landing.when?.subjects ?? [])
    return subjects.lazy.compactMap { plan.index(of: $0).flatMap { codes[$0] } }.first
  }

  private func text(_ reference: Template.Reference) -> String {
    switch reference.part {
    case .message:
      switch plan.index(of: reference.subject).flatMap({ messages[$0] }) {
      case .known(let message): return message
      case .opaque: return "${\(reference.subject).message}"
      case nil: return ""
      }
    case .value(let pointer):
      switch value(of: reference) {
      case .known(let value): return value.plainText
      case .opaque: return "${\(reference.subject)\(pointer)}"
      case nil: return ""
      }
    }
  }
}

extension FlowPlan {
  /// The value that a reference finds; nil for none.
  ///
  /// - Parameters:
  ///   - inputs: By input, in file order.
  ///   - valueOfStep: The value of a step, by its index; nil for none.
  package func value(
    of reference: Template.Reference, inputs: [JSONValue], _ valueOfStep: (Int) -> RunValue?
  ) -> RunValue? {
    guard case .value(let pointer) = reference.part else { return nil }
    let whole: RunValue?
    if let input = flow.inputs.firstIndex(where: { $0.name == reference.subject }) {
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
}
