/// Names refer to declared steps, pages, caches, services, environments and lanes.
enum UnknownName: Rule {
  static let code = DiagnosticCode.unknownName

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    checkServices(flow, &report)
    for index in flow.steps.indices { check(flow, step: index, &report) }
    for (position, landing) in flow.flow.landings.enumerated() {
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
  private static func check(
    _ isDeclared: Bool, _ kind: String, _ name: String, _ names: UnreadParts.Names, _ flow: FlowIndex,
    at path: @autoclosure () -> JSONPointer, part: Place.Part = .value, _ report: inout RuleReport
  ) {
    guard !isDeclared, name != UnreadParts.standInName, !flow.unread.names.contains(names) else { return }
    report.add("no \(kind) \"\(name)\" is declared", at: path(), part)
  }

  static func checkPage(_ page: String, _ flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport) {
    let isDeclared = flow.pages.contains(page) || flow.misspeltPages.contains(page)
    check(isDeclared, "page", page, .pages, flow, at: path, &report)
  }

  private static func checkService(
    _ service: String, _ flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    check(flow.serviceIndex[service] != nil, "service", service, .services, flow, at: path, &report)
  }

  private static func checkCache(
    _ cache: String, _ flow: FlowIndex, at path: @autoclosure () -> JSONPointer, _ report: inout RuleReport
  ) {
    check(flow.caches.contains(cache), "cache", cache, .caches, flow, at: path(), &report)
  }

  private static func checkClearing(
    _ failures: [Flow.Failure], _ flow: FlowIndex, at path: @autoclosure () -> JSONPointer,
    _ report: inout RuleReport
  ) {
    for failure in failures {
      guard let name = failure.clears else { continue }
      check(
        !flow.flow.caches(named: name).isEmpty, "cache and no scope", name, .caches, flow,
        at: path() / failure.name / "clears", &report)
    }
  }

  private static func checkServices(_ flow: FlowIndex, _ report: inout RuleReport) {
    let environments = Set(flow.flow.environments)
    for service in flow.flow.services {
      let path = JSONPointer(tokens: ["services", service.name])
      if let like = service.like { checkService(like, flow, at: path / "like", &report) }
      checkClearing(service.failures, flow, at: path / "failures", &report)
      guard case .byEnvironment(let addresses) = service.baseURL else { continue }
      for name in addresses.map({ $0.environment }) {
        check(
          environments.contains(name), "environment", name, .environments, flow,
          at: path / "baseURL" / name, part: .key, &report)
      }
    }
  }

  private static func check(_ flow: FlowIndex, step index: Int, _ report: inout RuleReport) {
    let step = flow.steps[index]
    func path(_ key: String) -> JSONPointer { flow.path(of: index) / key }
    for (position, name) in step.needs.enumerated() where flow.graph.index[name] == nil {
      checkStep(name, flow, at: path("needs") / position, &report)
    }
    for (position, name) in step.after.enumerated() where flow.graph.index[name] == nil {
      checkStep(name, flow, at: path("after") / position, &report)
    }
    if case .cache(let cache) = step.work { checkCache(cache, flow, at: path("cache"), &report) }
    checkClearing(step.failures, flow, at: path("failures"), &report)
    if let store = step.store { checkCache(store, flow, at: path("store"), &report) }
    for position in step.fallback.indices {
      guard case .cache(let cache) = step.fallback[position] else { continue }
      checkCache(cache, flow, at: path("fallback") / position / "cache", &report)
    }
    for call in flow.requests(of: index) {
      if let service = call.request.service {
        checkService(service, flow, at: call.path / "service", &report)
      }
    }
    if case .signal(let signal) = step.awaited {
      check(
        flow.flow.signals.contains(signal), "signal", signal, .signals, flow, at: path("await"), &report)
    }
    for given in step.timesFromInputs {
      let path = JSONPointer(tokens: flow.path(of: index).tokens + given.key.tokens)
      checkTimeInput(given.input, flow, at: path, &report)
    }
    if let lane = step.lane {
      check(flow.lanes.contains(lane), "lane", lane, .lanes, flow, at: path("lane"), &report)
    }
    guard let poll = step.poll, !flow.unread.words.contains(step.name) else { return }
    let results = step.results.map { $0.name } + step.outcomes.map { $0.name } + [UnreadParts.standInName]
    for (position, name) in poll.until.enumerated() where !results.contains(name) {
      report.add("\"\(step.name)\" has no result \"\(name)\"", at: path("poll") / "until" / position)
    }
  }

  private static func checkTimeInput(
    _ name: String, _ flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    check(flow.inputIndex[name] != nil, "input", name, .inputs, flow, at: path, &report)
    guard !flow.unread.names.contains(.inputs), let index = flow.inputIndex[name] else { return }
    let input = flow.flow.inputs[index]
    guard input.kind != .duration else { return }
    report.add(
      "the input \"\(name)\" is a \(input.kind.rawValue), and only a duration can give a time", at: path)
  }

  /// The landing may be waited for; the visit of a step refuses that it is needed.
  private static func checkStep(
    _ name: String, _ flow: FlowIndex, at path: JSONPointer, _ report: inout RuleReport
  ) {
    guard name != ReservedWord.landing.rawValue else { return }
    guard let kind = flow.otherKind(of: name), flow.graph.index[name] == nil,
      !flow.unread.names.contains(.steps)
    else { return check(flow.graph.index[name] != nil, "step", name, .steps, flow, at: path, &report) }
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
