import LaunchFlowModel

extension SwitchScenarioFile {
  /// All that is wrong with the scenarios, however they were made; with the switch that they are for, every
  /// name is looked up in it.
  package func diagnostics(for document: OfflineSwitchDocument? = nil) -> [Diagnostic] {
    diagnostics(for: document, unread: UnreadParts())
  }

  func diagnostics(for document: OfflineSwitchDocument?, unread: UnreadParts) -> [Diagnostic] {
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

/// Times can be drawn, periods end after they begin, and no scenario lasts for ever.
private enum SwitchScenarioTiming {
  static let code = DiagnosticCode.badValue

  static func check(_ scenario: SwitchScenario, at path: JSONPointer, _ report: inout RuleReport) {
    if let length = scenario.length, length <= .zero || length > .seconds(7 * 86_400) {
      report.add("a scenario must last more than 0s and at most 7d", at: path / "length")
    }
    for (key, takes) in [("probeTakes", scenario.probeTakes), ("qosTakes", scenario.qosTakes)] {
      if let takes { BadTiming.check(takes, at: { path / key }, &report) }
    }
    let periods: [(key: String, periods: [(Duration, Duration?)])] = [
      ("path", scenario.path.map { ($0.from, $0.to) }),
      ("network", scenario.network.map { ($0.from, $0.to) }),
      ("qos", scenario.qos.map { ($0.from, $0.to) }),
      ("incidents", scenario.incidents.map { ($0.from, $0.to) }),
      ("calls", scenario.calls.map { ($0.from, $0.to) }),
      ("background", scenario.background.map { ($0.from, $0.to) }),
    ]
    for (key, list) in periods {
      for (position, period) in list.enumerated() {
        BadTiming.check(from: period.0, to: period.1, at: path / key / position, &report)
      }
    }
    checkWindows(scenario, at: path, &report)
    for (position, change) in scenario.path.enumerated() where change.every == nil && change.paths.count > 1 {
      report.add(
        "the path changes once, so it can become only one path", at: path / "path" / position / "is")
    }
    checkPromises(scenario, at: path, &report)
    checkProcess(scenario, at: path, &report)
  }

  /// A fault that begins at any time of a window begins before its end, and apart from others of its kind, so that it
  /// is one fault in every run.
  private static func checkWindows(
    _ scenario: SwitchScenario, at path: JSONPointer, _ report: inout RuleReport
  ) {
    typealias Fault = (from: Duration, window: Duration, to: Duration?, path: JSONPointer)
    let network: [Fault] = scenario.network.enumerated().map { place, outage in
      (outage.from, outage.window, outage.to, path / "network" / place)
    }
    let incidents = Dictionary(grouping: scenario.incidents.enumerated(), by: \.element.domain)
    let kinds =
      [network]
      + incidents.sorted { $0.key < $1.key }.map { _, incidents in
        incidents.map { place, incident in
          (incident.from, incident.window, incident.to, path / "incidents" / place)
        }
      }
    for faults in kinds {
      for (place, fault) in faults.enumerated() where fault.window > .zero {
        if let to = fault.to, to <= fault.from + fault.window {
          report.add("the fault may begin after its end", at: fault.path / "to")
        }
        let meets = faults.enumerated().contains { other, fault in
          other != place && fault.from <= faults[place].to ?? .longestInDocuments
            && faults[place].from <= fault.to ?? .longestInDocuments
        }
        if meets {
          report.add("a fault that begins at any time must not meet another one", at: fault.path / "from")
        }
      }
    }
    if network.contains(where: { $0.window > .zero }),
      scenario.path.contains(where: { $0.paths.contains(.none) })
    {
      report.add(
        "an outage that begins at any time does not go with a path that is \"none\"", at: path / "network")
    }
    for (place, incident) in scenario.incidents.enumerated()
    where incident.window > .zero && (incident.failuresEvery != nil || !incident.failures.isEmpty) {
      let key = incident.failuresEvery == nil ? "failures" : "failuresEvery"
      report.add(
        "\"\(key)\" does not go with a fault that begins at any time", at: path / "incidents" / place / key,
        .key)
    }
    let windows = (kinds.joined().count { $0.window > .zero })
    if windows > 4 {
      report.add("\(windows) faults begin at any time; at most 4 may", at: path)
    }
  }

  /// A promise says what no run exceeds.
  private static func checkPromises(
    _ scenario: SwitchScenario, at path: JSONPointer, _ report: inout RuleReport
  ) {
    func isUpper(_ comparison: Scenario.Expectation.Comparison) -> Bool {
      [.atMost, .below].contains(comparison)
    }
    for bound in scenario.promises?.times ?? [] where !isUpper(bound.bound.comparison) {
      report.add("a promise is an upper bound", at: path / "promises" / bound.figure.rawValue)
    }
    for bound in scenario.promises?.counts ?? [] where !isUpper(bound.bound.comparison) {
      report.add("a promise is an upper bound", at: path / "promises" / bound.figure.rawValue)
    }
  }

  /// The process ends only while it runs.
  private static func checkProcess(
    _ scenario: SwitchScenario, at path: JSONPointer, _ report: inout RuleReport
  ) {
    var runsFrom: Duration? = .zero
    for (position, kill) in scenario.kills.enumerated() {
      let place = path / "kills" / position
      if let restart = kill.restart, restart < kill.time {
        report.add("the process starts again before it ends", at: place / "restart")
      }
      if kill.time < runsFrom ?? .longestInDocuments {
        report.add("the process is not running at this time", at: place)
      }
      runsFrom = kill.restart
    }
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
    for (position, incident) in scenario.incidents.enumerated()
    where incident.domain != UnreadParts.standInName {
      check(
        incident.domain, "domain", among: domains, at: path / "incidents" / position / "domain", .value,
        &report)
    }
    for (position, calls) in scenario.calls.enumerated() {
      guard let domain = calls.domain else { continue }
      check(domain, "domain", among: domains, at: path / "calls" / position / "domain", .value, &report)
    }
    for (position, verdict) in scenario.verdicts.enumerated()
    where verdict.domain != UnreadParts.standInName {
      check(
        verdict.domain, "domain", among: domains, at: path / "verdicts" / position / "domain", .value, &report
      )
    }
    for planned in scenario.questions {
      check(planned.domain, "domain", among: domains, at: path / "questions" / planned.domain, .key, &report)
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
    report.add("the switch has no \(what) \"\(name)\"", at: path, part, known: names)
  }
}
