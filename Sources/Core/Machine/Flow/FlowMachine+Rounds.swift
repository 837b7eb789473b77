import LaunchFlowModel

// The rounds of polled groups: their members run again and again until the group's result ends the polling.
//
// Nobody outside waits for a member or asks about one, so that a member may settle once a round; only the
// group itself settles once. Rounds are counted only until the waits between them
// stop growing: then the state after one is the state before it.
extension FlowMachine {
  /// Whether a group's members run in rounds.
  func isPolled(_ group: Int) -> Bool { plan.clocks[group].pollEvery >= 0 }

  /// The number of what became of a group's members, which have all settled; -1 for nothing with a name.
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

  /// A round has come to nothing that ends the polling: the next one begins later.
  mutating func waitForRound(_ group: Int) {
    derived.doneGroups.remove(group)
    derived.failingGroups.remove(group)
    derived.active.insert(group)
    state.steps[group].phase = .pollWait
    state.steps[group].hasFailedMember = false
    armPoll(group)
  }

  /// Begins the next round: all members are open again. What goes on as late work since the last one ends.
  mutating func beginRound(_ group: Int) {
    let members = group + 1..<max(group + 1, Int(plan.steps[group].end))
    withCause(.group(group)) { machine in
      for step in members where machine.state.steps[step].isLate { machine.stopLateWork(step, .cancelled) }
    }
    causes?.beginRound(group)
    derived.active.remove(group)
    state.steps[group].openMembers = plan.steps[group].memberCount
    for step in members {
      var fresh = FlowState.Step(plan.steps[step])
      fresh.attempt = state.steps[step].attempt
      // Steps outside settle once and have been counted.
      fresh.openWaits = state.steps[step].openWaits
      fresh.lacksNeed = plan.steps[step].needs.contains { place in
        let need = Int(plan.needs[Int(place)])
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

  /// Stops the wait for a group's next round, if it is in one.
  mutating func stopRoundWait(_ group: Int) {
    if state.steps[group].phase == .pollWait { disarm(.pollWake, group) }
  }
}

// On the state and not on the machine, which would be copied at each call from a mutating method.
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
