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
  /// How long the launch took.
  public let time: Duration

  /// By index: the steps that had settled by the landing.
  private let steps: [SettledStep?]
  private let plan: FlowPlan

  init(
    _ landing: Trace.Landing, notice: Flow.Notice?, time: Duration, steps: [SettledStep?],
    plan: FlowPlan
  ) {
    self.plan = plan
    page = landing.page
    self.notice = notice.map { FlowNotice(text: $0.text, style: $0.style, code: nil, codes: nil) }
    isDegraded = landing.isDegraded
    isCancelled = landing.isCancelled
    self.time = time
    self.steps = steps
  }

  /// A step as it settled; nil for one that was open at the landing.
  public subscript(step: String) -> SettledStep? { plan.index(of: step).flatMap { steps[$0] } }

  /// A step's value as a type of the app's own; nil where the step is not available.
  ///
  /// - Throws: `DecodingError`; `UnknownStep` if the flow has no such step.
  public func value<Value: Decodable>(of step: String, as type: Value.Type) throws -> Value? {
    guard let index = plan.index(of: step) else { throw UnknownStep(step: step, flow: plan.flow.name) }
    return try steps[index]?.value?.decoded(as: type)
  }
}

/// The value of a step was asked for, and the flow has no such step.
package struct UnknownStep: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name that was asked for.
  package let step: String
  /// The flow's name.
  package let flow: String

  /// One sentence for people.
  package var description: String { "the flow \(flow) has no step \"\(step)\"" }
}

/// A step that has settled, with its value.
public struct SettledStep: Sendable {
  /// Its name.
  public let name: String
  /// The status with which it settled.
  public let status: Status
  /// Its result's or failure's name.
  public let result: String?
  /// Its value; nil where it is not available.
  public let value: JSONValue?
  /// The source of its value.
  public let source: Source?
  /// The age of a cached value at the run's start.
  public let age: Duration?
  /// What the server last said in codes, of a step that failed.
  public let codes: AnswerCodes?
}
