extension SwitchScenarioFile {
  /// All that is wrong with the scenarios, however they were made; with the switch that they are for, every
  /// name is looked up in it.
  public func diagnostics(for document: OfflineSwitchDocument? = nil) -> [Diagnostic] {
    var report = RuleReport(code: .badValue)
    let all =
      [(scenario: defaults, path: JSONPointer(tokens: ["defaults"]))]
      + scenarios.map { ($0, JSONPointer(tokens: ["scenarios", $0.name ?? ""])) }
    for (scenario, path) in all {
      report.code = SwitchScenarioTiming.code
      SwitchScenarioTiming.check(scenario, at: path, &report)
      guard let document else { continue }
      report.code = SwitchScenarioNames.code
      SwitchScenarioNames.check(scenario, of: document, at: path, &report)
    }
    return report.diagnostics
  }
}

/// Times can be drawn, periods end after they begin, paces take time, and no scenario lasts for ever.
private enum SwitchScenarioTiming {
  static let code = DiagnosticCode.badValue

  static func check(_ scenario: SwitchScenario, at path: JSONPointer, _ report: inout RuleReport) {
    if let length = scenario.length, length <= .zero || length > .seconds(7 * 86_400) {
      report.add("a scenario must last more than 0s and at most 7d", at: path / "length")
    }
    if let takes = scenario.probeTakes { BadTiming.check(takes, at: path / "probeTakes", &report) }
    if let takes = scenario.qosTakes { BadTiming.check(takes, at: path / "qosTakes", &report) }
    for (position, change) in scenario.path.enumerated() {
      let place = path / "path" / position
      BadTiming.check(from: change.from, to: change.to, at: place, &report)
      checkPace(change.every, at: place / "every", &report)
      if change.paths.isEmpty { report.add("the list of paths is empty", at: place / "is") }
    }
    for (key, outages) in [("network", scenario.network), ("qos", scenario.qos)] {
      for (position, outage) in outages.enumerated() {
        BadTiming.check(from: outage.from, to: outage.to, at: path / key / position, &report)
      }
    }
    for (position, incident) in scenario.incidents.enumerated() {
      let place = path / "incidents" / position
      BadTiming.check(from: incident.from, to: incident.to, at: place, &report)
      BadTiming.check(incident.failures, at: place / "failures", &report)
      checkPace(incident.failuresEvery, at: place / "failuresEvery", &report)
    }
    for (position, calls) in scenario.calls.enumerated() {
      let place = path / "calls" / position
      BadTiming.check(from: calls.from, to: calls.to, at: place, &report)
      checkPace(calls.every, at: place / "every", &report)
    }
    for (position, stay) in scenario.background.enumerated() {
      BadTiming.check(from: stay.from, to: stay.to, at: path / "background" / position, &report)
    }
    checkProcess(scenario, at: path, &report)
  }

  /// The process ends only while it runs.
  private static func checkProcess(
    _ scenario: SwitchScenario, at path: JSONPointer, _ report: inout RuleReport
  ) {
    for (position, press) in scenario.marks.enumerated() {
      BadTiming.check([press.time], at: path / "marks" / position, &report)
    }
    var runsFrom: Duration? = .zero
    for (position, kill) in scenario.kills.enumerated() {
      let place = path / "kills" / position
      BadTiming.check(from: kill.time, to: kill.restart, at: place, &report)
      if kill.time < runsFrom ?? .longestInDocuments {
        report.add("the process is not running at this time", at: place)
      }
      runsFrom = kill.restart
    }
  }

  private static func checkPace(_ pace: Duration?, at path: JSONPointer, _ report: inout RuleReport) {
    guard let pace, pace < .milliseconds(1) else { return }
    report.add("an interval must be at least 1ms", at: path)
  }
}

/// Domains and causes are the switch's.
private enum SwitchScenarioNames {
  static let code = DiagnosticCode.unknownName

  static func check(
    _ scenario: SwitchScenario, of document: OfflineSwitchDocument, at path: JSONPointer,
    _ report: inout RuleReport
  ) {
    let domains = document.service?.watch.map(\.name) ?? []
    for (position, incident) in scenario.incidents.enumerated() {
      check(
        incident.domain, "domain", among: domains, at: path / "incidents" / position / "domain", .value,
        &report)
    }
    for (position, calls) in scenario.calls.enumerated() {
      guard let domain = calls.domain else { continue }
      check(domain, "domain", among: domains, at: path / "calls" / position / "domain", .value, &report)
    }
    if document.marked == nil, !scenario.marks.isEmpty {
      report.add("the switch has no mark", at: path / "marks", .key)
    }
    let causes =
      (document.marked == nil ? [] : ["marked"]) + (document.network?.causes.map(\.rawValue) ?? []) + domains
    for expected in scenario.expect?.offline ?? [] {
      let place = path / "expect" / "offline" / expected.cause
      check(expected.cause, "cause", among: causes, at: place, .key, &report)
    }
  }

  private static func check(
    _ name: String, _ what: String, among names: [String], at path: JSONPointer, _ part: Place.Part,
    _ report: inout RuleReport
  ) {
    guard !names.contains(name) else { return }
    report.add(
      "the switch has no \(what) \"\(name)\"", at: path, part,
      hint: report.suggester.hint(for: name, among: names))
  }
}
