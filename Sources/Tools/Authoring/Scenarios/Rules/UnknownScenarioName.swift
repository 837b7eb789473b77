import LaunchFlowModel

/// Requires that the flow declares every name in a scenario: steps, inputs, caches, signals, pages, notices,
/// domains.
enum UnknownScenarioName {
  static func check(
    _ scenario: Scenario, of flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    for (input, place) in scenario.allInputs(at: path) where flow.inputIndex[input.name] == nil {
      report.add("the flow has no input \"\(input.name)\"", at: place, .key)
    }
    for cached in scenario.caches where !flow.caches.contains(cached.cache) {
      report.add("the flow has no cache \"\(cached.cache)\"", at: path / "caches" / cached.cache, .key)
    }
    for signal in scenario.signals where !flow.flow.signals.contains(signal.name) {
      report.add("the flow has no signal \"\(signal.name)\"", at: path / "signals" / signal.name, .key)
    }
    for behaviours in scenario.steps where behaviours.step != Scenario.StepBehaviours.everyStep {
      let owner = behaviours.fallbacksOwner
      checkStep(owner ?? behaviours.step, flow, at: path / "steps" / behaviours.key, .key, &report)
      if let owner, let step = flow.graph.index[owner], !flow.steps[step].hasRemoteFallback {
        report.add(
          "\"\(owner)\" has no remote fallback", at: path / "steps" / behaviours.key, .key)
      }
    }
    checkDomains(scenario, flow, at: path, &report)
    if let expectation = scenario.expect { check(expectation, flow, at: path / "expect", &report) }
  }

  private static func checkStep(
    _ name: String, _ flow: FlowIndex, at path: JSONPointer, _ part: Place.Part, _ report: inout RuleReport
  ) {
    guard flow.graph.index[name] == nil, name != UnreadParts.standInName else { return }
    report.add("the flow has no step \"\(name)\"", at: path, part)
  }

  private static func checkDomains(
    _ scenario: Scenario, _ flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    let domains = flow.flow.services.compactMap(\.domain)
    for (position, period) in scenario.offline.enumerated() {
      guard let domain = period.domain, !domains.contains(domain) else { continue }
      report.add(
        "no service of the flow has the domain \"\(domain)\"", at: path / "offline" / position / "domain")
    }
  }

  private static func check(
    _ expectation: Scenario.Expectation, _ flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    switch expectation.landing {
    case .anyOf(let pages): checkPages(pages, flow, at: path / "landing", &report)
    case .shares(let shares):
      for share in shares { checkPage(share.page, flow, at: path / "landing" / share.page, .key, &report) }
    case nil: break
    }
    for step in expectation.steps {
      checkStep(step.step, flow, at: path / "steps" / step.step, .key, &report)
    }
    for (position, name) in expectation.order.enumerated() {
      checkStep(name, flow, at: path / "order" / position, .value, &report)
    }
    for (position, start) in (expectation.starts ?? []).enumerated() {
      checkPages(start.landing ?? [], flow, at: path / "starts" / position / "landing", &report)
    }
    if let notice = expectation.notice, !notice.isEmpty,
      !flow.flow.landings.contains(where: { $0.notices.contains { $0.text == notice } })
    {
      report.add("no landing has this notice", at: path / "notice")
    }
  }

  /// One page, or a list.
  private static func checkPages(
    _ pages: [String], _ flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    for (position, page) in pages.enumerated() {
      checkPage(page, flow, at: pages.count == 1 ? path : path / position, .value, &report)
    }
  }

  private static func checkPage(
    _ page: String, _ flow: FlowIndex, at path: JSONPointer, _ part: Place.Part, _ report: inout RuleReport
  ) {
    guard !flow.pages.contains(page), page != UnreadParts.standInName else { return }
    report.add("the flow has no page \"\(page)\"", at: path, part)
  }
}
