/// Numbers, durations and lists lie within their ranges.
enum BadValue: Rule {
  static let code = DiagnosticCode.badValue
  /// What a step is tried at the most.
  private static let mostAttempts = 1000
  /// Bounds the work of a run.
  private static let mostRounds = 100_000

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    let document = flow.flow
    check(document.deadline, at: { JSONPointer(tokens: ["deadline"]) }, &report)
    check(document.defaults.timeout, at: { JSONPointer(tokens: ["defaults", "timeout"]) }, &report)
    for cache in document.caches {
      check(cache.maxAge, at: { JSONPointer(tokens: ["caches", cache.name, "maxAge"]) }, &report)
    }
    for lane in document.lanes where lane.capacity < 1 {
      report.add("a lane has a capacity of at least 1", at: JSONPointer(tokens: ["lanes", lane.name]))
    }
    if !flow.doubts.names.contains(.inputs) {
      for input in document.inputs { check(input, &report) }
    }
    for service in document.services {
      let path = JSONPointer(tokens: ["services", service.name, "failures"])
      for failure in service.failures { check(failure.when, at: { path / failure.name }, &report) }
    }
    for (position, promise) in document.promises.enumerated() {
      guard case .within(let duration) = promise else { continue }
      check(duration, at: { JSONPointer(tokens: ["promises", String(position), "within"]) }, &report)
    }
    for (index, step) in flow.steps.enumerated() {
      check(step, { flow.path(of: index) }, &report)
    }
  }

  private static func check(_ input: Flow.Input, _ report: inout RuleReport) {
    let path = JSONPointer(tokens: ["inputs", input.name])
    var unrestricted = input
    unrestricted.values = []
    for (position, value) in input.values.enumerated() {
      if let problem = unrestricted.problem(with: value) {
        report.add(problem, at: path / "values" / position)
      }
    }
    if let value = input.defaultValue, let problem = input.problem(with: value) {
      report.add(problem, at: path / "default")
    }
  }

  private static func check(_ step: Flow.Step, _ path: () -> JSONPointer, _ report: inout RuleReport) {
    check(step.timeout, at: { path() / "timeout" }, &report)
    check(step.deadline, at: { path() / "deadline" }, &report)
    check(step.useFallbackAfter, at: { path() / "useFallbackAfter" }, &report)
    for (position, fallback) in step.fallback.enumerated() {
      switch fallback {
      case .http(_, let timeout), .action(_, let timeout):
        check(timeout, at: { path() / "fallback" / position / "timeout" }, &report)
      case .cache, .value: break
      }
    }
    if let retry = step.retry { check(retry, at: path() / "retry", &report) }
    if let poll = step.poll { check(poll, until: step.deadline, at: path() / "poll", &report) }
    for failure in step.failures { check(failure.when, at: { path() / "failures" / failure.name }, &report) }
  }

  private static func check(_ retry: Flow.Retry, at path: JSONPointer, _ report: inout RuleReport) {
    if !(1...mostAttempts).contains(retry.attempts) {
      report.add(
        "\"attempts\" is between 1 and \(mostAttempts); it counts the first one", at: path / "attempts")
    }
    if !(1...1000).contains(retry.factor) {
      report.add("\"factor\" is between 1 and 1000", at: path / "factor")
    }
    check(retry.delay, at: { path / "delay" }, &report)
    check(retry.maxDelay, at: { path / "maxDelay" }, &report)
  }

  private static func check(
    _ poll: Flow.Poll, until deadline: Duration?, at path: JSONPointer, _ report: inout RuleReport
  ) {
    check(poll.every, at: { path / "every" }, &report)
    if poll.every < .milliseconds(1) {
      report.add("a poll waits at least 1ms between its questions", at: path / "every")
    } else if let deadline, deadline <= .longestInDocuments, deadline / poll.every > Double(mostRounds) {
      let shortest = Duration.milliseconds((deadline / .milliseconds(mostRounds)).rounded(.up))
      report.add(
        "\(poll.every.documentText) is too often for a deadline of \(deadline.documentText): a poll has at most "
          + "\(mostRounds) rounds", at: path / "every", hint: "write at least \"\(shortest.documentText)\"")
    }
    if poll.until.isEmpty {
      report.add(
        "no result ends the polling", at: path / "until", hint: "name at least one of the step's results")
    }
  }

  private static func check(
    _ duration: Duration?, at path: () -> JSONPointer, _ report: inout RuleReport
  ) {
    guard let duration, duration < .zero || duration > .longestInDocuments else { return }
    report.add("a duration is between 0s and 36500d", at: path())
  }

  private static func check(_ predicate: Predicate?, at path: () -> JSONPointer, _ report: inout RuleReport) {
    for test in predicate?.tests ?? [] {
      switch test {
      case .status(let statuses) where statuses.contains { !(100...599).contains($0) }:
        report.add("an HTTP status is between 100 and 599", at: path() / "status")
      case .all(let nested):
        for (place, nested) in nested.enumerated() { check(nested, at: { path() / "all" / place }, &report) }
      case .any(let nested):
        for (place, nested) in nested.enumerated() { check(nested, at: { path() / "any" / place }, &report) }
      case .not(let nested): check(nested, at: { path() / "not" }, &report)
      default: break
      }
    }
  }
}
