extension FlowRules {
  /// Names refer to declared steps, pages, caches, services, environments and lanes.
  func unknownNames() {
    unknownNamesOfServices()
    for index in flow.steps.indices { unknownNames(of: index) }
    for (position, landing) in flow.flow.landings.enumerated() {
      let path = FlowIndex.path(ofLanding: position)
      checkPage(landing.page, at: path / "page")
      for (place, name) in landing.after.enumerated() { checkStep(name, at: path / "after" / place) }
    }
    for (position, promise) in flow.flow.promises.enumerated() {
      guard case .within(_, let page?) = promise else { continue }
      checkPage(page, at: JSONPointer(tokens: ["promises", String(position), "landing"]))
    }
  }

  /// Reports a name that is not declared, unless it or a declaration could not be read.
  @inline(never)
  private func reportMissing(
    _ kind: String, _ name: String, _ names: UnreadParts.Names, at path: JSONPointer,
    part: Place.Part = .value
  ) {
    guard name != UnreadParts.standInName, !flow.unread.contains(names) else { return }
    report.add("no \(kind) \"\(name)\" is declared", at: path, part)
  }

  func checkPage(_ page: String, at path: JSONPointer) {
    guard !flow.pages.contains(page), !flow.misspeltPages.contains(page) else { return }
    reportMissing("page", page, .pages, at: path)
  }

  private func checkClearing(_ failures: [Flow.Failure], at path: () -> JSONPointer) {
    for failure in failures {
      guard let name = failure.clears, flow.flow.caches(named: name).isEmpty else { continue }
      reportMissing(
        "cache and no scope", name, .caches, at: path() / "failures" / failure.name / "clears")
    }
  }

  private func unknownNamesOfServices() {
    let environments = Set(flow.flow.environments)
    for service in flow.flow.services {
      let path = JSONPointer(tokens: ["services", service.name])
      if let like = service.like, flow.serviceIndex[like] == nil {
        reportMissing("service", like, .services, at: path / "like")
      }
      checkClearing(service.failures) { path }
      guard case .byEnvironment(let addresses) = service.baseURL else { continue }
      for entry in addresses where !environments.contains(entry.environment) {
        reportMissing(
          "environment", entry.environment, .environments, at: path / "baseURL" / entry.environment,
          part: .key)
      }
    }
  }

  private func unknownNames(of index: Int) {
    let steps = flow.steps
    func path(_ key: String) -> JSONPointer { flow.path(of: index) / key }
    func checkCache(_ cache: String?, at path: @autoclosure () -> JSONPointer) {
      if let cache, !flow.caches.contains(cache) { reportMissing("cache", cache, .caches, at: path()) }
    }
    // Every known name makes a wait, so most steps need no further look.
    let known = flow.graph.waits(of: index).count { $0.kind != .when }
    if known < steps[index].needs.count + steps[index].after.count {
      for (position, name) in steps[index].needs.enumerated() {
        checkStep(name, at: path("needs") / position)
      }
      for (position, name) in steps[index].after.enumerated() {
        checkStep(name, at: path("after") / position)
      }
    }
    checkCache(steps[index].work.cache, at: path("cache"))
    checkClearing(steps[index].failures) { flow.path(of: index) }
    checkCache(steps[index].store, at: path("store"))
    for (position, fallback) in steps[index].fallback.enumerated() {
      checkCache(fallback.work.cache, at: path("fallback") / position / "cache")
    }
    for call in flow.requests(of: index) {
      guard let service = call.request.service, flow.serviceIndex[service] == nil else { continue }
      reportMissing("service", service, .services, at: call.path / "service")
    }
    if let signal = steps[index].awaitedSignal, !flow.flow.signals.contains(signal) {
      reportMissing("signal", signal, .signals, at: path("await"))
    }
    for given in steps[index].timesFromInputs {
      checkTimeInput(given.input, at: JSONPointer(tokens: flow.path(of: index).tokens + given.key.tokens))
    }
    // The step that includes a module has the lane, too.
    if let lane = steps[index].lane, steps[index].includer == nil, !flow.lanes.contains(lane) {
      reportMissing("lane", lane, .lanes, at: path("lane"))
    }
    guard let poll = steps[index].poll, !flow.unread.words.contains(steps[index].name) else { return }
    let results =
      steps[index].results.map { $0.name } + steps[index].outcomes.map { $0.name } + [UnreadParts.standInName]
    for (position, name) in poll.until.enumerated() where !results.contains(name) {
      report.add("\"\(steps[index].name)\" has no result \"\(name)\"", at: path("poll") / "until" / position)
    }
  }

  private func checkTimeInput(_ name: String, at path: JSONPointer) {
    guard let index = flow.inputIndex[name] else {
      return reportMissing("input", name, .inputs, at: path)
    }
    let input = flow.flow.inputs[index]
    guard !flow.unread.contains(.inputs), input.kind != .duration else { return }
    report.add(
      "the input \"\(name)\" is a \(input.kind.rawValue), and only a duration can give a time", at: path)
  }

  /// The landing may be waited for; the visit of a step refuses that it is needed.
  private func checkStep(_ name: String, at path: JSONPointer) {
    guard name != ReservedWord.landing.rawValue, flow.graph.index[name] == nil else { return }
    if let step = name.repeatedStep, flow.graph.elements(matching: name) != nil {
      return report.add(
        "\"\(name)\" is for conditions only; the group of these steps is \"\(step)\"", at: path)
    }
    guard let kind = flow.otherKind(of: name), !flow.unread.contains(.steps) else {
      return reportMissing("step", name, .steps, at: path)
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
