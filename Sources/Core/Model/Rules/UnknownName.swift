/// Names refer to declared steps, pages, caches, services, environments and lanes.
enum UnknownName: Rule {
  static let code = DiagnosticCode.unknownName

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    checkServices(flow, &report)
    for index in flow.steps.indices { check(flow, step: index, &report) }
    for position in flow.flow.landings.indices {
      let landing = flow.flow.landings[position]
      let path = JSONPointer(tokens: ["landings", String(position)])
      checkPage(landing.page, flow, at: path / "page", &report)
      for (place, name) in landing.after.enumerated() {
        checkStep(name, flow, at: path / "after" / place, &report)
      }
    }
    for (position, promise) in flow.flow.promises.enumerated() {
      guard case .within(_, let page?) = promise else { continue }
      checkPage(page, flow, at: JSONPointer(tokens: ["promises", String(position), "landing"]), &report)
    }
  }

  /// Reports a name that is not declared, unless it or a declaration could not be read.
  @inline(never)
  private static func reportMissing(
    _ kind: String, _ name: String, _ names: UnreadParts.Names, _ flow: FlowIndex, at path: JSONPointer,
    part: Place.Part = .value, _ report: inout RuleReport
  ) {
    guard name != UnreadParts.standInName, !flow.unread.contains(names) else { return }
    report.add("no \(kind) \"\(name)\" is declared", at: path, part)
  }

  static func checkPage(_ page: String, _ flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport) {
    guard !flow.pages.contains(page), !flow.misspeltPages.contains(page) else { return }
    reportMissing("page", page, .pages, flow, at: path, &report)
  }

  private static func checkClearing(
    _ failures: [Flow.Failure], _ flow: FlowIndex, at path: () -> JSONPointer, _ report: inout RuleReport
  ) {
    for failure in failures {
      guard let name = failure.clears, flow.flow.caches(named: name).isEmpty else { continue }
      reportMissing(
        "cache and no scope", name, .caches, flow, at: path() / "failures" / failure.name / "clears", &report)
    }
  }

  private static func checkServices(_ flow: FlowIndex, _ report: inout RuleReport) {
    let environments = Set(flow.flow.environments)
    for service in flow.flow.services {
      let path = JSONPointer(tokens: ["services", service.name])
      if let like = service.like, flow.serviceIndex[like] == nil {
        reportMissing("service", like, .services, flow, at: path / "like", &report)
      }
      checkClearing(service.failures, flow, at: { path }, &report)
      guard case .byEnvironment(let addresses) = service.baseURL else { continue }
      for entry in addresses where !environments.contains(entry.environment) {
        reportMissing(
          "environment", entry.environment, .environments, flow, at: path / "baseURL" / entry.environment,
          part: .key, &report)
      }
    }
  }

  private static func check(_ flow: FlowIndex, step index: Int, _ report: inout RuleReport) {
    let steps = flow.steps
    func path(_ key: String) -> JSONPointer { flow.path(of: index) / key }
    // Every known name makes a wait, so most steps need no further look.
    let known = flow.graph.waits(of: index).count { $0.kind != .when }
    if known < steps[index].needs.count + steps[index].after.count {
      for (position, name) in steps[index].needs.enumerated() {
        checkStep(name, flow, at: path("needs") / position, &report)
      }
      for (position, name) in steps[index].after.enumerated() {
        checkStep(name, flow, at: path("after") / position, &report)
      }
    }
    if case .cache(let cache) = steps[index].work, !flow.caches.contains(cache) {
      reportMissing("cache", cache, .caches, flow, at: path("cache"), &report)
    }
    checkClearing(steps[index].failures, flow, at: { flow.path(of: index) }, &report)
    if let store = steps[index].store, !flow.caches.contains(store) {
      reportMissing("cache", store, .caches, flow, at: path("store"), &report)
    }
    for position in steps[index].fallback.indices {
      guard case .cache(let cache) = steps[index].fallback[position], !flow.caches.contains(cache) else {
        continue
      }
      reportMissing("cache", cache, .caches, flow, at: path("fallback") / position / "cache", &report)
    }
    for call in flow.requests(of: index) {
      guard let service = call.request.service, flow.serviceIndex[service] == nil else { continue }
      reportMissing("service", service, .services, flow, at: call.path / "service", &report)
    }
    if case .signal(let signal) = steps[index].awaited, !flow.flow.signals.contains(signal) {
      reportMissing("signal", signal, .signals, flow, at: path("await"), &report)
    }
    for given in steps[index].timesFromInputs {
      let path = JSONPointer(tokens: flow.path(of: index).tokens + given.key.tokens)
      checkTimeInput(given.input, flow, at: path, &report)
    }
    // The step that includes a module has the lane, too.
    if let lane = steps[index].lane, steps[index].includer == nil, !flow.lanes.contains(lane) {
      reportMissing("lane", lane, .lanes, flow, at: path("lane"), &report)
    }
    guard let poll = steps[index].poll, !flow.unread.words.contains(steps[index].name) else { return }
    let results =
      steps[index].results.map { $0.name } + steps[index].outcomes.map { $0.name } + [UnreadParts.standInName]
    for (position, name) in poll.until.enumerated() where !results.contains(name) {
      report.add("\"\(steps[index].name)\" has no result \"\(name)\"", at: path("poll") / "until" / position)
    }
  }

  private static func checkTimeInput(
    _ name: String, _ flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    guard let index = flow.inputIndex[name] else {
      return reportMissing("input", name, .inputs, flow, at: path, &report)
    }
    let input = flow.flow.inputs[index]
    guard !flow.unread.contains(.inputs), input.kind != .duration else { return }
    report.add(
      "the input \"\(name)\" is a \(input.kind.rawValue), and only a duration can give a time", at: path)
  }

  /// The landing may be waited for; the visit of a step refuses that it is needed.
  private static func checkStep(
    _ name: String, _ flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    guard name != ReservedWord.landing.rawValue, flow.graph.index[name] == nil else { return }
    if let step = name.repeatedStep, flow.graph.elements(matching: name) != nil {
      return report.add(
        "\"\(name)\" is for conditions only; the group of these steps is \"\(step)\"", at: path)
    }
    guard let kind = flow.otherKind(of: name), !flow.unread.contains(.steps) else {
      return reportMissing("step", name, .steps, flow, at: path, &report)
    }
    report.add("\"\(name)\" is \(kind), not a step", at: path)
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
