import LaunchFlowModel
import LaunchFlowSwitch

extension ScenariosFile<SwitchScenario> {
  /// Checks the scenarios against the rules. Every name is looked up in the switch, if it is given.
  package func diagnostics(for document: OfflineSwitchDocument?) -> [Diagnostic] {
    var report = RuleReport(code: .badValue)
    for (scenario, path) in entries {
      report.code = .badValue
      SwitchScenarioFaults.check(scenario, at: path, &report)
      SwitchScenarioFaults.checkProcess(scenario, at: path, &report)
      guard let document else { continue }
      report.code = .unknownName
      SwitchScenarioNames.check(scenario, of: document, at: path, &report)
    }
    return report.diagnostics
  }
}

/// Requires that faults of one kind are apart, and that the process ends only while it runs.
private enum SwitchScenarioFaults {
  /// Requires that a fault with a window begins before its end, and apart from others of its kind, so that it
  /// is one fault in every run.
  static func check(_ scenario: SwitchScenario, at path: JSONPointer, _ report: inout RuleReport) {
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

  /// Requires that the process ends only while it runs.
  static func checkProcess(_ scenario: SwitchScenario, at path: JSONPointer, _ report: inout RuleReport) {
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

/// Requires that domains and causes exist in the switch.
private enum SwitchScenarioNames {
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
