import LaunchFlow
import LaunchFlowTimeline

/// The report of a tested launch.
public struct LaunchReport: Sendable, CustomStringConvertible {
  /// The outcome of a step.
  public struct Step: Hashable, Sendable, CustomStringConvertible {
    /// The status; nil if the step never settled.
    public var status: Status?
    /// The name of the result or failure.
    public var result: String?
    /// The source of the value.
    public var source: Source?
    /// The number of attempts, including those of remote fallbacks.
    public var attempts: Int
    /// The time of settling, since the start.
    public var time: Duration?

    /// The known parts in one line.
    public var description: String {
      let ended = time.map { "after \($0.documentText)" }
      return [status?.rawValue ?? "open", result, source.map { "from \($0.rawValue)" }, ended]
        .compactMap(\.self).joined(separator: " ")
    }
  }

  /// The page of the landing; nil if the run never landed.
  public let page: String?
  /// The time from the start to the landing, in virtual time; nil if the run never landed.
  public let time: Duration?
  /// Whether an `http` or `action` step failed, timed out or was recovered before the landing.
  public let isDegraded: Bool
  /// Whether the run was cancelled.
  public let isCancelled: Bool
  /// The message for the user, if any.
  public let notice: FlowNotice?
  /// The landing that the app gets, with the values of the steps; nil for none.
  public let landing: FlowLanding?
  /// The requests, in the order of sending. Requests with values that the scenario leaves open are missing.
  public let requests: [SentRequest]
  /// The contents of the caches at the end, by name.
  public let caches: [String: JSONValue]
  /// Problems that make the test unreliable, such as handlers that left virtual time. Empty for none.
  public let problems: [String]
  /// The expectations of the scenario that do not hold, one sentence each.
  public let failures: [String]
  /// The trace of the run.
  public let trace: Trace
  private let steps: [String: Step]

  /// A step; nil if the flow has no such step.
  public subscript(step: String) -> Step? { steps[step] }

  /// The names of the steps in the order in which they settled.
  public var order: [String] {
    trace.events.compactMap { event in
      if case .settled(let step, _) = event.kind { trace.steps[step].name } else { nil }
    }
  }

  /// The run as a text picture, 100 columns wide.
  public var timeline: String {
    Picture(PicturedRun(trace, notice: notice?.text ?? "")).text()
  }

  /// The landing in one line, with the number of problems.
  public var description: String {
    var words = page.map { "\($0) after \(time?.documentText ?? "?")" } ?? "no landing"
    if isDegraded { words += ", degraded" }
    if isCancelled { words += ", cancelled" }
    if !failures.isEmpty { words += ", \(failures.joined(separator: "; "))" }
    return problems.isEmpty ? words : words + ". " + problems.joined(separator: " ")
  }

  init(
    plan: FlowPlan, trace: Trace, landing: FlowLanding?, requests: [SentRequest], caches: [String: JSONValue],
    problems: [String], expect: Scenario.Expectation?
  ) {
    let summary = TraceSummary(trace)
    self.trace = trace
    self.landing = landing
    page = summary.landing?.page
    time = summary.landedAt.map { .nanoseconds($0) }
    isDegraded = summary.landing?.isDegraded ?? false
    isCancelled = summary.landing?.isCancelled ?? false
    notice = landing?.notice
    self.requests = requests
    self.caches = caches
    self.problems = problems
    failures =
      expect.map { expectation in
        ExpectationCheck(expectation).failures(in: trace).map {
          "\($0.path) is \($0.actual), expected \($0.expected)"
        }
      } ?? []
    let settled = zip(trace.steps, summary.steps).map { step, past in
      let settlement = past.settlement
      return (
        step.name,
        Step(
          status: settlement?.status, result: settlement?.name, source: settlement?.source,
          attempts: past.attempts.count, time: past.end.map { .nanoseconds($0) })
      )
    }
    steps = Dictionary(settled) { first, _ in first }
  }
}

/// A request that a tested launch has sent.
public struct SentRequest: Hashable, Sendable, CustomStringConvertible {
  /// The step.
  public var step: String
  /// The attempt's number, from 1.
  public var attempt: Int
  /// The time of sending, since the start.
  public var time: Duration
  /// The request, with its values.
  public var request: HTTPRequest

  /// Method and address in one line.
  public var description: String {
    "\(request.method) \(request.url) of \(step) after \(time.documentText)"
  }
}

/// The arguments of a closure that answers a request.
public struct RequestContext: Sendable {
  /// The step that sends it.
  public let step: String
  /// The attempt's number, from 1.
  public let attempt: Int
  /// The clock of the run. Waiting by it takes no real time.
  public let clock: any Clock<Duration>

  /// Never answers.
  ///
  /// - Throws: `CancellationError` once the attempt is over.
  public func hang() async throws {
    while true { try await clock.sleep(for: .seconds(86_400)) }
  }
}

extension HTTPResponse {
  /// An answer with a JSON body.
  public static func json(_ body: JSONValue, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(body.text().utf8)
    )
  }
}

extension Scenario {
  /// The scenario with another behaviour of a step, which takes this time.
  public func with(_ step: String, _ outcome: Outcome, after takes: Duration = .zero) -> Scenario {
    var changed = Scenario()
    changed.steps = [StepBehaviours(step, [Behaviour(takes: .fixed(takes), outcome: outcome)])]
    return overlaid(by: changed)
  }

  /// The scenario with a value of an input.
  public func with(input: String, _ value: JSONValue) -> Scenario {
    var changed = Scenario()
    changed.inputs = [Flow.NamedValue(input, value)]
    return overlaid(by: changed)
  }

  /// The scenario with a value in a cache; nil empties it.
  public func with(cache: String, _ value: JSONValue?, age: Duration = .zero) -> Scenario {
    var changed = Scenario()
    changed.caches = [CachedValue(cache, value, age: age)]
    return overlaid(by: changed)
  }

  private func overlaid(by changed: Scenario) -> Scenario {
    var merged = changed.over(self)
    (merged.name, merged.summary) = (name, summary)
    return merged
  }
}
