// Declared names that nothing uses.
extension FlowWarnings {
  func unusedInput() {
    check("inputs", flow.flow.inputs.map(\.name), "nothing uses the input", uses.inputs.contains)
  }

  func unusedPage() {
    let used = Set(flow.flow.landings.map(\.page))
    check("pages", flow.flow.pages.map(\.name), "no rule lands on the page", used.contains)
  }

  func unusedCache() {
    for cache in flow.flow.caches
    where uses.cacheReads[cache.name] == nil && uses.cacheStores[cache.name] == nil {
      report.add("nothing reads or fills the cache \"\(cache.name)\"", at: cache.path, .key)
    }
  }

  func unusedService() {
    check("services", flow.flow.services.map(\.name), "no step calls the service", uses.services.contains)
  }

  func unusedSignal() {
    let awaited = flow.steps.compactMap(\.awaited)
    check("signals", flow.flow.signals, "no step awaits the signal") {
      awaited.contains(.signal($0))
    }
  }

  /// A lane with one step delays no step either.
  func unusedLane() {
    check("lanes", flow.flow.lanes.map(\.name), "no step is on the lane") { uses.lanes[$0] != nil }
    for (index, step) in flow.steps.enumerated() {
      guard let lane = step.lane, lane != Flow.Lane.main, uses.lanes[lane] == 1 else { continue }
      report.add(
        "\"\(step.name)\" is alone on the lane \"\(lane)\", so it never waits there",
        at: flow.path(of: index) / "lane")
    }
  }

  /// - Parameter list: The key of the names. Pages and signals are lists, the others objects.
  private func check(_ list: String, _ names: [String], _ words: String, _ isUsed: (String) -> Bool) {
    let isObject = list != "pages" && list != "signals"
    for (position, name) in names.enumerated() where !isUsed(name) {
      let path = JSONPointer(tokens: [list, isObject ? name : String(position)])
      report.add("\(words) \"\(name)\"", at: path, isObject ? .key : .value)
    }
  }

  /// Warns of a result or failure whose name is not used. A failure is also used if it clears caches, or if its
  /// step has a retry, a fallback, or a notice that refers to it.
  func unusedOutcome() {
    for (index, step) in flow.steps.enumerated() {
      for name in step.results.map(\.name) + step.outcomes.map(\.name)
      where !uses.asked[index].contains(name) && step.poll?.until.contains(name) != true {
        report.add(
          "no condition asks whether \"\(step.name)\" is \"\(name)\"",
          at: flow.path(of: index) / "results" / name, .key)
      }
      guard flow.flow.retry(of: step) == nil, step.fallback.isEmpty,
        !uses.noticed.contains(index)
      else { continue }
      for failure in step.failures
      where failure.clears == nil && !uses.asked[index].contains(failure.name) {
        report.add(
          "no condition asks whether \"\(step.name)\" is \"\(failure.name)\"",
          at: flow.path(of: index) / "failures" / failure.name, .key)
      }
    }
  }

  /// Warns of a constant that no step refers to, waits for or asks for.
  func unusedValue() {
    for (index, step) in flow.steps.enumerated() {
      guard case .value = step.work, uses.referrers[index].isEmpty, flow.graph.dependents(of: index).isEmpty,
        uses.asked[index].isEmpty, !uses.noticed.contains(index), !uses.landedAfter.contains(index)
      else { continue }
      report.add(
        "nothing uses the constant \"\(step.name)\"", at: flow.path(of: index), .key)
    }
  }
}
