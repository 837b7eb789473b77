import LaunchFlowModel

/// The real values and messages of a run's steps, with what the run knew at its start.
package struct RunValues: Sendable {
  package let plan: FlowPlan
  /// By input, in file order.
  package let inputs: [JSONValue]
  /// By cache, in file order: its content at the start of the run.
  package let caches: [CachedValue?]
  package private(set) var steps: StepValues
  /// The notice of the landing; nil before it, and where there is nothing to show.
  package private(set) var notice: ShownNotice?

  /// Starts a run, in which no step has a value yet.
  package init(_ plan: FlowPlan, inputs: [JSONValue], caches: [CachedValue?]) {
    self.plan = plan
    self.inputs = inputs
    self.caches = caches
    steps = StepValues(steps: plan.steps.count)
  }

  /// Keeps an answer. Called before the machine takes it, and never with a stale one.
  package mutating func note(_ answer: AttemptAnswer, of step: Int) {
    steps.note(answer, of: step)
  }

  /// Updates values and messages by an effect of the machine.
  package mutating func follow(_ effect: FlowMachine.Effect) {
    var local: RunValue?
    if case .settled(let step, _, let origin) = effect { local = plan.localValue(step, origin, caches) }
    steps.follow(effect, local: local)
    if case .landed(let rule, _, _) = effect {
      notice = plan.notice(ofRule: rule, without: steps.withheldNotices, value: value) { steps.messages[$0] }
    }
  }

  /// The value that a reference of an attempt finds; nil for none.
  package func value(of reference: Template.Reference) -> RunValue? {
    plan.value(of: reference, inputs: inputs) { steps.settled[$0] }
  }

  /// The codes behind a landing: of the first failed step that the rule's notice or condition names and that a server
  /// answered.
  package func codes(ofRule rule: Int) -> AnswerCodes? {
    let landing = plan.flow.landings[rule]
    let written = notice?.written
    let references = written.flatMap { try? Template($0.text) }?.references ?? []
    let subjects =
      references.map { $0.subject } + (written?.when?.subjects ?? []) + (landing.when?.subjects ?? [])
    return subjects.lazy.compactMap { plan.index(of: $0).flatMap { steps.codes[$0] } }.first
  }
}

/// The notice that a landing shows.
package struct ShownNotice: Equatable, Sendable {
  /// As its author wrote it.
  package var written: Flow.Notice
  /// With its references filled in.
  package var filled: Flow.Notice
}

extension FlowPlan {
  /// The constant or the cached value of a step or of its fallback.
  fileprivate func localValue(_ step: Int, _ origin: ValueOrigin, _ caches: [CachedValue?]) -> RunValue? {
    if let cache = cache(of: step, origin) { return caches[cache]?.value }
    switch origin {
    case .own: if case .value(let constant) = documents[step].work { return .known(constant) }
    case .fallback(let index):
      if case .value(let constant) = documents[step].fallback[Int(index)] { return .known(constant) }
    case .none, .attempt: break
    }
    return nil
  }

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

  /// The first notice of a landing rule that may be shown and is not empty.
  ///
  /// - Parameters:
  ///   - withheld: The places of those that may not be shown.
  ///   - value: The value that a reference finds; nil for none.
  ///   - message: The message of a step's refusal; nil for none.
  package func notice(
    ofRule rule: Int, without withheld: [Int], value: (Template.Reference) -> RunValue?,
    message: (Int) -> StepMessage?
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

  /// A text with its references filled in. A missing value leaves its place empty. An opaque one leaves its reference
  /// as written.
  private func filled(
    _ written: String, value: (Template.Reference) -> RunValue?, message: (Int) -> StepMessage?
  ) -> String {
    guard let template = try? Template(written) else { return written }
    return template.segments.map { segment in
      switch segment {
      case .text(let text): text
      case .reference(let reference):
        switch reference.part {
        case .message: self.text(of: reference.subject, index(of: reference.subject).flatMap(message))
        case .value(let pointer): self.text(of: "\(reference.subject)\(pointer)", value(reference))
        }
      }
    }.joined()
  }

  private func text(of subject: String, _ message: StepMessage?) -> String {
    switch message {
    case .known(let message): message
    case .opaque: "${\(subject).message}"
    case nil: ""
    }
  }

  private func text(of subject: String, _ value: RunValue?) -> String {
    switch value {
    case .known(let value): value.plainText
    case .opaque: "${\(subject)}"
    case nil: ""
    }
  }
}
