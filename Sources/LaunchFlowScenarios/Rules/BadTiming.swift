import LaunchFlowModel

/// Times can be drawn, and periods end after they begin.
enum BadTiming: ScenarioRule {
  static let code = DiagnosticCode.badValue

  static func check(
    _ scenario: Scenario, of flow: FlowIndex?, at path: JSONPointer, _ report: inout RuleReport
  ) {
    for behaviours in scenario.steps {
      for (position, behaviour) in behaviours.attempts.enumerated() {
        if behaviour.outcome == .hang, behaviour.takes != .fixed(.zero) {
          report.add(
            "\"takes\" has no effect on a step that hangs",
            at: behaviours.path(ofAttempt: position, at: path) / "takes", .key)
        }
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
    case .quantiles(let quantiles): check(quantiles, at: path() / "quantiles", &report)
    case .fixed, .uniform, .logNormal, .samples: break
    }
  }

  private static func check(
    _ quantiles: [Scenario.Quantile], at path: JSONPointer, _ report: inout RuleReport
  ) {
    if let wrong = quantiles.first(where: { $0.share == nil }) {
      return report.add(
        "\"\(wrong.name)\" is not a percentile; write p0 to p100, as in \"p99.9\"", at: path / wrong.name,
        .key)
    }
    guard quantiles.first?.share == 0, quantiles.last?.share == 1 else {
      return report.add("the percentiles must begin with \"p0\" and end with \"p100\"", at: path, .key)
    }
    for (earlier, later) in zip(quantiles, quantiles.dropFirst()) {
      if earlier.share ?? 0 >= later.share ?? 0 {
        report.add("\"\(later.name)\" must come before \"\(earlier.name)\"", at: path / later.name, .key)
      } else if later.time < earlier.time {
        report.add("\(later.name) must not be shorter than \(earlier.name)", at: path / later.name)
      }
    }
  }

  static func check(
    from: Duration, to: Duration?, at path: JSONPointer, _ report: inout RuleReport
  ) {
    if let to, to < from { report.add("the period ends before it begins", at: path / "to") }
  }
}
