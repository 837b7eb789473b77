/// Where a run has landed, with the values behind it.
public struct FlowLanding: Sendable {
  /// The page.
  public let page: String
  /// What to tell the user, if anything.
  public let notice: Flow.Notice?
  /// Whether some step had by then been recovered, failed or timed out.
  public let isDegraded: Bool
  /// Whether the run was cancelled.
  public let isCancelled: Bool
  /// How long the launch took.
  public let time: Duration

  /// By step: what it has settled with, until the landing.
  private let steps: [String: SettledStep]

  init(_ landing: Trace.Landing, notice: Flow.Notice?, time: Duration, steps: [String: SettledStep]) {
    page = landing.page
    self.notice = notice
    isDegraded = landing.isDegraded
    isCancelled = landing.isCancelled
    self.time = time
    self.steps = steps
  }

  /// What a step has settled with; nil for one that was still open at the landing.
  public subscript(step: String) -> SettledStep? { steps[step] }

  /// A step's value as a type of the app's own; nil where the step is not available.
  ///
  /// - Throws: `DecodingError`.
  public func value<Value: Decodable>(of step: String, as type: Value.Type) throws -> Value? {
    try steps[step]?.value?.decoded(as: type)
  }
}

/// How a step has settled, with its value.
public struct SettledStep: Sendable {
  /// How it settled.
  public let status: Status
  /// Its result's or failure's name.
  public let result: String?
  /// Its value; nil where it is not available.
  public let value: JSONValue?
  /// Where its value came from.
  public let source: Source?
  /// How old a cached value was at the run's start.
  public let age: Duration?
}

/// A value that late work has brought after its step had settled with another.
public struct RefreshedValue: Sendable {
  /// The step.
  public let step: String
  /// The live value.
  public let value: JSONValue
}

/// Something to tell the user.
public struct FlowNotice: Hashable, Sendable {
  /// What to say.
  public let text: String
  /// How to show it.
  public let style: Flow.Notice.Style
  /// The name of the failure that it belongs to; nil for the landing's own.
  public let code: String?
}
