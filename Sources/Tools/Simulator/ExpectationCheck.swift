/// Compares runs with the expectations of their scenario.
package struct ExpectationCheck: Sendable {
  /// An expectation that does not hold.
  package struct Failure: Hashable, Sendable {
    /// Its place below `expect`.
    package var path: JSONPointer
    /// The expected outcome, in words.
    package var expected: String
    /// The actual outcome, in words.
    package var actual: String
    /// The first of many runs that violates it, counted from 0; nil for a single run, or if no run alone violates it.
    package var run: Int?

    package init(_ path: [String], expected: String, actual: String, run: Int? = nil) {
      self.path = JSONPointer(tokens: path)
      self.expected = expected
      self.actual = actual
      self.run = run
    }
  }

  package let expectation: Scenario.Expectation

  package init(_ expectation: Scenario.Expectation) {
    self.expectation = expectation
  }

  /// The expectations that one run violates, in the order of the documentation. Shares and figures are those of a
  /// single run.
  package func failures(in trace: Trace) -> [Failure] {
    let summary = TraceSummary(trace)
    return landingFailures(summary) + stepFailures(trace, summary) + orderFailures(trace)
  }

  /// The expectations that many runs violate. A distribution knows neither steps nor order nor notices of its runs, so
  /// expectations of these fail.
  package func failures(in distribution: Distribution) -> [Failure] {
    var found = pageFailures(
      distribution.shares.map { ($0.page, $0.share) },
      firstRun: { isAgainst in distribution.firstRun { page, _ in isAgainst(page) } })
    let figures = expectation.figures.isEmpty && expectation.within == nil ? [:] : distribution.figures
    let latest = figures[.max] ?? 0
    if let within = expectation.within, latest > within.nanoseconds {
      let share = distribution.share(within: within.nanoseconds)
      found.append(
        Failure(
          ["within"], expected: within.documentText,
          actual:
            "\(Duration.nanoseconds(latest).documentText) at the latest; a share of \(share) is within it",
          run: distribution.firstRun { $1 > within.nanoseconds }))
    }
    found += figureFailures(
      { .nanoseconds(figures[$0] ?? 0) },
      firstRun: { isAgainst in distribution.firstRun { isAgainst(.nanoseconds($1)) } })
    return found + singleRunFailures(runs: distribution.runs)
  }

  /// The expectations of a scenario that its runs violate; empty if it has none.
  package static func failures(of simulation: Simulation) -> [Failure] {
    let bound = simulation.scenario.runs == nil ? nil : simulation.plan.flow.hedges
    guard simulation.scenario.expect != nil || bound != nil else { return [] }
    let check = ExpectationCheck(simulation.scenario.expect ?? Scenario.Expectation())
    let seed = simulation.seed
    guard let runs = simulation.scenario.runs else {
      let run = simulation.run(seed: seed)
      return check.failures(in: run.trace) + check.startFailures(run) + Self.failures(of: run.stopped)
    }
    let distribution = simulation.distribution(runs: runs, seed: seed)
    return check.failures(in: distribution) + Self.failures(of: bound, in: distribution)
      + Self.failures(of: distribution.stopped)
  }

  /// The flow's own bound on hedging, if many runs violate it.
  package static func failures(of bound: Flow.Hedges?, in distribution: Distribution) -> [Failure] {
    guard let most = bound?.atMost, distribution.runs > 0 else { return [] }
    let share = Double(distribution.tally.hedged ?? 0) / Double(distribution.runs)
    guard share > most else { return [] }
    let first = distribution.landings.first { $0.isHedged }
    return [
      Failure(
        ["hedges"], expected: "a fallback beside a slow call in at most \(most) of the launches",
        actual: "\(share)", run: first.map { Int(clamping: $0.run) })
    ]
  }

  static func failures(of stopped: StoppedRun?) -> [Failure] {
    guard let stopped else { return [] }
    return [
      Failure([], expected: "a run that ends", actual: stopped.description, run: Int(clamping: stopped.run))
    ]
  }
}

