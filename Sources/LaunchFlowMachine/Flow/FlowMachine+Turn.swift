import LaunchFlowModel

// Exact rule 2: what follows from one event.
extension FlowMachine {
  /// Settles what can no longer run, reads the landing rules, starts one ready step, and begins again.
  mutating func turn() {
    guard hasStarted else { return }
    while true {
      settleWhatCannotRun(failFast: true)
      if readLandingRules() {
        if endsAtLanding { return }
        continue
      }
      guard let step = nextToStart() else { break }
      start(step)
    }
    if !hasFinished, landedRule >= 0, openSteps == 0, lateSteps == 0 {
      hasFinished = true
      emit(.finished)
    }
  }

  /// Skips come first, all the way; then groups whose members have all settled; then those that fail fast.
  ///
  /// - Parameter groups: Those that have no time for another round.
  mutating func settleWhatCannotRun(failFast: Bool, cutting groups: Range<Int> = 0..<0) {
    while true {
      if let step = doomed.first {
        skip(step)
      } else if let group = doneGroups.first {
        endGroup(group, isCut: groups.contains(group))
      } else if failFast, let group = failingGroups.first {
        cancelMembers(of: group, withLateWork: false)
        settle(group, Settlement(status: .failed))
      } else {
        return
      }
    }
  }

  /// The first in file order that may start: a ready step, or a queued one whose lane has room.
  @inline(__always)
  private func nextToStart() -> Int? {
    var next = ready.first
    guard queuedCount > 0 else { return next }
    for lane in laneQueues.indices where laneUse[lane] < plan.laneCapacities[lane] {
      if let queued = laneQueues[lane].first, queued < next ?? .max { next = queued }
    }
    return next
  }

  /// Looks whether a step that has not started can start, or never can.
  mutating func consider(_ step: Int) {
    let state = steps[step]
    guard state.phase == .waiting else { return }
    guard plan.steps[step].group < 0 || steps[Int(plan.steps[step].group)].phase == .open else { return }
    if state.lacksNeed {
      doomed.insert(step)
      ready.remove(step)
    } else if state.openWaits == 0 {
      // Everything that the condition reads has settled, so it is never unknown here.
      if plan.steps[step].condition < 0
        || Self.truth(of: plan.steps[step].condition, plan, steps, snapshot, landedRule) == .yes
      {
        ready.insert(step)
      } else {
        doomed.insert(step)
      }
    }
  }

  private mutating func skip(_ step: Int) {
    let reason: SkipReason
    if let need = plan.steps[step].needs.map({ Int(plan.needs[Int($0)]) }).first(where: { isUnavailable($0) })
    {
      reason = .need(Int32(need), steps[need].status)
    } else {
      reason = .condition
    }
    // A landing may have cancelled some members of a group that it left open for the continuing ones.
    for member in step + 1..<max(step + 1, Int(plan.steps[step].end)) where steps[member].phase != .settled {
      settle(member, Settlement(status: .skipped, reason: .group))
    }
    settle(step, Settlement(status: .skipped, reason: reason))
  }

  @inline(__always)
  private func isUnavailable(_ step: Int) -> Bool {
    steps[step].phase == .settled && !steps[step].status.isAvailable
  }

  /// Begins a ready or queued step. A `cache` or `value` step settles as it starts.
  mutating func start(_ step: Int) {
    switch plan.steps[step].kind {
    case .group:
      openGroup(step, withDeadline: true)
    case .cache:
      ready.remove(step)
      note(.stepStarted(step: step))
      readCache(step, remoteFallbacks: true)
    case .value:
      ready.remove(step)
      note(.stepStarted(step: step))
      settle(
        step, Settlement(status: .succeeded, name: plan.steps[step].constantName, source: .value, value: .own)
      )
    case .http, .action:
      startWork(step)
    }
  }

  private mutating func startWork(_ step: Int) {
    ready.remove(step)
    if plan.steps[step].lane >= 0 {
      let lane = Int(plan.steps[step].lane)
      guard laneUse[lane] < plan.laneCapacities[lane] else {
        steps[step].phase = .queued
        laneQueues[lane].insert(step)
        queuedCount += 1
        active.insert(step)
        note(.queued(step: step))
        return
      }
      laneUse[lane] += 1
      leaveQueue(step, lane)
    }
    active.insert(step)
    note(.stepStarted(step: step))
    if plan.clocks[step].deadline >= 0 {
      emit(.arm(FlowTimer(.stepDeadline, of: step), nanoseconds: plan.clocks[step].deadline, jitter: false))
    }
    if plan.clocks[step].useFallbackAfter >= 0 {
      emit(
        .arm(
          FlowTimer(.useFallbackAfter, of: step), nanoseconds: plan.clocks[step].useFallbackAfter,
          jitter: false))
    }
    startAttempt(step)
  }

  mutating func leaveQueue(_ step: Int, _ lane: Int) {
    guard steps[step].phase == .queued else { return }
    laneQueues[lane].remove(step)
    queuedCount -= 1
  }

  /// Settles an open step, for good, and tells all that wait for it.
  mutating func settle(_ step: Int, _ settlement: Settlement, lateWork: Bool = false) {
    precondition(steps[step].phase != .settled, "a step settles once")
    if plan.steps[step].lane >= 0 { releaseLane(step, lateWork: lateWork) }
    steps[step].settle(settlement)
    ready.remove(step)
    doomed.remove(step)
    active.remove(step)
    if plan.steps[step].kind == .group {
      doneGroups.remove(step)
      failingGroups.remove(step)
    }
    openSteps -= 1
    switch settlement.status {
    case .recovered, .failed, .timedOut: isDegraded = isDegraded || landedRule < 0
    case .succeeded, .skipped, .cancelled: break
    }
    emit(.settled(step: step, settlement))
    tellGroup(of: step, settlement.status)
    tellRules(about: step)
    for place in plan.steps[step].dependents {
      tell(plan.dependents[Int(place)], isAvailable: settlement.status.isAvailable)
    }
  }

  private mutating func releaseLane(_ step: Int, lateWork: Bool) {
    switch steps[step].phase {
    case .queued: leaveQueue(step, Int(plan.steps[step].lane))
    case .running, .retryWait, .pollWait, .fallback:
      // Late work keeps the lane until it ends.
      if !lateWork { laneUse[Int(plan.steps[step].lane)] -= 1 }
    case .waiting, .open, .settled: break
    }
  }

  private mutating func tellGroup(of step: Int, _ status: Status) {
    guard plan.steps[step].group >= 0 else { return }
    let group = Int(plan.steps[step].group)
    steps[group].openMembers -= 1
    switch status {
    case .failed, .timedOut:
      steps[group].hasFailedMember = true
      if plan.steps[group].failFast, steps[group].phase == .open {
        failingGroups.insert(group)
      }
    case .cancelled: steps[group].hasFailedMember = true
    case .succeeded, .recovered, .skipped: break
    }
    if steps[group].openMembers == 0, steps[group].phase == .open { doneGroups.insert(group) }
  }

  private mutating func tellRules(about step: Int) {
    guard plan.steps[step].isWatched else { return }
    rulesAreStale = true
    for place in plan.steps[step].ruleAfters { ruleWaits[Int(plan.ruleAfters[Int(place)])] -= 1 }
    for place in plan.steps[step].ruleReaders { ruleIsStale[Int(plan.ruleReaders[Int(place)])] = true }
  }

  mutating func tell(_ dependent: StepGraph.Dependent, isAvailable: Bool) {
    steps[Int(dependent.step)].hearOfNeed(isLost: dependent.isNeed && !isAvailable)
    consider(Int(dependent.step))
  }
}
