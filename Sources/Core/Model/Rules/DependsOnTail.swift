/// Nothing outside the tail waits for it: no landing rule and no group.
enum DependsOnTail: Rule {
  static let code = DiagnosticCode.dependsOnTail

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    let isInTail = flow.graph.isInTail
    for index in flow.steps.indices where isInTail[index] {
      guard let parent = flow.graph.parents[index], !isInTail[parent] else { continue }
      report.add(
        "\"\(flow.steps[index].name)\" waits for the landing, but its group \"\(flow.steps[parent].name)\" does not",
        at: flow.path(of: index), .key)
    }
    for position in flow.flow.landings.indices {
      let path = JSONPointer(tokens: ["landings", String(position)])
      check(flow.flow.landings[position], flow, isInTail, at: path, &report)
    }
  }

  private static func check(
    _ landing: Flow.Landing, _ flow: FlowIndex, _ isInTail: [Bool], at path: JSONPointer,
    _ report: inout RuleReport
  ) {
    func check(_ name: String, at path: JSONPointer, _ part: Place.Part) {
      if name == ReservedWord.landing.rawValue {
        report.add("a landing rule cannot wait for the landing", at: path, part)
      } else if let step = flow.graph.index[name], isInTail[step] {
        report.add(
          "a landing rule cannot wait for \"\(name)\", which waits for the landing", at: path, part)
      }
    }
    for (place, name) in landing.after.enumerated() { check(name, at: path / "after" / place, .value) }
    for fact in landing.when?.facts(at: path / "when") ?? [] { check(fact.subject, at: fact.path, .key) }
    for (place, notice) in landing.notices.enumerated() {
      Self.check(notice, flow, isInTail, at: landing.path(ofNotice: place, at: path), &report)
    }
  }

  private static func check(
    _ notice: Flow.Notice, _ flow: FlowIndex, _ isInTail: [Bool], at path: JSONPointer,
    _ report: inout RuleReport
  ) {
    for reference in (try? Template(notice.text))?.references ?? [] {
      guard let step = flow.graph.index[reference.subject], isInTail[step] else { continue }
      report.add(
        "a notice cannot refer to \"\(reference.subject)\", which waits for the landing", at: path)
    }
    for fact in notice.when?.facts(at: path / "when") ?? [] {
      if fact.subject == ReservedWord.landing.rawValue {
        report.add("a notice cannot ask for the landing that it belongs to", at: fact.path, .key)
      } else if let step = flow.graph.index[fact.subject], isInTail[step] {
        report.add(
          "a notice cannot ask for \"\(fact.subject)\", which waits for the landing", at: fact.path, .key)
      }
    }
  }
}
