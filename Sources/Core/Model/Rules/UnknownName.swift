/// Names refer to declared steps, pages, caches, services, environments and lanes.
enum UnknownName: Rule {
  static let code = DiagnosticCode.unknownName

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    checkServices(flow, &report)
    for index in flow.steps.indices { check(flow, step: index, &report) }
    for (position, landing) in flow.flow.landings.enumerated() {
      let path = JSONPointer(tokens: ["landings", String(position)])
      checkPage(landing.page, flow, at: path / "page", &report)
      for (place, name) in landing.after.enumerated() where name != ReservedWord.landing.rawValue {
        checkStep(name, flow, at: path / "after" / place, &report)
      }
    }
  }

  private static func checkServices(_ flow: FlowIndex, _ report: inout RuleReport) {
    let environments = Set(flow.flow.environments)
    for service in flow.flow.services {
      let path = JSONPointer(tokens: ["services", service.name])
      if let like = service.like { checkService(like, flow, at: path / "like", &report) }
      checkClearing(service.failures, flow, at: { path / "failures" }, &report)
      guard case .byEnvironment(let addresses) = service.baseURL, !flow.unread.names.contains(.environments)
      else { continue }
      for entry in addresses where !environments.contains(entry.environment) {
        report.add(
          "no environment \"\(entry.environment)\" is declared", at: path / "baseURL" / entry.environment,
          .key)
      }
    }
  }

  private static func check(_ flow: FlowIndex, step index: Int, _ report: inout RuleReport) {
    let step = flow.steps[index]
    for (position, name) in step.needs.enumerated() where flow.graph.index[name] == nil {
      // The rule on misplaced keys reports `landing`.
      guard name != ReservedWord.landing.rawValue else { continue }
      checkStep(name, flow, at: flow.path(of: index) / "needs" / position, &report)
    }
    for (position, name) in step.after.enumerated() where flow.graph.index[name] == nil {
      guard name != ReservedWord.landing.rawValue else { continue }
      checkStep(name, flow, at: flow.path(of: index) / "after" / position, &report)
    }
    if case .cache(let cache) = step.work {
      checkCache(cache, flow, at: { flow.path(of: index) / "cache" }, &report)
    }
    checkClearing(step.failures, flow, at: { flow.path(of: index) / "failures" }, &report)
    if let store = step.store { checkCache(store, flow, at: { flow.path(of: index) / "store" }, &report) }
    for (position, fallback) in step.fallback.enumerated() {
      guard case .cache(let cache) = fallback else { continue }
      checkCache(cache, flow, at: { flow.path(of: index) / "fallback" / position / "cache" }, &report)
    }
    for (request, path) in flow.requests(of: index) {
      if let service = request.service { checkService(service, flow, at: path / "service", &report) }
    }
    if case .signal(let signal) = step.awaited {
      checkSignal(signal, flow, at: flow.path(of: index) / "await", &report)
    }
    for (key, input) in step.timesFromInputs {
      checkTimeInput(input, flow, at: JSONPointer(tokens: flow.path(of: index).tokens + key.tokens), &report)
    }
    if let lane = step.lane { checkLane(lane, flow, at: flow.path(of: index) / "lane", &report) }
    if let poll = step.poll, !flow.unread.words.contains(step.name) {
      checkPoll(poll, step, at: flow.path(of: index) / "poll" / "until", &report)
    }
  }

  private static func checkTimeInput(
    _ name: String, _ flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    guard !flow.unread.names.contains(.inputs) else { return }
    guard let index = flow.inputIndex[name] else {
      report.add("no input \"\(name)\" is declared", at: path)
      return
    }
    let input = flow.flow.inputs[index]
    guard input.kind != .duration else { return }
    report.add(
      "the input \"\(name)\" is a \(input.kind.rawValue), and only a duration can give a time", at: path)
  }

  private static func checkStep(
    _ name: String, _ flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    guard flow.graph.index[name] == nil, name != UnreadParts.standInName, !flow.unread.names.contains(.steps)
    else {
      return
    }
    let kind = flow.otherKind(of: name)
    report.add(kind.map { "\"\(name)\" is \($0), not a step" } ?? "no step \"\(name)\" is declared", at: path)
  }

  static func checkPage(_ page: String, _ flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport) {
    guard !flow.pages.contains(page), !flow.misspeltPages.contains(page), page != UnreadParts.standInName,
      !flow.unread.names.contains(.pages)
    else {
      return
    }
    report.add("no page \"\(page)\" is declared", at: path)
  }

  private static func checkCache(
    _ cache: String, _ flow: FlowIndex, at path: () -> JSONPointer, _ report: inout RuleReport
  ) {
    guard !flow.caches.contains(cache), !flow.unread.names.contains(.caches) else { return }
    report.add("no cache \"\(cache)\" is declared", at: path())
  }

  private static func checkClearing(
    _ failures: [Flow.Failure], _ flow: FlowIndex, at path: () -> JSONPointer, _ report: inout RuleReport
  ) {
    for failure in failures {
      guard let name = failure.clears, flow.flow.caches(named: name).isEmpty,
        !flow.unread.names.contains(.caches)
      else { continue }
      report.add("no cache and no scope \"\(name)\" is declared", at: path() / failure.name / "clears")
    }
  }

  private static func checkService(
    _ service: String, _ flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    guard flow.serviceIndex[service] == nil, !flow.unread.names.contains(.services) else { return }
    report.add("no service \"\(service)\" is declared", at: path)
  }

  private static func checkLane(
    _ lane: String, _ flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    guard !flow.lanes.contains(lane), !flow.unread.names.contains(.lanes) else { return }
    report.add("no lane \"\(lane)\" is declared", at: path)
  }

  private static func checkSignal(
    _ signal: String, _ flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    guard !flow.flow.signals.contains(signal), !flow.unread.names.contains(.signals) else { return }
    report.add("no signal \"\(signal)\" is declared", at: path)
  }

  private static func checkPoll(
    _ poll: Flow.Poll, _ step: Flow.Step, at path: JSONPointer, _ report: inout RuleReport
  ) {
    let results = step.results.map { $0.name } + step.outcomes.map { $0.name }
    for (position, name) in poll.until.enumerated()
    where !results.contains(name) && name != UnreadParts.standInName {
      report.add("\"\(step.name)\" has no result \"\(name)\"", at: path / position)
    }
  }
}

extension FlowIndex {
  /// The kind of another thing that has this name; nil for an undeclared name.
  fileprivate func otherKind(of name: String) -> String? {
    if inputIndex[name] != nil { return "an input" }
    if caches.contains(name) { return "a cache" }
    if serviceIndex[name] != nil { return "a service" }
    return pages.contains(name) ? "a page" : nil
  }
}
