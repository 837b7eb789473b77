// Rule 2: the consequences of one event.
extension FlowMachine {
  /// Settles steps that can no longer run, reads the landing rules and starts one ready step, until nothing changes.
  mutating func turn() {
    guard state.run.hasStarted else { return }
    while true {
      settleBlockedSteps(failFast: true)
      if readLandingRules() {
        if endsAtLanding { return }
        continue
      }
      guard let step = nextToStart() else { break }
      start(step)
    }
    noteNewlyQueued()
    if !state.run.hasFinished, state.run.landedRule >= 0, derived.counts.openSteps == 0,
      derived.counts.lateSteps == 0
    {
      state.run.hasFinished = true
      emit(.finished)
    }
  }

  /// Settles steps that can no longer run: first all skipped ones, then groups whose members have all settled, then
  /// groups that fail fast.
  ///
  /// - Parameter groups: The groups that have no time for another round.
  mutating func settleBlockedSteps(failFast: Bool, cutting groups: Range<Int> = 0..<0) {
    while true {
      if let step = derived.mustSkip.first {
        skip(step)
      } else if let group = derived.doneGroups.first {
        endGroup(group, isCut: groups.contains(group))
      } else if failFast, let group = derived.failingGroups.first {
        withCause(.group(group)) { $0.cancelMembers(of: group, withLateWork: false) }
        settle(group, Settlement(.failed, name: outcome(of: group)))
      } else {
        return
      }
    }
  }

  /// Notes whether a step that has not started is ready or must be skipped.
  mutating func consider(_ step: Int) {
    guard state.steps[step].phase == .waiting else { return }
    guard plan.steps[step].group < 0 || state.steps[Int(plan.steps[step].group)].phase == .open else {
      return
    }
    if state.steps[step].lacksNeed {
      derived.mustSkip.insert(step)
      derived.ready.remove(step)
    } else if state.steps[step].openWaits == 0 {
      // The condition is never unknown here, since every step that it reads has settled.
      if plan.steps[step].condition < 0
        || state.truth(of: plan.steps[step].condition, in: plan) == .yes
      {
        derived.ready.insert(step)
      } else {
        derived.mustSkip.insert(step)
      }
    }
  }

  private mutating func skip(_ step: Int) {
    let reason: SkipReason
    if let need = plan.graph.needs(of: step).first(where: { isUnavailable(Int($0)) }) {
      reason = .need(step: Int(need), state.steps[Int(need)].status)
    } else {
      reason = .condition
    }
    // A landing may have cancelled some members of a group that it left open for the continuing ones.
    for member in plan.members(of: step) where state.steps[member].phase != .settled {
      settle(member, Settlement(.skipped, reason: .group))
    }
    settle(step, Settlement(.skipped, reason: reason))
  }

  @inline(__always)
  private func isUnavailable(_ step: Int) -> Bool {
    state.steps[step].phase == .settled && !state.steps[step].status.isAvailable
  }

  /// Starts a ready or queued step. A `cache` or `value` step settles at once.
  mutating func start(_ step: Int) {
    switch plan.steps[step].kind {
    case .group:
      openGroup(step, withDeadline: true)
    case .cache:
      begin(step)
      readCache(step, remoteFallbacks: true)
    case .value:
      begin(step)
      settle(
        step, Settlement(.succeeded, name: plan.steps[step].constantName, source: .value), value: .own)
    case .wait:
      startWait(step)
    case .http, .action:
      startWork(step)
    }
  }

  /// Notes the start of a step that was ready.
  mutating func begin(_ step: Int) {
    derived.ready.remove(step)
    note(.stepStarted(step: step), by: causes?.release(of: step))
  }

  private mutating func startWork(_ step: Int) {
    derived.ready.remove(step)
    guard plan.steps[step].lane < 0 || enterLane(step) else { return }
    derived.active.insert(step)
    begin(step)
    if plan.clocks[step].deadline >= 0 { arm(.stepDeadline, step, plan.clocks[step].deadline) }
    let fallbackTime = plan.clocks[step].useFallbackAfter
    if fallbackTime >= 0 { arm(.useFallbackAfter, step, fallbackTime) }
    startAttempt(step)
  }

