/// The landing of a run, with the values of its steps.
public struct FlowLanding: Sendable {
  /// The page.
  public let page: String
  /// The message for the user, if any.
  public let notice: FlowNotice?
  /// Whether an `http` or `action` step failed, timed out or was recovered before the landing.
  public let isDegraded: Bool
  /// Whether the run was cancelled.
  public let isCancelled: Bool
  /// The time from the start to the landing.
  public let time: Duration
  /// The value for the page: the rule's `with`, filled in. Nil without one, or if a reference that is not optional has
  /// no value.
  public var input: JSONValue? { values.landingInput }

  /// By index: the steps that had settled by the landing.
  private let steps: [SettledStep?]
  private let values: RunValues

  init(
    _ page: String, isDegraded: Bool, isCancelled: Bool, time: Duration, steps: [SettledStep?],
    _ values: RunValues
  ) {
    self.values = values
    self.page = page
    notice = values.notice.map {
      FlowNotice(text: $0.filled.text, style: $0.filled.style, code: nil, codes: nil)
    }
    self.isDegraded = isDegraded
    self.isCancelled = isCancelled
    self.time = time
    self.steps = steps
  }

  /// A settled step; nil for a step that was open at the landing.
  public subscript(step: String) -> SettledStep? {
    values.plan.index(of: step).flatMap { steps[$0] }
  }

  /// A step's value as one of the app's own types; nil if the step is not available.
  ///
  /// - Throws: `DecodingError`; `UnknownStep` if the flow has no such step.
  public func value<Value: Decodable>(of step: String, as type: Value.Type) throws -> Value? {
    let plan = values.plan
    guard let index = plan.index(of: step) else { throw UnknownStep(step: step, flow: plan.flow.name) }
    return try steps[index]?.value?.decoded(as: type)
  }
}

extension FlowLanding {
  /// The value for the page as one of the app's own types; nil for none.
  ///
  /// - Throws: `DecodingError`.
  public func input<Value: Decodable>(as type: Value.Type) throws -> Value? {
    try input?.decoded(as: type)
  }
}

/// The error about the value of a step that the flow does not have.
package struct UnknownStep: Error, Hashable, Sendable, CustomStringConvertible {
  package let step: String
  package let flow: String

  package var description: String { "the flow \(flow) has no step \"\(step)\"" }
}

/// A step that has settled, with its value.
public struct SettledStep: Sendable {
  /// The step's name.
  public let name: String
  /// The step's status.
  public let status: Status
  /// The name of the result or failure.
  public let result: String?
  /// The value; nil if the step is not available.
  public let value: JSONValue?
  /// The source of the value.
  public let source: Source?
  /// The age of a cached value at the run's start.
  public let age: Duration?
  /// The server's last codes, for a failed step.
  public let codes: AnswerCodes?
}

extension SettledStep {
  init(_ step: Int, _ settlement: FlowMachine.Settlement, _ origin: ValueOrigin, _ values: RunValues) {
    let plan = values.plan
    name = plan.stepNames[step]
    status = settlement.status
    result = plan.name(settlement.name, of: step)
    if case .known(let known) = values.steps[step].settled { value = known } else { value = nil }
    source = settlement.source
    let cache = settlement.source == .cache ? plan.cache(of: step, origin) : nil
    age = cache.flatMap { values.caches[$0]?.age }.map { .nanoseconds($0) }
    codes = values.steps[step].codes
  }
}
