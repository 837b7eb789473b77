/// Names are kebab-case, and no words of the format's own.
enum BadName: Rule {
  static let code = DiagnosticCode.badName

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    let document = flow.flow
    check(document.name, "flow", mayBeReserved: true, at: JSONPointer(tokens: ["flow"]), .value, &report)
    for input in document.inputs { check(input.name, "input", in: "inputs", &report) }
    for cache in document.caches { check(cache.name, "cache", in: "caches", &report) }
    for service in document.services {
      check(service.name, "service", in: "services", &report)
      let path = JSONPointer(tokens: ["services", service.name, "failures"])
      for failure in service.failures {
        check(failure.name, "failure", at: path / failure.name, .key, &report)
      }
    }
    for lane in document.lanes {
      check(lane.name, "lane", in: "lanes", &report)
      if lane.name == Flow.Lane.main {
        report.add(
          "the lane \"main\" always exists, with capacity 1",
          at: JSONPointer(tokens: ["lanes", lane.name]), .key)
      }
    }
    for (position, page) in document.pages.enumerated() {
      // A page is asked for under "landing" alone, where no other word is allowed.
      check(
        page.name, "page", mayBeReserved: true, at: JSONPointer(tokens: ["pages", String(position)]), .value,
        &report)
    }
    for (position, signal) in document.signals.enumerated() {
      let path = JSONPointer(tokens: ["signals", String(position)])
      check(signal, "signal", at: path, .value, &report)
      if signal == Flow.Step.Awaited.onlineWord {
        report.add("\"online\" stands for the offline switch and cannot name a signal", at: path)
      }
    }
    for (position, environment) in document.environments.enumerated() {
      let path = JSONPointer(tokens: ["environments", String(position)])
      check(environment, "environment", mayBeReserved: true, at: path, .value, &report)
    }
    for index in flow.steps.indices {
      check(flow, step: index, &report)
    }
  }

  private static func check(_ flow: FlowIndex, step index: Int, _ report: inout RuleReport) {
    let step = flow.steps[index]
    if let flaw = flaw(step.name) { add(flaw, step.name, "step", at: flow.path(of: index), .key, &report) }
    for result in step.results where flaw(result.name) != nil {
      check(result.name, "result", at: flow.path(of: index) / "results" / result.name, .key, &report)
    }
    for outcome in step.outcomes where flaw(outcome.name) != nil {
      check(outcome.name, "result", at: flow.path(of: index) / "results" / outcome.name, .key, &report)
    }
    for failure in step.failures where flaw(failure.name) != nil {
      check(failure.name, "failure", at: flow.path(of: index) / "failures" / failure.name, .key, &report)
    }
  }

  private enum Flaw {
    case reserved, shape
  }

  private static func flaw(_ name: String, mayBeReserved: Bool = false) -> Flaw? {
    if name == UnreadParts.standInName { return nil }
    if !name.isKebabCase { return .shape }
    return !mayBeReserved && ReservedWord.contains(name) ? .reserved : nil
  }

  private static func check(
    _ name: String, _ what: String, in list: String, _ report: inout RuleReport
  ) {
    check(name, what, at: JSONPointer(tokens: [list, name]), .key, &report)
  }

  private static func check(
    _ name: String, _ what: String, mayBeReserved: Bool = false, at path: JSONPointer, _ part: Place.Part,
    _ report: inout RuleReport
  ) {
    guard let flaw = flaw(name, mayBeReserved: mayBeReserved) else { return }
    add(flaw, name, what, at: path, part, &report)
  }

  private static func add(
    _ flaw: Flaw, _ name: String, _ what: String, at path: JSONPointer, _ part: Place.Part,
    _ report: inout RuleReport
  ) {
    switch flaw {
    case .reserved:
      report.add("\"\(name)\" is a reserved word and cannot name a \(what)", at: path, part)
    case .shape:
      let hint =
        name.kebabCased.map { "write \"\($0)\"" } ?? "use lower-case letters, digits and single hyphens"
      report.add("the \(what) name \"\(name)\" is not in kebab-case", at: path, part, hint: hint)
    }
  }
}
