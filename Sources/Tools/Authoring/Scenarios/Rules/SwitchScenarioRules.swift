extension ScenariosFile<SwitchScenario> {
  /// Checks the scenarios against the rules. Every name is looked up in the switch, if it is given.
  package func diagnostics(for document: OfflineSwitchDocument?) -> [Diagnostic] {
    var report = RuleReport(code: .badValue)
    for (scenario, path) in entries {
      report.code = .badValue
      scenario.checkFaults(at: path, &report)
      scenario.checkProcess(at: path, &report)
      guard let document else { continue }
      report.code = .unknownName
      scenario.checkNames(in: document, at: path, &report)
    }
    return report.diagnostics
  }
}

extension SwitchScenario {
  private typealias Fault = (
    domain: String?, from: Duration, window: Duration, to: Duration?, path: JSONPointer
  )

  /// Requires that a fault with a window begins before its end, and apart from others of its kind, so that it
  /// is one fault in every run.
  fileprivate func checkFaults(at path: JSONPointer, _ report: inout RuleReport) {
    let outages: [Fault] = network.enumerated().map {
      (nil, $1.from, $1.window, $1.to, path / "network" / $0)
    }
    let faults =
      outages
      + incidents.enumerated().map {
        ($1.domain, $1.from, $1.window, $1.to, path / "incidents" / $0)
      }
    for (place, fault) in faults.enumerated() where fault.window > .zero {
      if let to = fault.to, to <= fault.from + fault.window {
        report.add("the fault may begin after its end", at: fault.path / "to")
      }
      let meets = faults.enumerated().contains { other, found in
        other != place && found.domain == fault.domain && found.from <= fault.to ?? .longestInDocuments
          && fault.from <= found.to ?? .longestInDocuments
      }
      if meets {
        report.add("a fault that begins at any time must not meet another one", at: fault.path / "from")
      }
    }
    if network.contains(where: { $0.window > .zero }), self.path.contains(where: { $0.paths.contains(.none) })
    {
      report.add(
        "an outage that begins at any time does not go with a path that is \"none\"", at: path / "network")
    }
    for (place, incident) in incidents.enumerated()
    where incident.window > .zero && (incident.failuresEvery != nil || !incident.failures.isEmpty) {
      let key = incident.failuresEvery == nil ? "failures" : "failuresEvery"
      report.add(
        "\"\(key)\" does not go with a fault that begins at any time", at: path / "incidents" / place / key,
        .key)
    }
    let windows = faults.count { $0.window > .zero }
    if windows > 4 { report.add("\(windows) faults begin at any time; at most 4 may", at: path) }
  }

  /// Requires that the process ends only while it runs.
  fileprivate func checkProcess(at path: JSONPointer, _ report: inout RuleReport) {
    var runsFrom: Duration? = .zero
    for (position, kill) in kills.enumerated() {
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

  fileprivate func checkNames(
    in document: OfflineSwitchDocument, at path: JSONPointer, _ report: inout RuleReport
  ) {
    let known = document.service?.watch.map(\.name) ?? []
    let domains: [(String, JSONPointer)] =
      incidents.enumerated().map { ($1.domain, path / "incidents" / $0 / "domain") }
      + calls.enumerated().map { ($1.domain ?? UnreadParts.standInName, path / "calls" / $0 / "domain") }
      + verdicts.enumerated().map { ($1.domain, path / "verdicts" / $0 / "domain") }
    for (domain, place) in domains where domain != UnreadParts.standInName && !known.contains(domain) {
      report.add("the switch has no domain \"\(domain)\"", at: place, known: known)
    }
    for planned in questions where !known.contains(planned.domain) {
      report.add(
        "the switch has no domain \"\(planned.domain)\"", at: path / "questions" / planned.domain, .key,
        known: known)
    }
    if document.marked == nil, !marks.isEmpty {
      report.add("the switch has no mark", at: path / "marks", .key)
    }
    let causes =
      (document.marked == nil ? [] : ["marked"]) + (document.network?.causes.map(\.rawValue) ?? []) + known
    for expected in expect?.offline ?? [] where !causes.contains(expected.cause) {
      report.add(
        "the switch has no cause \"\(expected.cause)\"", at: path / "expect" / "offline" / expected.cause,
        .key, known: causes)
    }
  }
}
