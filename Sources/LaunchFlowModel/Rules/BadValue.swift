/// The values of an input, and its default, are of its type, and a condition does not count to more than it has.
enum BadValue: Rule {
  static let code = DiagnosticCode.badValue

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    checkInputs(flow, &report)
    for (condition, path) in flow.conditions { checkCounts(of: condition, at: path, &report) }
  }

  private static func checkCounts(of condition: Condition, at path: JSONPointer, _ report: inout RuleReport) {
    for quorum in condition.quorums(at: path) where !(1...max(1, quorum.of)).contains(quorum.count) {
      report.add(
        quorum.count < 1
          ? "\(quorum.count) conditions always hold"
          : "\(quorum.count) of \(quorum.of) conditions never hold", at: quorum.path / "count")
    }
  }

  /// A proof takes any time that a duration may have, so its range is declared.
  private static func checkRange(of input: Flow.Input, at path: JSONPointer, _ report: inout RuleReport) {
    guard input.kind == .duration else {
      for (key, time) in [("min", input.minimum), ("max", input.maximum)] where time != nil {
        report.add("\"\(key)\" is only allowed with \"type\": \"duration\"", at: path / key, .key)
      }
      return
    }
    if !input.values.isEmpty {
      report.add("a duration has no list of values", at: path / "values", .key)
    }
    guard let minimum = input.minimum, let maximum = input.maximum else {
      report.add(
        "the duration \"\(input.name)\" has no \(input.minimum == nil ? "\"min\"" : "\"max\"")", at: path,
        .key)
      return
    }
    if minimum > maximum { report.add("\"min\" is longer than \"max\"", at: path / "min") }
  }

  private static func checkInputs(_ flow: FlowIndex, _ report: inout RuleReport) {
    guard !flow.unread.names.contains(.inputs) else { return }
    for input in flow.flow.inputs {
      let path = JSONPointer(tokens: ["inputs", input.name])
      var unrestricted = input
      unrestricted.values = []
      for (position, value) in input.values.enumerated() {
        if let problem = unrestricted.problem(with: value) {
          report.add(problem, at: path / "values" / position)
        }
      }
      checkRange(of: input, at: path, &report)
      if let value = input.defaultValue, let problem = input.problem(with: value) {
        report.add(problem, at: path / "default")
      }
    }
  }
}
