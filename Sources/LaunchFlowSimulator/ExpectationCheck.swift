import LaunchFlowMachine
import LaunchFlowModel

/// Holds what a run came to against what its scenario expects.
public struct ExpectationCheck: Sendable {
  /// An expectation that does not hold.
  public struct Failure: Hashable, Sendable {
    /// Where it stands below `expect`.
    public var path: JSONPointer
    /// What was expected, in words.
    public var expected: String
    /// What came instead, in words.
    public var actual: String

    /// Reports an expectation that does not hold.
    public init(_ path: [String], expected: String, actual: String) {
      self.path = JSONPointer(tokens: path)
      self.expected = expected
      self.actual = actual
    }
  }

  /// What is expected.
  public let expectation: Scenario.Expectation

  /// Checks against an expectation.
  public init(_ expectation: Scenario.Expectation) {
    self.expectation = expectation
  }

  /// What does not hold in one run, in the order in which documents list it. Shares and figures are those of
  /// a single run.
  public func failures(in trace: Trace) -> [Failure] {
    let summary = TraceSummary(trace)
    return landingFailures(summary) + stepFailures(trace, summary) + orderFailures(trace)
  }

  /// What does not hold of many runs. Of single runs' parts (steps, order, notice) a distribution knows nothing,
  /// so that expecting them fails.
  public func failures(in distribution: Distribution) -> [Failure] {
    var found = pageFailures(distribution.shares.map { ($0.page, $0.share) })
    let latest = Duration.nanoseconds(distribution.time(at: 1))
    if let within = expectation.within, latest > within {
      found.append(Failure(["within"], expected: within.documentText, actual: latest.documentText))
    }
    found += figureFailures { .nanoseconds(distribution.time(of: $0)) }
    return found + untoldParts(runs: distribution.runs)
  }

  /// What does not hold of a scenario that expects something, in as many runs as it is for; nothing where it
  /// expects nothing.
  public static func failures(of simulation: Simulation) -> [Failure] {
    guard let expectation = simulation.scenario.expect else { return [] }
    let check = ExpectationCheck(expectation)
    let seed = simulation.scenario.seed ?? Simulation.defaultSeed
    guard let runs = simulation.scenario.runs else {
      return check.failures(in: simulation.run(seed: seed).trace)
    }
    return check.failures(in: simulation.distribution(runs: runs, seed: seed))
  }
}

extension Distribution {
  /// One of the figures that scenarios bound, in nanoseconds.
  public func time(of figure: Scenario.Expectation.Figure) -> Int64 {
    switch figure {
    case .mean: mean
    case .p50: time(at: 0.5)
    case .p90: time(at: 0.9)
    case .p95: time(at: 0.95)
    case .p99: time(at: 0.99)
    case .max: time(at: 1)
    }
  }
}

extension ExpectationCheck {
  private func landingFailures(_ summary: TraceSummary) -> [Failure] {
    guard let landing = summary.landing, let time = summary.landedAt else {
      return [Failure(["landing"], expected: "a landing", actual: "none")]
    }
    var found = pageFailures([(landing.page, 1)])
    if let within = expectation.within, time > within.nanoseconds {
      found.append(
        Failure(
          ["within"], expected: within.documentText, actual: Duration.nanoseconds(time).documentText))
    }
    if let degraded = expectation.degraded, degraded != landing.isDegraded {
      found.append(Failure(["degraded"], expected: "\(degraded)", actual: "\(landing.isDegraded)"))
    }
    if let cancelled = expectation.cancelled, cancelled != landing.isCancelled {
      found.append(Failure(["cancelled"], expected: "\(cancelled)", actual: "\(landing.isCancelled)"))
    }
    if let notice = expectation.notice, notice != landing.notice?.text ?? "" {
      found.append(
        Failure(
          ["notice"], expected: Self.noticeText(notice), actual: Self.noticeText(landing.notice?.text ?? "")))
    }
    return found + figureFailures { _ in .nanoseconds(time) }
  }

  private func untoldParts(runs: Int) -> [Failure] {
    var parts: [(path: [String], expected: String)] = []
    if let degraded = expectation.degraded { parts.append((["degraded"], "\(degraded)")) }
    if let cancelled = expectation.cancelled { parts.append((["cancelled"], "\(cancelled)")) }
    if let notice = expectation.notice { parts.append((["notice"], Self.noticeText(notice))) }
    parts += expectation.steps.map { (["steps", $0.step], "a single run") }
    if !expectation.order.isEmpty { parts.append((["order"], expectation.order.joined(separator: ", "))) }
    return parts.map { Failure($0.path, expected: $0.expected, actual: "not told of \(runs) runs") }
  }

