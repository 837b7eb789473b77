extension FlowRules {
  /// The members of a polled group settle once in each round, so a condition outside of the group may ask only about the
  /// group's result. The results of a group may ask only about its members.
  func beyondRound() {
    for index in flow.steps.indices { checkOutcomes(of: index) }
    let polledGroups = flow.steps.indices.map { step in
      Array(flow.graph.groups(of: step)).last { flow.steps[$0].poll != nil }
    }
    guard polledGroups.contains(where: { $0 != nil }) else { return }
    func add(_ step: Int, _ group: Int, at place: Place) {
      report.add(
        "\"\(flow.steps[step].name)\" settles once in each round of \"\(flow.steps[group].name)\" and is unknown outside of it",
        at: place.path, place.part)
    }
    for index in flow.steps.indices {
      checkAfterLanding(of: index, polledGroups[index])
      for wait in flow.graph.waits(of: index) {
        guard let group = polledGroups[wait.target], !flow.graph.contains(group, index) else { continue }
        add(wait.target, group, at: flow.graph.place(of: wait, from: index))
      }
    }
    func check(_ name: String, at place: Place) {
      guard let step = flow.graph.index[name], let group = polledGroups[step] else { return }
      add(step, group, at: place)
    }
    for position in flow.flow.landings.indices {
      flow.flow.landings[position].forEachWait(at: FlowIndex.path(ofLanding: position), check)
    }
    for fact in flow.flow.promiseConditions.flatMap({ $0.facts }) {
      check(fact.subject, at: Place(fact.path, .key))
    }
  }

  private func checkOutcomes(of group: Int) {
    let step = flow.steps[group]
    for outcome in step.outcomes {
      for fact in outcome.when.facts(at: flow.path(of: group) / "results" / outcome.name) {
        let isForeign =
          flow.graph.index[fact.subject].map { !flow.graph.contains(group, $0) }
          ?? (fact.subject == ReservedWord.landing.rawValue)
        guard isForeign else { continue }
        report.add(
          "the results of \"\(step.name)\" may ask only about its members, but \"\(fact.subject)\" is not one",
          at: fact.path, .key)
      }
    }
  }

  /// A round begins with all members or none, so each member continues after the landing exactly if its group does.
  private func checkAfterLanding(of step: Int, _ group: Int?) {
    guard let group, flow.steps[step].afterLanding == .continue, !flow.graph.continues[group] else { return }
    report.add(
      "a member of the polled group \"\(flow.steps[group].name)\" continues after the landing only if the group does",
      at: flow.path(of: step) / "afterLanding", .key)
  }
}
