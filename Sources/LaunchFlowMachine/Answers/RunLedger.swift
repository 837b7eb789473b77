import LaunchFlowModel

/// A message that a refusal carried.
public enum StepMessage: Hashable, Sendable {
  case known(String)
  /// A simulation knows only that there is one.
  case opaque
}

/// What an attempt brought back, told apart: what the machine is told of it, and what it leaves to the driver.
public struct AttemptAnswer: Hashable, Sendable {
  /// How the attempt ended, for the machine.
  public var outcome: FlowMachine.AttemptOutcome
  /// The value of a success.
  public var value: RunValue?
  /// The message of a refusal.
  public var message: StepMessage?

  /// An answer with what it carries.
  public init(_ outcome: FlowMachine.AttemptOutcome, value: RunValue? = nil, message: StepMessage? = nil) {
    self.outcome = outcome
    self.value = value
    self.message = message
  }

  /// An answer as the plan has read it.
  public init(_ reading: AnswerReading) {
    self.init(
      reading.outcome, value: reading.value.map(RunValue.known),
      message: reading.message.map(StepMessage.known))
  }
}

/// The values and messages of a run's steps, which the machine does not hold: a driver tells it each answer
/// and each effect, and reads from it what references and notices refer to.
public struct RunLedger: Sendable {
  /// The plan whose run it accounts for.
  public let plan: FlowPlan
  /// The inputs, in file order.
  public let inputs: [JSONValue]
  /// What the caches held at the start, in file order.
  public let caches: [CachedValue?]
  /// By step: the value that it settled with, or a fresher one from its late work.
  public private(set) var values: [RunValue?]
  /// By step: the message that it settled failed with.
  public private(set) var messages: [StepMessage?]
  private var pending: [RunValue?]

  /// A ledger for a run's start.
  public init(_ plan: FlowPlan, inputs: [JSONValue], caches: [CachedValue?]) {
    self.plan = plan
    self.inputs = inputs
    self.caches = caches
    values = plan.stepNames.map { _ in nil }
    messages = plan.stepNames.map { _ in nil }
    pending = plan.stepNames.map { _ in nil }
  }

  /// Notes an answer, before the machine is told of it. It must not be a stale one.
  public mutating func note(_ answer: AttemptAnswer, of step: Int) {
    pending[step] = answer.value
    if let message = answer.message { messages[step] = message }
  }

  /// Follows an effect of the machine.
  public mutating func follow(_ effect: FlowMachine.Effect) {
    switch effect {
    case .startAttempt(let step, _, .own): messages[step] = nil
    case .settled(let step, let settlement):
      if settlement.status != .failed { messages[step] = nil }
      values[step] = value(settlement.value, of: step)
    case .refreshed(let step, _): values[step] = pending[step]
    default: break
    }
  }

  /// The value of the newest answer to a step, settled or not.
  public func pendingValue(of step: Int) -> RunValue? {
    pending[step]
  }

  private func value(_ origin: FlowMachine.ValueOrigin, of step: Int) -> RunValue? {
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

  /// What an attempt's reference stands for; nil where there is nothing.
  public func value(of reference: Template.Reference) -> RunValue? {
    plan.value(of: reference, inputs: inputs) { values[$0] }
  }

  /// A landing rule's notice with its references filled in: a missing part is empty, and an empty notice is
  /// none. What is opaque stands as it was written.
  public func notice(ofRule rule: Int) -> Flow.Notice? {
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
