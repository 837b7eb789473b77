/// Each name is declared once. Steps and inputs share one namespace, and groups have none of their own. The reader
/// reports repeated keys of an object.
enum DuplicateName: Rule {
  static let code = DiagnosticCode.duplicateName

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    let document = flow.flow
    checkStepsAndInputs(flow, &report)
    check(document.pages.enumerated().map { ($1.name, ["pages", String($0)]) }, "page", .value, &report)
    check(
      document.environments.enumerated().map { ($1, ["environments", String($0)]) }, "environment", .value,
      &report)
    check(document.signals.enumerated().map { ($1, ["signals", String($0)]) }, "signal", .value, &report)
    check(document.caches.map { ($0.name, ["caches", $0.name]) }, "cache", .key, &report)
    check(document.services.map { ($0.name, ["services", $0.name]) }, "service", .key, &report)
    for index in flow.steps.indices { checkWords(flow, step: index, &report) }
  }

  private static func check(
    _ names: [(name: String, path: [String])], _ what: String, _ part: Place.Part, _ report: inout RuleReport
  ) {
    var first: [String: [String]] = [:]
    for (name, path) in names where name != UnreadParts.standInName {
      if let earlier = first[name] {
        add(
          "the \(what) \"\(name)\" is declared twice", at: JSONPointer(tokens: path),
          JSONPointer(tokens: earlier), part, &report)
      } else {
        first[name] = path
      }
    }
  }

  private static func add(
    _ message: String, at path: JSONPointer, _ earlier: JSONPointer, _ part: Place.Part,
    _ report: inout RuleReport
  ) {
    report.add(
      message, at: path, part, notes: [Diagnostic.Note("it is first declared here", at: Place(earlier, part))]
    )
  }

  private static func checkStepsAndInputs(_ flow: FlowIndex, _ report: inout RuleReport) {
    for (index, step) in flow.steps.enumerated() {
      let name = step.name
      if flow.inputIndex[name] != nil {
        add(
          "\"\(name)\" is a step and an input, but they share one namespace", at: flow.path(of: index),
          JSONPointer(tokens: ["inputs", name]), .key, &report)
      } else if let first = flow.graph.index[name], first != index {
        add(
          "the step \"\(name)\" is declared twice", at: flow.path(of: index), flow.path(of: first), .key,
          &report)
      }
    }
  }

  /// A word in a condition must mean one thing.
  private static func checkWords(_ flow: FlowIndex, step index: Int, _ report: inout RuleReport) {
    let step = flow.steps[index]
    guard !step.results.isEmpty else { return }
    let failures = Set((step.failures + flow.serviceFailures(of: index)).map { $0.name })
    for result in step.results where failures.contains(result.name) {
      report.add(
        "\"\(result.name)\" is both a result and a failure of \"\(step.name)\"",
        at: flow.path(of: index) / "results" / result.name, .key)
    }
  }
}
