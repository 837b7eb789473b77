/// The members of a polled group settle once in each round, so a condition outside of the group may ask only about the
/// group's result. The results of a group may ask only about its members.
enum BeyondRound: Rule {
  static let code = DiagnosticCode.beyondRound

  static func check(_ flow: FlowIndex, _ report: inout RuleReport) {
    for index in flow.steps.indices { checkOutcomes(flow, of: index, &report) }
    let polledGroups = flow.steps.indices.map { outermostPolledGroup(of: $0, flow) }
    guard polledGroups.contains(where: { $0 != nil }) else { return }
    for index in flow.steps.indices {
      checkAfterLanding(flow, of: index, polledGroups[index], &report)
      for edge in flow.graph.waits(of: index) {
        guard let group = polledGroups[edge.target], !isWithin(index, group, flow) else { continue }
        let place = flow.graph.place(of: edge, from: index)
        add(flow, edge.target, group, at: place.path, place.part, &report)
      }
    }
    func check(_ name: String, at path: JSONPointer, _ part: Place.Part) {
      guard let step = flow.graph.index[name], let group = polledGroups[step] else { return }
      add(flow, step, group, at: path, part, &report)
    }
    for position in flow.flow.landings.indices {
      let landing = flow.flow.landings[position]
      let path = JSONPointer(tokens: ["landings", String(position)])
      for (place, name) in landing.after.enumerated() { check(name, at: path / "after" / place, .value) }
      for fact in landing.when?.facts(at: path / "when") ?? [] {
        check(fact.subject, at: fact.path, .key)
      }
    }
    for condition in flow.promiseConditions {
      for fact in condition.facts { check(fact.subject, at: fact.path, .key) }
    }
  }

  private static func add(
    _ flow: FlowIndex, _ step: Int, _ group: Int, at path: JSONPointer, _ part: Place.Part,
    _ report: inout RuleReport
  ) {
    let (name, groupName) = (flow.steps[step].name, flow.steps[group].name)
    report.add(
      "\"\(name)\" settles once in each round of \"\(groupName)\" and is unknown outside of it",
      at: path, part)
  }

  private static func outermostPolledGroup(of step: Int, _ flow: FlowIndex) -> Int? {
    Array(flow.graph.groups(of: step)).last { flow.steps[$0].poll != nil }
  }

  private static func isWithin(_ step: Int, _ group: Int, _ flow: FlowIndex) -> Bool {
    flow.graph.contains(group, step)
  }

  private static func checkOutcomes(_ flow: FlowIndex, of group: Int, _ report: inout RuleReport) {
    let step = flow.steps[group]
    for outcome in step.outcomes {
      for fact in outcome.when.facts(at: flow.path(of: group) / "results" / outcome.name) {
        let isForeign =
          flow.graph.index[fact.subject].map { !isWithin($0, group, flow) }
          ?? (fact.subject == ReservedWord.landing.rawValue)
        guard isForeign else { continue }
        report.add(
          "the results of \"\(step.name)\" may ask only about its members, but \"\(fact.subject)\" is not one",
          at: fact.path,
          .key)
      }
    }
  }

  /// A round begins with all members or none, so each member continues after the landing exactly if its group does.
  private static func checkAfterLanding(
    _ flow: FlowIndex, of step: Int, _ group: Int?, _ report: inout RuleReport
  ) {
    guard let group, flow.steps[step].afterLanding == .continue else { return }
    guard !flow.graph.continues[group] else { return }
    report.add(
      "a member of the polled group \"\(flow.steps[group].name)\" continues after the landing only if the group does",
      at: flow.path(of: step) / "afterLanding", .key)
  }
}
