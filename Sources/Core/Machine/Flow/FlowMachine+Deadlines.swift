// Group deadlines and the flow's (rules 6 and 7).
extension FlowMachine {
  /// Handles a group's deadline: it cuts late work and settles the members. If a member has no value, the others are
  /// cancelled and the group times out. After the group's end the deadline bounds only late work.
  mutating func groupDeadlinePassed(_ group: Int) {
    let members = plan.members(of: group)
    withCause(.deadline(group)) { machine in
      // The timer has fired, so nothing must be disarmed.
      for step in members where machine.state.steps[step].isLate { machine.stopLateWork(step, .cut) }
      guard machine.isOpen(group) else { return }
      machine.applyDeadline(to: members, cutting: group..<members.upperBound, ofFlow: false)
      guard machine.isOpen(group) else { return }
      machine.stopRoundWait(group)
      machine.cancelMembers(of: group, withLateWork: true)
      machine.settle(group, Settlement(.timedOut))
    }
  }

  /// Settles every open step outside the tail; then the landing rules decide. A no-op after the landing.
  mutating func flowDeadlinePassed() {
    guard state.run.landedRule < 0 else { return }
    let all = 0..<state.steps.count
    withCause(.flowDeadline) { $0.applyDeadline(to: all, cutting: all, ofFlow: true) }
    derived.counts.rulesAreStale = true
  }

  /// Settles the steps of a range in dependency order, then file order. `failFast` has no effect meanwhile: each group
  /// in the range ends by the outcomes of its members, or is cancelled.
  ///
  /// - Parameter groups: The groups that have no time for another round.
  private mutating func applyDeadline(to range: Range<Int>, cutting groups: Range<Int>, ofFlow: Bool) {
    while true {
      settleBlockedSteps(failFast: false, cutting: groups)
      guard let step = nextToSettle(in: range) else { break }
      settleAtDeadline(step, ofFlow: ofFlow)
    }
  }

  private func nextToSettle(in range: Range<Int>) -> Int? {
    let next = min(
      derived.ready.first(from: range.lowerBound) ?? .max,
      derived.active.first(from: range.lowerBound) ?? .max)
    return next < range.upperBound ? next : nil
  }

  private mutating func settleAtDeadline(_ step: Int, ofFlow: Bool) {
    switch (state.steps[step].phase, plan.steps[step].kind) {
    case (.waiting, .group):
      openGroup(step, withDeadline: false)
    case (.pollWait, .group):
      stopRoundWait(step)
      stopGroupDeadline(step)
      settle(step, Settlement(.timedOut))
    case (.waiting, .value):
      start(step)
    case (.waiting, .cache):
      begin(step)
      readCache(step, remoteFallbacks: false)
    case (.waiting, .wait) where isGiven(plan.steps[step].awaited):
      start(step)
    case (.running, _) where ofFlow && plan.steps[step].continues:
      if plan.clocks[step].useFallbackAfter >= 0 { disarm(.useFallbackAfter, step) }
      stopHedge(step, .cut)
      settleAtFlowDeadlineWithLateWork(step)
    default:
      let isAtWork = state.steps[step].isAtWork
      stopWork(step, .cut)
      if isAtWork { disarmOwnClocks(step) }
      settleLocally(step, else: .timedOut)
    }
  }
}
