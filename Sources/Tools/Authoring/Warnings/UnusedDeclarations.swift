import LaunchFlowModel

/// Warns of an input that is not used.
enum UnusedInput {
  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for input in flow.flow.inputs where !uses.inputs.contains(input.name) {
      report.add(
        "nothing uses the input \"\(input.name)\"", at: JSONPointer(tokens: ["inputs", input.name]), .key)
    }
  }
}

/// Warns of a page that no rule lands on.
enum UnusedPage {
  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    let used = Set(flow.flow.landings.map(\.page))
    for (position, page) in flow.flow.pages.map(\.name).enumerated() where !used.contains(page) {
      report.add(
        "no rule lands on the page \"\(page)\"", at: JSONPointer(tokens: ["pages", String(position)]))
    }
  }
}

/// Warns of a cache that is neither read nor filled.
enum UnusedCache {
  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for cache in flow.flow.caches
    where uses.cacheReads[cache.name] == nil && uses.cacheStores[cache.name] == nil {
      report.add(
        "nothing reads or fills the cache \"\(cache.name)\"",
        at: JSONPointer(tokens: ["caches", cache.name]),
        .key)
    }
  }
}

/// Warns of a service that is not called, and that no other service is like.
enum UnusedService {
  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for service in flow.flow.services where !uses.services.contains(service.name) {
      report.add(
        "no step calls the service \"\(service.name)\"",
        at: JSONPointer(tokens: ["services", service.name]), .key)
    }
  }
}

/// Warns of a lane with fewer than two steps: it delays no step.
enum UnusedLane {
  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for lane in flow.flow.lanes where uses.lanes[lane.name] == nil {
      report.add(
        "no step is on the lane \"\(lane.name)\"", at: JSONPointer(tokens: ["lanes", lane.name]), .key)
    }
    for (index, step) in flow.steps.enumerated() {
      guard let lane = step.lane, lane != Flow.Lane.main, uses.lanes[lane] == 1 else { continue }
      report.add(
        "\"\(step.name)\" is alone on the lane \"\(lane)\", so it never waits there",
        at: flow.path(of: index) / "lane")
    }
  }
}

/// Warns of a signal that no step awaits.
enum UnusedSignal {
  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    let awaited = flow.steps.compactMap(\.awaited)
    for (position, signal) in flow.flow.signals.enumerated() where !awaited.contains(.signal(signal)) {
      report.add(
        "no step awaits the signal \"\(signal)\"", at: JSONPointer(tokens: ["signals", String(position)]))
    }
  }
}

/// Warns of a result or failure whose name is not used. A failure is also used if it clears caches, or if its
/// step has a retry, a fallback, or a notice that refers to it.
enum UnusedOutcome {
  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
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
}

/// Warns of a constant that no step refers to, waits for or asks for.
enum UnusedValue {
  static func check(_ flow: FlowIndex, _ uses: FlowUses, _ report: inout RuleReport) {
    for (index, step) in flow.steps.enumerated() {
      guard case .value = step.work, uses.referrers[index].isEmpty, flow.graph.dependents(of: index).isEmpty,
        uses.asked[index].isEmpty, !uses.noticed.contains(index), !uses.landedAfter.contains(index)
      else { continue }
      report.add(
        "nothing uses the constant \"\(step.name)\"", at: flow.path(of: index), .key)
    }
  }
}
