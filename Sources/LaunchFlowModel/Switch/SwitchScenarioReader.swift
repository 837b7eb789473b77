extension SwitchScenarioFile {
  /// Reads the scenarios of a switch: the scenarios, or all that is wrong with them. With the switch that they
  /// are for, every name is looked up in it.
  public static func read(
    _ source: SourceText, for document: OfflineSwitchDocument? = nil
  ) -> DocumentReading<SwitchScenarioFile> {
    DocumentReading(source, standIn: SwitchScenarioFile(switchFile: "")) { reader in
      reader.scenarios { reader.switchScenario($0, $1) }.map { parts in
        SwitchScenarioFile(
          switchFile: parts.subject, defaults: parts.defaults ?? SwitchScenario(), scenarios: parts.scenarios)
      }
    } check: { file, _ in
      file.diagnostics(for: document)
    }
  }
}

extension DocumentReader {
  private static let switchScenarioKeys = [
    "summary", "length", "seed", "path", "network", "probeTakes", "qosTakes", "qos", "incidents", "calls",
    "marks", "kills", "background", "expect",
  ]

  fileprivate func switchScenario(_ name: String?, _ node: Int) -> SwitchScenario {
    var scenario = SwitchScenario(name: name)
    guard let fields = fields(of: node, Self.switchScenarioKeys) else { return scenario }
    scenario.summary = string(fields["summary"])
    scenario.length = duration(fields["length"])
    scenario.seed = seed(fields["seed"])
    scenario.path = list(fields["path"]).compactMap { pathChanges($0) }
    scenario.network = list(fields["network"]).map { outage($0) }
    scenario.probeTakes = fields["probeTakes"].map { timeTaken($0) }
    scenario.qosTakes = fields["qosTakes"].map { timeTaken($0) }
    scenario.qos = list(fields["qos"]).map { outage($0) }
    scenario.incidents = list(fields["incidents"]).compactMap { incident($0) }
    scenario.calls = list(fields["calls"]).compactMap { calls($0) }
    scenario.marks = list(fields["marks"]).compactMap { markPress($0) }
    scenario.kills = list(fields["kills"]).compactMap { kill($0) }
    scenario.background = list(fields["background"]).compactMap { stay($0) }
    scenario.expect = fields["expect"].map { switchExpectation($0) }
    return scenario
  }

  private func pathChanges(_ node: Int) -> SwitchScenario.PathChanges? {
    guard let fields = fields(of: node, ["at", "from", "to", "every", "is"]),
      let becomes = required("is", in: fields, "the change of the path")
    else { return nil }
    guard fields["at"] == nil else {
      _ = onlyOne(of: ["at", "from"], in: fields)
      for key in ["to", "every"] {
        guard let node = fields[key] else { continue }
        report(.misplacedKey, "\"\(key)\" goes with \"from\"", at: node, .key)
      }
      guard let time = duration(fields["at"]), let path = word(becomes, as: SwitchScenario.Path.self) else {
        return nil
      }
      return SwitchScenario.PathChanges(at: time, path)
    }
    let from = duration(required("from", in: fields, "the changes of the path"))
    let to = duration(required("to", in: fields, "the changes of the path"))
    let every = duration(required("every", in: fields, "the changes of the path"))
    let paths = list(becomes).compactMap { word($0, as: SwitchScenario.Path.self) }
    guard let from, let to, let every, !paths.isEmpty else {
      if kind(becomes) == .array, list(becomes).isEmpty {
        report(.badValue, "the list of paths is empty", at: becomes)
      }
      return nil
    }
    return SwitchScenario.PathChanges(from: from, to: to, every: every, paths)
  }

  private func incident(_ node: Int) -> SwitchScenario.Incident? {
    guard let fields = fields(of: node, ["domain", "from", "to", "failures", "failuresEvery"]),
      let domain = string(required("domain", in: fields, "the incident")),
      let from = duration(required("from", in: fields, "the incident"))
    else { return nil }
    var incident = SwitchScenario.Incident(domain, from: from, to: duration(fields["to"]))
    incident.failures = list(fields["failures"]).compactMap { duration($0) }
    incident.failuresEvery = duration(fields["failuresEvery"])
    return incident
  }

  private func calls(_ node: Int) -> SwitchScenario.Calls? {
    guard let fields = fields(of: node, ["domain", "from", "to", "every", "error"]),
      let every = duration(required("every", in: fields, "the calls"))
    else { return nil }
    var calls = SwitchScenario.Calls(string(fields["domain"]), every: every)
    calls.from = duration(fields["from"]) ?? .zero
    calls.to = duration(fields["to"])
    calls.error = word(fields["error"])
    return calls
  }

  private func markPress(_ node: Int) -> SwitchScenario.MarkPress? {
    guard let fields = fields(of: node, ["at", "is"]),
      let time = duration(required("at", in: fields, "the press")),
      let state = word(required("is", in: fields, "the press"), as: MarkWord.self)
    else { return nil }
    return SwitchScenario.MarkPress(at: time, state == .marked)
  }

  private enum MarkWord: String, CaseIterable {
    case marked, unmarked
  }

  private func kill(_ node: Int) -> SwitchScenario.Kill? {
    guard let fields = fields(of: node, ["at", "restart"]),
      let time = duration(required("at", in: fields, "the kill"))
    else { return nil }
    return SwitchScenario.Kill(at: time, restart: duration(fields["restart"]))
  }

  private func stay(_ node: Int) -> SwitchScenario.Stay? {
    guard let fields = fields(of: node, ["from", "to"]),
      let from = duration(required("from", in: fields, "the period"))
    else { return nil }
    return SwitchScenario.Stay(from: from, to: duration(fields["to"]))
  }

  private func switchExpectation(_ node: Int) -> SwitchScenario.Expectation {
    var expectation = SwitchScenario.Expectation()
    let times = SwitchScenario.TimeFigure.allCases
    let counts = SwitchScenario.CountFigure.allCases
    guard let fields = fields(of: node, ["offline"] + times.map(\.rawValue) + counts.map(\.rawValue)) else {
      return expectation
    }
    expectation.offline = members(fields["offline"]).map { member in
      SwitchScenario.Expectation.Offline(member.name, list(member.node).compactMap { stay($0) })
    }
    for figure in times {
      guard let node = fields[figure.rawValue], let bound = durationBound(node) else { continue }
      expectation.times.append(SwitchScenario.TimeBound(figure, bound))
    }
    for figure in counts {
      guard let node = fields[figure.rawValue], let bound = countBound(node) else { continue }
      expectation.counts.append(SwitchScenario.CountBound(figure, bound))
    }
    return expectation
  }

  private func countBound(_ node: Int) -> Scenario.Expectation.Bound<Double>? {
    guard let (comparison, rest) = comparison(node, example: "<=2") else { return nil }
    guard let count = try? JSONValue(parsing: rest).number else {
      report(.badValue, "\"\(rest)\" is no number", at: node, hint: "write it like \"<=2\"")
      return nil
    }
    return Scenario.Expectation.Bound(comparison, count)
  }
}
