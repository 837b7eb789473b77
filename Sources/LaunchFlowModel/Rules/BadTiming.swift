/// Times can be drawn, and periods end after they begin.
enum BadTiming: ScenarioRule {
  static let code = DiagnosticCode.badValue

  static func check(
    _ scenario: Scenario, of flow: FlowIndex?, at path: JSONPointer, _ report: inout RuleReport
  ) {
    for behaviours in scenario.steps {
      for (position, behaviour) in behaviours.attempts.enumerated() {
        check(
          behaviour.takes, at: { behaviours.path(ofAttempt: position, at: path) / "takes" }, &report)
      }
    }
    let outages = scenario.link == nil ? path / "network" : path / "network" / "outages"
    for (position, outage) in scenario.network.enumerated() {
      check(from: outage.from, to: outage.to, at: outages / position, &report)
    }
    for (position, period) in scenario.offline.enumerated() {
      check(from: period.from, to: period.to, at: path / "offline" / position, &report)
    }
  }

  static func check(
    _ takes: Scenario.TimeTaken, at path: () -> JSONPointer, _ report: inout RuleReport
  ) {
    switch takes {
    case .uniform(let shortest, let longest) where shortest > longest:
      report.add("the shortest time is longer than the longest", at: path() / "uniform")
    case .logNormal(let median, _) where median <= .zero:
      report.add("the median must be longer than 0s", at: path() / "median")
    case .logNormal(let median, let p99) where p99 < median:
      report.add("the 99th percentile must not be below the median", at: path() / "p99")
    case .fixed, .uniform, .logNormal, .samples: break
    }
  }

  static func check(
    from: Duration, to: Duration?, at path: JSONPointer, _ report: inout RuleReport
  ) {
    if let to, to < from { report.add("the period ends before it begins", at: path / "to") }
  }
}
