/// A scenario's times can be drawn, and its periods end after they begin.
enum BadTiming: ScenarioRule {
  static let code = DiagnosticCode.badValue

  static func check(
    _ scenario: Scenario, of flow: FlowIndex?, at path: JSONPointer, _ report: inout RuleReport
  ) {
    for behaviours in scenario.steps {
      for (position, behaviour) in behaviours.attempts.enumerated() {
        let path = behaviours.path(ofAttempt: position, at: path)
        check(behaviour.takes, at: path / "takes", &report)
        check([behaviour.wait ?? .zero], at: path / "wait", &report)
      }
    }
    for cached in scenario.caches {
      check([cached.age], at: path / "caches" / cached.cache / "age", &report)
    }
    for (position, outage) in scenario.network.enumerated() {
      check(from: outage.from, to: outage.to, at: path / "network" / position, &report)
    }
    for (position, period) in scenario.offline.enumerated() {
      check(from: period.from, to: period.to, at: path / "offline" / position, &report)
    }
    check([scenario.cancel ?? .zero], at: path / "cancel", &report)
    check([scenario.expect?.within ?? .zero], at: path / "expect" / "within", &report)
  }

  static func check(_ takes: Scenario.TimeTaken, at path: JSONPointer, _ report: inout RuleReport) {
    switch takes {
    case .fixed(let duration): check([duration], at: path, &report)
    case .uniform(let shortest, let longest):
      check([shortest, longest], at: path, &report)
      if shortest > longest {
        report.add("the shortest time is longer than the longest", at: path / "uniform")
      }
    case .logNormal(let median, let p99):
      check([median, p99], at: path, &report)
      if median <= .zero {
        report.add("the median is longer than 0s", at: path / "median")
      } else if p99 < median {
        report.add("the 99th percentile is not below the median", at: path / "p99")
      }
    case .samples(let samples):
      check(samples, at: path, &report)
      if samples.isEmpty { report.add("there are no samples", at: path / "samples") }
    }
  }

  static func check(
    from: Duration, to: Duration?, at path: JSONPointer, _ report: inout RuleReport
  ) {
    check([from, to ?? from], at: path, &report)
    if let to, to < from { report.add("the period ends before it begins", at: path / "to") }
  }

  /// Durations that were made in code may be anything.
  static func check(_ durations: [Duration], at path: JSONPointer, _ report: inout RuleReport) {
    guard durations.contains(where: { $0 < .zero || $0 > .longestInDocuments }) else { return }
    report.add("a duration is between 0s and 36500d", at: path)
  }
}