  private static func noticeText(_ text: String) -> String {
    text.isEmpty ? "no notice" : "\"\(text)\""
  }

  /// What does not hold of the pages, given each with its share of the runs.
  func pageFailures(_ shares: [(page: String, share: Double)]) -> [Failure] {
    switch expectation.landing {
    case nil: return []
    case .anyOf(let pages):
      let others = shares.filter { $0.share > 0 && !pages.contains($0.page) }.map(\.page)
      guard !others.isEmpty else { return [] }
      return [
        Failure(
          ["landing"], expected: pages.joined(separator: " or "), actual: others.joined(separator: " and "))
      ]
    case .shares(let bounds):
      return bounds.compactMap { expected in
        let share = shares.first { $0.page == expected.page }?.share ?? 0
        guard !expected.bound.holds(for: share) else { return nil }
        return Failure(
          ["landing", expected.page],
          expected: "\(expected.bound.comparison.rawValue)\(expected.bound.value)", actual: "\(share)")
      }
    }
  }

  /// What does not hold of the landing times.
  func figureFailures(_ figure: (Scenario.Expectation.Figure) -> Duration) -> [Failure] {
    expectation.figures.compactMap { expected in
      let actual = figure(expected.figure)
      guard !expected.bound.holds(for: actual) else { return nil }
      return Failure(
        [expected.figure.rawValue],
        expected: expected.bound.comparison.rawValue + expected.bound.value.documentText,
        actual: actual.documentText)
    }
  }

  private func stepFailures(_ trace: Trace, _ summary: TraceSummary) -> [Failure] {
    expectation.steps.flatMap { expected -> [Failure] in
      let path = ["steps", expected.step]
      guard let index = trace.steps.firstIndex(where: { $0.name == expected.step }) else {
        return [Failure(path, expected: "a step", actual: "no step of this name")]
      }
      let step = summary.steps[index]
      var found: [Failure] = []
      if let words = expected.outcome, !words.contains(where: { Self.matches($0, step.settlement) }) {
        found.append(
          Failure(path, expected: words.joined(separator: " or "), actual: Self.outcome(step.settlement)))
      }
      if let source = expected.source, source != step.settlement?.source {
        let actual = step.settlement?.source?.rawValue ?? "none"
        found.append(Failure(path + ["source"], expected: source.rawValue, actual: actual))
      }
      if let attempts = expected.attempts, attempts != step.attempts.count {
        found.append(Failure(path + ["attempts"], expected: "\(attempts)", actual: "\(step.attempts.count)"))
      }
      return found
    }
  }

  private static func matches(_ word: String, _ settlement: Trace.Settlement?) -> Bool {
    guard let settlement else { return false }
    switch StatusGroup(rawValue: word) {
    case .settled: return true
    case .available: return settlement.status.isAvailable
    case .unavailable: return !settlement.status.isAvailable
    case nil: return word == settlement.status.rawValue || word == settlement.name
    }
  }

  private static func outcome(_ settlement: Trace.Settlement?) -> String {
    guard let settlement else { return "not settled" }
    return settlement.status.rawValue + (settlement.name.map { " (\($0))" } ?? "")
  }

  private func orderFailures(_ trace: Trace) -> [Failure] {
    let wanted = Set(expectation.order)
    let settled = trace.events.compactMap { event -> String? in
      guard case .settled(let step, _) = event.kind, trace.steps.indices.contains(step) else { return nil }
      return trace.steps[step].name
    }.filter(wanted.contains)
    guard settled != expectation.order else { return [] }
    return [
      Failure(
        ["order"], expected: expectation.order.joined(separator: ", "),
        actual: settled.joined(separator: ", "))
    ]
  }
}

extension Scenario.Expectation.Bound where Value: Comparable {
  /// Whether a value is within the bound.
  public func holds(for actual: Value) -> Bool {
    switch comparison {
    case .atLeast: actual >= value
    case .atMost: actual <= value
    case .above: actual > value
    case .below: actual < value
    case .equal: actual == value
    }
  }
}
