import LaunchFlowModel

// The rounds of polled groups: their members run again and again until the group's result ends the polling.
//
// Nobody outside waits for a member or asks about one, so that a member may settle once a round; only the
// group itself settles once. No round is counted: the state after one is the state before it.
extension FlowMachine {
  /// Whether a group's members run in rounds.
  func isPolled(_ group: Int) -> Bool { plan.clocks[group].pollEvery >= 0 }

  /// Whether a step stands in a group that may go through its members once more.
  package func mayRunAgain(_ step: Int) -> Bool {
    var group = Int(plan.steps[step].group)
    while group >= 0 {
      if isPolled(group), steps[group].phase != .settled { return true }
      group = Int(plan.steps[group].group)
    }
    return false
  }

  /// The number of what became of a group's members, which have all settled; -1 for nothing with a name.
  func outcome(of group: Int) -> Int32 {
    let outcomes = plan.steps[group].outcomes
    for place in outcomes {
      let node = plan.outcomes[Int(place)]
      if Self.truth(of: node, plan, steps, snapshot, landedRule) == .yes {
        return place - outcomes.lowerBound
      }
    }
    return -1
  }

  /// A round has come to nothing that ends the polling: the next one begins later.
  mutating func waitForRound(_ group: Int) {
    doneGroups.remove(group)
    failingGroups.remove(group)
    active.insert(group)
    steps[group].phase = .pollWait
    steps[group].hasFailedMember = false
    note(.waiting(step: group, .poll, nanoseconds: plan.clocks[group].pollEvery))
    emit(.arm(FlowTimer(.pollWake, of: group), nanoseconds: plan.clocks[group].pollEvery, jitter: false))
  }

  /// Begins the next round: all members are open again. What goes on as late work since the last one ends.
  mutating func beginRound(_ group: Int) {
    let members = group + 1..<max(group + 1, Int(plan.steps[group].end))
    for step in members where steps[step].isLate { stopLateWork(step, .cancelled) }
    active.remove(group)
    steps[group].openMembers = plan.steps[group].memberCount
    for step in members {
      var state = StepState()
      state.attempt = steps[step].attempt
      // Of what it waits for outside it has heard once and for all.
      state.openWaits = steps[step].openWaits
      state.openMembers = plan.steps[step].memberCount
      state.lacksNeed = plan.steps[step].needs.contains { place in
        let need = Int(plan.needs[Int(place)])
        return !members.contains(need) && steps[need].phase == .settled && !steps[need].status.isAvailable
      }
      steps[step] = state
    }
    openSteps += members.count
    for step in members {
      for place in plan.steps[step].dependents {
        steps[Int(plan.dependents[Int(place)].step)].openWaits += 1
      }
    }
    openGroup(group, withDeadline: false)
  }

  /// Stops the wait for a group's next round, if it is in one.
  mutating func stopRoundWait(_ group: Int) {
    if steps[group].phase == .pollWait { disarm(.pollWake, group) }
  }
}
