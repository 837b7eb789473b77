extension FlowRules {
  /// Nothing outside the tail waits for it: no landing rule and no group.
  func dependsOnTail() {
    let isInTail = flow.graph.isInTail
    for index in flow.steps.indices where isInTail[index] {
      guard let parent = flow.graph.parents[index], !isInTail[parent] else { continue }
      report.add(
        "\"\(flow.steps[index].name)\" waits for the landing, but its group \"\(flow.steps[parent].name)\" does not",
        at: flow.path(of: index), .key)
    }
    for (position, landing) in flow.flow.landings.enumerated() {
      let path = FlowIndex.path(ofLanding: position)
      landing.forEachWait(at: path) { name, place in
        if name == ReservedWord.landing.rawValue {
          report.add("a landing rule cannot wait for the landing", at: place.path, place.part)
        } else if self.isInTail(name) {
          report.add(
            "a landing rule cannot wait for \"\(name)\", which waits for the landing", at: place.path,
            place.part)
        }
      }
      for (place, notice) in landing.notices.enumerated() {
        check(notice, at: landing.path(ofNotice: place, at: path))
      }
    }
  }

  private func isInTail(_ name: String) -> Bool {
    flow.graph.index[name].map { flow.graph.isInTail[$0] } ?? false
  }

  private func check(_ notice: Flow.Notice, at path: JSONPointer) {
    for reference in (try? Template(notice.text))?.references ?? [] where isInTail(reference.subject) {
      report.add(
        "a notice cannot refer to \"\(reference.subject)\", which waits for the landing", at: path)
    }
    for fact in notice.when?.facts(at: path / "when") ?? [] {
      if fact.subject == ReservedWord.landing.rawValue {
        report.add("a notice cannot ask for the landing that it belongs to", at: fact.path, .key)
      } else if isInTail(fact.subject) {
        report.add(
          "a notice cannot ask for \"\(fact.subject)\", which waits for the landing", at: fact.path, .key)
      }
    }
  }
}
