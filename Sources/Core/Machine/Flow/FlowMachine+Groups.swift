// Groups (rule 4).
extension FlowMachine {
  /// Whether a group has begun and not settled.
  func isOpen(_ group: Int) -> Bool {
    state.steps[group].phase == .open || state.steps[group].phase == .pollWait
  }

  mutating func openGroup(_ group: Int, withDeadline: Bool) {
    state.steps[group].phase = .open
    begin(group)
    let deadline = plan.clocks[group].deadline
    if withDeadline, deadline >= 0 { arm(.groupDeadline, group, deadline) }
    if plan.steps[group].memberCount == 0 { derived.doneGroups.insert(group) }
    var member = group + 1
    while member < Int(plan.steps[group].end) {
      causes?.released(member, by: .group(group))
      consider(member)
      member = Int(plan.steps[member].end)
    }
  }

  /// Ends a group whose members have all settled, or starts the wait for its next round (not after a deadline).
  mutating func endGroup(_ group: Int, isCut: Bool) {
    let outcome = outcome(of: group)
    // Members that the group's deadline cuts do not make it fail fast.
    let failsFast = !isCut && derived.failingGroups.contains(group)
    let isFinal = !isPolled(group) || plan.endsPolling(group, outcome) || failsFast
    guard isFinal || isCut else {
      waitForRound(group)
      return
    }
    stopGroupDeadline(group)
    let status = state.steps[group].hasFailedMember ? Status.failed : .succeeded
    settle(group, isFinal ? Settlement(status, name: outcome) : Settlement(.timedOut))
  }

  /// Disarms a group's deadline, unless a member has late work.
  mutating func stopGroupDeadline(_ group: Int) {
    guard isOpen(group), plan.clocks[group].deadline >= 0 else { return }
    if state.steps[group].lateMembers == 0 { disarm(.groupDeadline, group) }
  }

  /// Cancels the open members of a group, and its late work if asked. The late work of an inner group is cancelled with
  /// that group.
  mutating func cancelMembers(of group: Int, withLateWork: Bool) {
    let members = plan.members(of: group)
    var lateEnd = withLateWork ? members.upperBound : 0
    for step in members {
      if plan.steps[step].kind == .group {
        if state.steps[step].phase != .settled { lateEnd = max(lateEnd, Int(plan.steps[step].end)) }
      } else if state.steps[step].phase != .settled {
        cancel(step)
      } else if state.steps[step].isLate, step < lateEnd {
        stopLateWork(step, .cancelled)
      }
    }
    for step in members.reversed() where state.steps[step].phase != .settled { cancelGroup(step) }
    stopGroupDeadline(group)
  }

  /// Settles an open plain step as cancelled, without fallbacks.
  mutating func cancel(_ step: Int) {
    let isAtWork = state.steps[step].isAtWork
    stopWork(step, .cancelled)
    if isAtWork { disarmOwnClocks(step) }
    settle(step, Settlement(.cancelled))
  }

  /// Settles an open group as cancelled. Its members have been handled before.
  mutating func cancelGroup(_ group: Int) {
    stopRoundWait(group)
    stopGroupDeadline(group)
    settle(group, Settlement(.cancelled))
  }
}