extension Distribution {
  /// All figures that scenarios may bound, in nanoseconds.
  package var figures: [Scenario.Expectation.Figure: Int64] {
    let figures: [Scenario.Expectation.Figure] = [.p50, .p90, .p95, .p99, .max]
    let times = zip(figures, landings(at: LandingTally.shares)).map { ($0, $1.time) }
    return Dictionary(uniqueKeysWithValues: times + [(.mean, mean)])
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

  private func singleRunFailures(runs: Int) -> [Failure] {
    var parts: [(path: [String], expected: String)] = []
    if let degraded = expectation.degraded { parts.append((["degraded"], "\(degraded)")) }
    if let cancelled = expectation.cancelled { parts.append((["cancelled"], "\(cancelled)")) }
    if let notice = expectation.notice { parts.append((["notice"], Self.noticeText(notice))) }
    parts += expectation.steps.map { (["steps", $0.step], "a single run") }
    if !expectation.order.isEmpty { parts.append((["order"], expectation.order.joined(separator: ", "))) }
    let actual = "\(runs) runs; only page and time of each landing are recorded"
    return parts.map { Failure($0.path, expected: $0.expected, actual: actual) }
  }

  private static func noticeText(_ text: String) -> String {
    text.isEmpty ? "no notice" : "\"\(text)\""
  }

  /// - Parameter firstRun: Finds the first of many runs whose page satisfies a test.
  private func pageFailures(
    _ shares: [(page: String, share: Double)], firstRun: (_ where: (String?) -> Bool) -> Int? = { _ in nil }
  ) -> [Failure] {
    switch expectation.landing {
    case nil: return []
    case .anyOf(let pages):
      let expected = Set(pages)
      let others = shares.filter { $0.share > 0 && !expected.contains($0.page) }
      guard !others.isEmpty else { return [] }
      let actual = others.map { $0.share < 1 ? "\($0.page) with a share of \($0.share)" : $0.page }
      return [
        Failure(
          ["landing"], expected: pages.joined(separator: " or "), actual: actual.joined(separator: " and "),
          run: firstRun { page in page.map { !expected.contains($0) } ?? true })
      ]
    case .shares(let bounds):
      return bounds.compactMap { expected in
        let share = shares.first { $0.page == expected.page }?.share ?? 0
        guard !expected.bound.holds(for: share) else { return nil }
        let isTooMuch = expected.bound.isExceeded(by: share)
        return Failure(
          ["landing", expected.page],
          expected: "\(expected.bound.comparison.rawValue)\(expected.bound.value)", actual: "\(share)",
          run: firstRun { ($0 == expected.page) == isTooMuch })
      }
    }
  }

  /// - Parameter firstRun: Finds the first of many runs whose time satisfies a test.
  private func figureFailures(
    _ figure: (Scenario.Expectation.Figure) -> Duration,
    firstRun: (_ where: (Duration) -> Bool) -> Int? = { _ in nil }
  ) -> [Failure] {
    expectation.figures.compactMap { expected in
      let bound = expected.bound
      let actual = figure(expected.figure)
      guard !bound.holds(for: actual) else { return nil }
      let isTooLate = bound.isExceeded(by: actual)
      return Failure(
        [expected.figure.rawValue], expected: bound.comparison.rawValue + bound.value.documentText,
        actual: actual.documentText,
        run: firstRun { !bound.holds(for: $0) && bound.isExceeded(by: $0) == isTooLate })
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

  private func startFailures(_ first: SimulatedRun) -> [Failure] {
    guard let expected = expectation.starts else { return [] }
    let outcomes = first.starts.map(\.outcome)
    guard expected.map(\.outcome) == outcomes else {
      return [
        Failure(
          ["starts"], expected: Self.text(of: expected.map(\.outcome)), actual: Self.text(of: outcomes))
      ]
    }
    return zip(expected, first.starts).enumerated().compactMap { position, pair in
      let (expected, start) = pair
      guard let pages = expected.landing else { return nil }
      let actual = first.run(heldBy: start).flatMap { TraceSummary($0.trace).landing?.page }
      if let actual, pages.contains(actual) { return nil }
      return Failure(
        ["starts", String(position)], expected: pages.joined(separator: " or "), actual: actual ?? "no run")
    }
  }

  private static func text(of outcomes: [Scenario.StartOutcome]) -> String {
    outcomes.isEmpty ? "no further start" : outcomes.map(\.rawValue).joined(separator: ", ")
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
  package func holds(for actual: Value) -> Bool {
    switch comparison {
    case .atLeast: actual >= value
    case .atMost: actual <= value
    case .above: actual > value
    case .below: actual < value
    case .equal: actual == value
    }
  }

  /// Whether a value outside the bound is too large rather than too small.
  fileprivate func isExceeded(by actual: Value) -> Bool {
    switch comparison {
    case .atLeast, .above: false
    case .atMost, .below: true
    case .equal: actual > value
    }
  }
}
