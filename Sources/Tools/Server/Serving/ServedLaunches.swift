import LaunchFlowSimulator

/// A request, and the answer of a served scenario.
package struct ServedAnswer: Sendable {
  package enum Content: Sendable {
    case reply(CannedAnswer)
    /// The connection is reset, as in a broken network.
    case reset
    /// Nothing is sent until the client gives up.
    case hang
    /// No step of the flow sends this request.
    case unknown
    /// No HTTP answer was found for the scenario's outcome.
    case impossible
  }

  /// The method in capitals.
  package var method: String
  /// The path as sent, without query and fragment.
  package var path: String
  /// The number of the launch, from 1.
  package var launch: Int
  /// Nanoseconds since the launch's first request.
  package var time: Int64
  /// The step that sends the request; nil for a request of no step.
  package var step: String?
  /// The number of the step's attempt in this launch, from 1; attempts of a fallback have their own count.
  package var attempt: Int
  package var content: Content
  /// Nanoseconds from the request to the answer.
  package var delay: Int64
}

/// Plays a scenario against the requests of real launches. It has no clock: each request comes with its time.
///
/// A server does not know when a launch starts. A request that the launch cannot make any more, or one after
/// a quiet time, counts as the first one of the next launch, which plays the scenario's next run.
package struct ServedLaunches {
  private let plan: FlowPlan
  private let scenario: Scenario
  private let seed: UInt64
  /// The quiet time between two launches, in nanoseconds.
  private let quiet: Int64
  private let patterns: [RequestPattern]
  private var replies: ReplySearch
  private var script: ScenarioScript
  private var started: Int64 = 0
  private var busyUntil: Int64 = 0
  private var asked: [AttemptKey: Asked] = [:]
  package private(set) var launches = 0
  package private(set) var requests = 0
  package private(set) var unknownRequests = 0

  private struct AttemptKey: Hashable {
    var step: Int
    var origin: AttemptOrigin
  }

  private struct Asked {
    var count: Int
    /// The client's outcome of the last attempt.
    var outcome: FlowMachine.AttemptOutcome
  }

  /// - Throws: `InvalidScenario` if it names something that the flow does not have.
  package init(_ plan: FlowPlan, _ scenario: Scenario, seed: UInt64, quiet: Int64) throws(InvalidScenario) {
    self.plan = plan
    self.scenario = scenario
    self.seed = seed
    self.quiet = quiet
    patterns = RequestPattern.all(of: plan).sorted { $0.fixedLength > $1.fixedLength }
    replies = ReplySearch(plan)
    script = try ScenarioScript(plan, scenario, seed: seed, run: 0)
  }

  /// The server's own address. It replaces the addresses that answers contain for later requests.
  package var address: String? {
    get { replies.address }
    set { replies.address = newValue }
  }

  package var hasRequests: Bool { !patterns.isEmpty }

  /// - Parameters:
  ///   - path: The path as sent, without query.
  ///   - now: Nanoseconds on any clock that never goes back.
  package mutating func answer(_ method: String, _ path: String, at now: Int64) -> ServedAnswer {
    requests += 1
    let asking = beginLaunch(with: method, path, at: now)
    var served = ServedAnswer(
      method: method, path: path, launch: launches, time: now - started, attempt: 0, content: .unknown,
      delay: 0)
    guard let asking else {
      unknownRequests += 1
      return served
    }
    let key = AttemptKey(step: asking.step, origin: asking.origin)
    let number = (asked[key]?.count ?? 0) + 1
    let attempt = script.attempt(number, of: asking.step, asking.origin, at: now - started)
    served.step = plan.stepNames[asking.step]
    served.attempt = number
    served.delay = attempt.answer == nil ? 0 : attempt.takes
    served.content = content(attempt.answer, asking)
    let timeout = plan.clocks[asking.step].timeout
    let isLate = asking.origin == .own && timeout >= 0 && served.delay >= timeout
    asked[key] = Asked(
      count: number, outcome: isLate ? .failed(.timeout) : attempt.answer?.outcome ?? .failed(.timeout))
    // A client that waits as long as the server asks still belongs to this launch.
    let wait = attempt.answer?.codes?.retryAfter ?? 0
    busyUntil = max(busyUntil, now.plus(served.delay).plus(wait))
    return served
  }

  private mutating func content(_ answer: AttemptAnswer?, _ asking: RequestPattern) -> ServedAnswer.Content {
    switch answer?.outcome {
    // A client ends its own attempt at its time-out; a server can only let it wait.
    case nil, .failed(.timeout): return .hang
    case .failed(.network), .failed(.offline): return .reset
    default: break
    }
    guard let answer, let reply = replies.reply(answer, of: asking.step, asking.origin) else {
      return .impossible
    }
    return .reply(reply)
  }

  /// Begins the next launch if it is due, or if this one cannot make such a request any more. Returns the attempt that
  /// makes the request; nil for none. Of several possible ones, it is the first that this launch has not made yet.
  private mutating func beginLaunch(with method: String, _ path: String, at now: Int64) -> RequestPattern? {
    defer { busyUntil = max(busyUntil, now) }
    let fitting = patterns.filter { $0.method == method && $0.matches(path: path) }
    let best = fitting.filter { $0.fixedLength == fitting.first?.fixedLength }
    let isOver = launches == 0 || now - busyUntil > quiet
    if isOver || !best.isEmpty && !best.contains(where: isDue) { beginLaunch(at: now) }
    let due = best.filter(isDue)
    return due.first { asked[AttemptKey(step: $0.step, origin: $0.origin)] == nil } ?? due.first ?? best.first
  }

  private mutating func beginLaunch(at now: Int64) {
    // The scenario fitted at the beginning, so it fits now.
    if launches > 0, let next = try? ScenarioScript(plan, scenario, seed: seed, run: UInt64(launches)) {
      script = next
    }
    launches += 1
    started = now
    asked = [:]
  }

  /// Whether a launch may make an attempt after its earlier ones.
  private func isDue(_ pattern: RequestPattern) -> Bool {
    let clocks = plan.clocks[pattern.step]
    let isNew = asked[AttemptKey(step: pattern.step, origin: pattern.origin)] == nil
    guard let own = asked[AttemptKey(step: pattern.step, origin: .own)] else {
      return pattern.origin == .own || isNew && plan.request(of: pattern.step, origin: .own) == nil
    }
    var isRepeated = clocks.pollEvery >= 0
    if let error = own.outcome.errorClass, own.count < clocks.mostAttempts {
      isRepeated = isRepeated || clocks.retryClasses & error.bit != 0
    }
    if pattern.origin == .own { return isRepeated }
    // A mirror may be asked before the step's own answer.
    if clocks.hedges { return isNew }
    // The client decides whether the wait is too long.
    if case .deferred = own.outcome { return isNew }
    if case .succeeded = own.outcome { return false }
    return isNew && !isRepeated
  }
}
