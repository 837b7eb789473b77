// The landing (rules 3 and 7) and the run's cancellation.
extension FlowMachine {
  /// Reads the landing rules if a step that they name has settled since the last reading; true if the run lands.
  mutating func readLandingRules() -> Bool {
    guard state.run.landedRule < 0, derived.counts.rulesAreStale else { return false }
    derived.counts.rulesAreStale = false
    var noted = -1
    while derived.counts.firstRule < derived.rules.count, derived.rules[derived.counts.firstRule].truth == .no
    { derived.counts.firstRule += 1 }
    for index in derived.counts.firstRule..<derived.rules.count {
      var truth = derived.rules[index].truth
      if truth == .no { continue }
      let rule = plan.rules[index]
      if truth == .unknown, derived.rules[index].isStale {
        derived.rules[index].isStale = false
        truth = state.truth(of: rule.condition, in: plan)
        derived.rules[index].truth = truth
        if truth == .no { continue }
      }
      if derived.rules[index].waits > 0 { return false }
      if noted < 0 {
        noted = index
      } else if plan.rules[noted].agreement != rule.agreement {
        return false
      }
      if truth == .yes {
        land(noted)
        return true
      }
    }
    return false
  }

  private mutating func land(_ rule: Int) {
    withholdNotices(rule)
    state.run.landedRule = Int32(rule)
    disarm(.flowDeadline, -1)
    if let cause = causes?.landing { emit(.caused(cause)) }
    emit(.landed(rule: rule, isDegraded: state.run.isDegraded, isCancelled: state.run.isCancelled))
    if endsAtLanding { return }
    withCause(.landing) { $0.endWork(includingContinuing: false) }
    for place in plan.landingDependents {
      tell(plan.dependents[Int(place)], isAvailable: true, by: .landing)
    }
  }

  /// Emits the notices whose conditions do not hold at the landing.
  private mutating func withholdNotices(_ rule: Int) {
    guard !endsAtLanding else { return }
    for (place, index) in plan.rules[rule].noticeConditions.enumerated() {
      let condition = plan.noticeConditions[Int(index)]
      if condition >= 0, state.truth(of: condition, in: plan) != .yes { emit(.noticeWithheld(place: place)) }
    }
  }

  /// Cancels every open step and all late work, except in the tail and, unless told otherwise, in steps that continue.
  /// A group stays open for open members that are kept; otherwise it is cancelled with its late work.
  private mutating func endWork(includingContinuing: Bool) {
    func isKept(_ step: Int) -> Bool {
      plan.steps[step].isTail || plan.steps[step].continues && !includingContinuing
    }
    for step in state.steps.indices where plan.steps[step].kind != .group && !isKept(step) {
      if state.steps[step].phase != .settled {
        cancel(step)
      } else if state.steps[step].isLate {
        stopLateWork(step, .cancelled)
      }
    }
    for group in state.steps.indices.reversed() where plan.steps[group].kind == .group {
      guard state.steps[group].phase != .settled, !isKept(group), state.steps[group].openMembers == 0
      else { continue }
      if state.steps[group].lateMembers > 0 {
        for member in plan.members(of: group) where state.steps[member].isLate {
          stopLateWork(member, .cancelled)
        }
      }
      cancelGroup(group)
    }
  }

  /// Settles every open step outside the tail as cancelled; then the rules decide. A no-op after the landing.
  mutating func cancelRun() {
    guard state.run.landedRule < 0, !state.run.isCancelled else { return }
    state.run.isCancelled = true
    note(.cancelled)
    withCause(.cancellation) { $0.endWork(includingContinuing: true) }
    derived.counts.rulesAreStale = true
  }
}
