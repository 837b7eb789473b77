// The rounds of polled groups: the members run repeatedly until the group's result ends the polling.
//
// A member may settle once in each round, since no step outside waits for it or asks about it. The group itself settles
// once. Rounds are counted only until the waits between them stop growing; after that a round returns to the state
// before it.
extension FlowMachine {
  func isPolled(_ group: Int) -> Bool { plan.clocks[group].pollEvery >= 0 }

  /// The number of the group's result after all members have settled; -1 for none.
  func outcome(of group: Int) -> Int32 {
    let outcomes = plan.steps[group].outcomes
    for place in outcomes {
      let node = plan.outcomes[Int(place)]
      if state.truth(of: node, in: plan) == .yes {
        return place - outcomes.lowerBound
      }
    }
    return -1
  }

  /// Waits for the next round, after one whose result does not end the polling.
  mutating func waitForRound(_ group: Int) {
    derived.doneGroups.remove(group)
    derived.failingGroups.remove(group)
    derived.active.insert(group)
    state.steps[group].phase = .pollWait
    state.steps[group].hasFailedMember = false
    armPoll(group)
  }

  /// Begins the next round: opens all members again and ends late work of the last round.
  mutating func beginRound(_ group: Int) {
    let members = plan.members(of: group)
    withCause(.group(group)) { machine in
      for step in members where machine.state.steps[step].isLate { machine.stopLateWork(step, .cancelled) }
    }
    causes?.beginRound(group)
    derived.active.remove(group)
    state.steps[group].openMembers = plan.steps[group].memberCount
    for step in members {
      var fresh = FlowState.Step(plan.steps[step])
      fresh.attempt = state.steps[step].attempt
      fresh.hedgeAttempt = state.steps[step].hedgeAttempt
      // Steps outside settle once, so their counts stay.
      fresh.openWaits = state.steps[step].openWaits
      fresh.lacksNeed = plan.graph.needs(of: step).map(Int.init).contains { need in
        return !members.contains(need) && state.steps[need].phase == .settled
          && !state.steps[need].status.isAvailable
      }
      state.steps[step] = fresh
    }
    derived.counts.openSteps += members.count
    for step in members {
      for place in plan.steps[step].dependents {
        state.steps[Int(plan.dependents[Int(place)].step)].openWaits += 1
      }
    }
    openGroup(group, withDeadline: false)
  }

  mutating func stopRoundWait(_ group: Int) {
    if state.steps[group].phase == .pollWait { disarm(.pollWake, group) }
  }
}

// A method of the state, since a mutating method of the machine would copy the machine at each call.
extension FlowState {
  /// Whether a step is in a group that may repeat its members.
  package func mayRunAgain(_ step: Int, in plan: FlowPlan) -> Bool {
    var group = Int(plan.steps[step].group)
    while group >= 0 {
      if plan.clocks[group].pollEvery >= 0, steps[group].phase != .settled { return true }
      group = Int(plan.steps[group].group)
    }
    return false
  }
}
