import LaunchFlowModel

// The landing (exact rules 3 and 7) and the run's cancellation.
extension FlowMachine {
  /// Reads the landing rules, if anything that they name has settled since; true when the run lands.
  mutating func readLandingRules() -> Bool {
    guard landedRule < 0, rulesAreStale else { return false }
    rulesAreStale = false
    var noted = -1
    while firstRule < ruleTruths.count, ruleTruths[firstRule] == .no { firstRule += 1 }
    for index in firstRule..<ruleTruths.count {
      var truth = ruleTruths[index]
      if truth == .no { continue }
      let rule = plan.rules[index]
      if truth == .unknown, ruleIsStale[index] {
        ruleIsStale[index] = false
        truth = Self.truth(of: rule.condition, plan, steps, snapshot, landedRule)
        ruleTruths[index] = truth
        if truth == .no { continue }
      }
      if ruleWaits[index] > 0 { return false }
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
    landedRule = Int32(rule)
    disarm(.flowDeadline, -1)
    emit(.landed(rule: rule, isDegraded: isDegraded, isCancelled: isCancelled))
    if endsAtLanding { return }
    endWork(includingContinuing: false)
    for place in plan.landingDependents { tell(plan.dependents[Int(place)], isAvailable: true) }
  }

  /// Cancels every open step and all late work but the tail and, unless told, what continues. A group stays
  /// open for kept members that are open; else it is cancelled, and its late work with it.
  private mutating func endWork(includingContinuing: Bool) {
    func isKept(_ step: Int) -> Bool {
      plan.steps[step].isTail || plan.steps[step].continues && !includingContinuing
    }
    for step in steps.indices where plan.steps[step].kind != .group && !isKept(step) {
      if steps[step].phase != .settled {
        cancel(step)
      } else if steps[step].isLate {
        stopLateWork(step, .cancelled)
      }
    }
    for group in steps.indices.reversed() where plan.steps[group].kind == .group {
      guard steps[group].phase != .settled, !isKept(group), steps[group].openMembers == 0
      else { continue }
      if steps[group].lateMembers > 0 {
        for member in group + 1..<Int(plan.steps[group].end) where steps[member].isLate {
          stopLateWork(member, .cancelled)
        }
      }
      cancelGroup(group)
    }
  }

  /// The run is cancelled: all outside the tail settles as cancelled, and the rules decide. A no-op after
  /// the landing.
  mutating func cancelRun() {
    guard landedRule < 0, !isCancelled else { return }
    isCancelled = true
    note(.cancelled)
    endWork(includingContinuing: true)
    rulesAreStale = true
  }
}