  /// Settles an open step and updates every step that waits for it.
  mutating func settle(
    _ step: Int, _ settlement: Settlement, value: ValueOrigin = .none, lateWork: Bool = false
  ) {
    precondition(state.steps[step].phase != .settled, "a step settles once")
    let cause = causes == nil ? nil : cause(ofSettling: step, settlement.status)
    if plan.steps[step].hedge >= 0 {
      withCause(causes?.acting ?? .step(step)) { $0.stopHedge(step, .cancelled) }
      disarm(.useFallbackAfter, step)
    }
    if plan.steps[step].lane >= 0 { releaseLane(step, lateWork: lateWork) }
    state.steps[step].settle(settlement)
    derived.ready.remove(step)
    derived.mustSkip.remove(step)
    derived.active.remove(step)
    if plan.steps[step].kind == .group {
      derived.doneGroups.remove(step)
      derived.failingGroups.remove(step)
    }
    derived.counts.openSteps -= 1
    if !state.run.isDegraded, state.run.landedRule < 0 { noteDegradation(step, settlement.status) }
    if let cause { emit(.caused(cause)) }
    emit(.settled(step: step, settlement, value))
    tellGroup(of: step, settlement.status)
    tellRules(about: step)
    for place in plan.steps[step].dependents {
      tell(plan.dependents[Int(place)], isAvailable: settlement.status.isAvailable, by: .step(step))
    }
  }

  /// Notes that the run is degraded if a call or an action failed before the landing. An empty cache is not a failure,
  /// and a group fails only by its members.
  @inline(__always)
  private mutating func noteDegradation(_ step: Int, _ status: Status) {
    guard plan.steps[step].canDegrade else { return }
    switch status {
    case .recovered, .failed, .timedOut: state.run.isDegraded = true
    case .succeeded, .skipped, .cancelled: break
    }
  }

  /// The cause of a step's settling, noted for the effects that follow from it.
  private mutating func cause(ofSettling step: Int, _ status: Status) -> Cause? {
    if state.run.landedRule < 0 || plan.steps[step].group >= 0 {
      causes?.settled(step, in: Int(plan.steps[step].group), status)
    }
    if plan.steps[step].kind == .group, let end = causes?.end(ofGroup: step) { return end }
    switch state.steps[step].phase {
    case .queued where !derived.newlyQueued.contains(step):
      return causes?.holder(ofLane: Int(plan.steps[step].lane))
    case .waiting, .queued: return causes?.release(of: step) ?? causes?.acting
    case .running, .retryWait, .pollWait, .fallback, .open, .settled: return causes?.acting
    }
  }

  private mutating func tellGroup(of step: Int, _ status: Status) {
    guard plan.steps[step].group >= 0 else { return }
    let group = Int(plan.steps[step].group)
    state.steps[group].openMembers -= 1
    switch status {
    case .failed, .timedOut:
      state.steps[group].hasFailedMember = true
      if plan.steps[group].failFast, state.steps[group].phase == .open {
        derived.failingGroups.insert(group)
      }
    case .cancelled: state.steps[group].hasFailedMember = true
    case .succeeded, .recovered, .skipped: break
    }
    if state.steps[group].openMembers == 0, state.steps[group].phase == .open {
      derived.doneGroups.insert(group)
    }
  }

  private mutating func tellRules(about step: Int) {
    guard plan.steps[step].isWatched else { return }
    derived.counts.rulesAreStale = true
    for place in plan.steps[step].ruleAfters { derived.rules[Int(plan.ruleAfters[Int(place)])].waits -= 1 }
    for place in plan.steps[step].ruleReaders {
      derived.rules[Int(plan.ruleReaders[Int(place)])].isStale = true
    }
  }

  mutating func tell(_ dependent: StepGraph.Dependent, isAvailable: Bool, by cause: Cause) {
    causes?.released(Int(dependent.step), by: cause)
    state.steps[Int(dependent.step)].waitEnded(isLost: dependent.isNeed && !isAvailable)
    consider(Int(dependent.step))
  }
}
