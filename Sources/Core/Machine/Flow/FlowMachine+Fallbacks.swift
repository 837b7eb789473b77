// Fallbacks and late work (rule 6).
extension FlowMachine {
  /// Starts the fallbacks after the step's own work has ended without a value.
  mutating func ownWorkIsOver(
    _ step: Int, _ status: Status, _ name: Int32, deadlineIsArmed: Bool = true
  ) {
    state.steps[step].status = status
    state.steps[step].name = name
    if deadlineIsArmed, plan.clocks[step].deadline >= 0 { disarm(.stepDeadline, step) }
    state.steps[step].phase = .fallback
    if state.steps[step].isHedged {
      state.steps[step].isHedged = false
      return
    }
    if plan.clocks[step].useFallbackAfter >= 0 { disarm(.useFallbackAfter, step) }
    walkFallbacks(step, isAlone: true)
  }

  /// Tries the fallbacks from the next one on, until one has a value, is in flight, or has to wait for its time. If none
  /// is left and nothing of the step goes on, it settles as its own work ended.
  ///
  /// - Parameter isAlone: Whether the step's own work is over and no remote fallback is in flight. Then no fallback waits
  ///   for its time.
  mutating func walkFallbacks(_ step: Int, isAlone: Bool) {
    var isAlone = isAlone
    while let index = takeFallback(step) {
      let fallback = plan.fallback(index, of: step)
      if let local = local(fallback, index) {
        if state.steps[step].isAtWork {
          settleWithLateWork(step, local.settlement, value: local.origin)
        } else {
          if !isAlone { stopMainWork(step, .cancelled) }
          settle(step, local.settlement, value: local.origin)
        }
        return
      }
      if fallback.isRemote {
        endFormerFallback(step, isAlone)
        isAlone = !state.steps[step].isAtWork
        if start(fallback, index, step) {
          _ = armNextFallback(step)
          return
        }
      }
      if !isAlone, armNextFallback(step) { return }
    }
    if isAlone { settle(step, Settlement(state.steps[step].status, name: state.steps[step].name)) }
  }

  /// Ends the remote fallback in flight before another one begins.
  private mutating func endFormerFallback(_ step: Int, _ isAlone: Bool) {
    stopHedge(step, .cancelled)
    if !isAlone, !state.steps[step].isAtWork { stopMainWork(step, .cancelled) }
  }

  /// Starts an attempt of a remote fallback; false if it fails at once because the switch is offline.
  private mutating func start(_ fallback: PlannedFallback, _ index: Int, _ step: Int) -> Bool {
    let attempt = state.steps[step].nextAttempt()
    let track = plan.fallbackTrack(of: step)
    if track == step { state.steps[step].attempt = attempt } else { state.steps[step].hedgeAttempt = attempt }
    if fallback.kind == .http, isOffline(fallback.domain) {
      note(.offlineAttempt(step: step, attempt: Int(attempt), origin: .fallback(index)))
      return false
    }
    if state.steps[step].isAtWork {
      state.steps[step].isHedged = true
      if state.run.landedRule < 0 { state.run.isHedged = true }
    } else {
      state.steps[step].phase = .fallback
    }
    derived.active.insert(step)
    if causes != nil, state.steps[step].isHedged { emit(.caused(.softDeadline)) }
    emit(.startAttempt(step: step, attempt: Int(attempt), origin: .fallback(index)))
    arm(.attemptTimeout, track, fallback.timeout)
    return true
  }

  /// Arms the timer of the next fallback; false for a fallback that begins as soon as the one before it has failed.
  private mutating func armNextFallback(_ step: Int) -> Bool {
    guard let gap = plan.nextGap(of: step, state.steps[step]) else { return false }
    arm(.useFallbackAfter, step, gap)
    return true
  }

  /// Handles the failure of a remote fallback, whose time-out is already disarmed.
  mutating func fallbackFailed(_ step: Int) {
    guard state.steps[step].isHedged else {
      if plan.nextGap(of: step, state.steps[step]) != nil { disarm(.useFallbackAfter, step) }
      walkFallbacks(step, isAlone: true)
      return
    }
    state.steps[step].isHedged = false
    if plan.nextGap(of: step, state.steps[step]) == nil { walkFallbacks(step, isAlone: false) }
  }

  /// Ends a step's own work after a remote fallback beside it has answered.
  mutating func endOwnWork(_ step: Int) {
    guard state.steps[step].isHedged else { return }
    state.steps[step].isHedged = false
    withCause(.step(step)) { $0.stopMainWork(step, .cancelled) }
    if plan.clocks[step].deadline >= 0 { disarm(.stepDeadline, step) }
  }

  private mutating func takeFallback(_ step: Int) -> Int? {
    let index = Int(state.steps[step].nextFallback)
    guard index < plan.steps[step].fallbacks.count else { return nil }
    state.steps[step].nextFallback += 1
    return index
  }

  /// The value of a local fallback; nil if it has none or is remote.
  @inline(__always)
  private func local(_ fallback: PlannedFallback, _ index: Int) -> LocalValue? {
    switch fallback.kind {
    case .value:
      return LocalValue(name: fallback.constantName, source: .value, origin: .fallback(Int32(index)))
    case .cache:
      let read = state.snapshot.reads[Int(fallback.reader)]
      guard read != RunSnapshot.absent else { return nil }
      return LocalValue(name: read, source: .cache, origin: .fallback(Int32(index)))
    case .http, .action:
      return nil
    }
  }

  /// The value of the first local fallback with one, among those that were not yet tried.
  private func localFallback(_ step: Int) -> LocalValue? {
    let count = plan.steps[step].fallbacks.count
    var index = Int(state.steps[step].nextFallback)
    while index < count {
      if let local = local(plan.fallback(index, of: step), index) { return local }
      index += 1
    }
    return nil
  }

  /// Reads the cache of a cache step. Without a usable value its fallbacks run, and then it fails.
  mutating func readCache(_ step: Int, remoteFallbacks: Bool) {
    let read = state.snapshot.reads[Int(plan.steps[step].reader)]
    if read != RunSnapshot.absent {
      settle(step, Settlement(.succeeded, name: read, source: .cache), value: .own)
    } else if remoteFallbacks {
      state.steps[step].status = .failed
      state.steps[step].name = -1
      walkFallbacks(step, isAlone: true)
    } else {
      settleLocally(step, else: .failed)
    }
  }

  /// Settles a step with its first local fallback that has a value, or else with a status.
  mutating func settleLocally(_ step: Int, else status: Status) {
    let local = localFallback(step)
    settle(step, local?.settlement ?? Settlement(status), value: local?.origin ?? ValueOrigin.none)
  }

  /// Handles the time of the next fallback. A local value is given to dependents, while the attempt continues as late
  /// work. A remote fallback begins beside the step's own work, if the step hedges.
  mutating func useFallback(_ step: Int) {
    if plan.clocks[step].hedges {
      if state.steps[step].isAtWork || state.steps[step].phase == .fallback {
        walkFallbacks(step, isAlone: false)
      }
      return
    }
    guard state.steps[step].isAtWork, let local = localFallback(step) else { return }
    settleWithLateWork(step, local.settlement, value: local.origin)
  }

  /// Settles a running step at the flow's deadline, while its attempt continues as late work.
  mutating func settleAtFlowDeadlineWithLateWork(_ step: Int) {
    let local = localFallback(step)
    let settlement = local?.settlement ?? Settlement(.timedOut)
    settleWithLateWork(step, settlement, value: local?.origin ?? ValueOrigin.none)
  }

  /// Settles a step whose running attempt continues as late work. A wait between attempts ends.
  private mutating func settleWithLateWork(_ step: Int, _ settlement: Settlement, value: ValueOrigin) {
    guard state.steps[step].phase == .running else {
      stopMainWork(step, .cut)
      if plan.clocks[step].deadline >= 0 { disarm(.stepDeadline, step) }
      settle(step, settlement, value: value)
      return
    }
    settle(step, settlement, value: value, lateWork: true)
    state.steps[step].isLate = true
    derived.counts.lateSteps += 1
    var group = Int(plan.steps[step].group)
    while group >= 0 {
      state.steps[group].lateMembers += 1
      group = Int(plan.steps[group].group)
    }
    note(.lateWork(step: step, attempt: Int(state.steps[step].attempt)))
  }

  /// Ends late work: frees its lane and clocks, and disarms the deadlines of its groups without other late work.
  mutating func endLateWork(_ step: Int, deadlineIsArmed: Bool = true) {
    state.steps[step].isLate = false
    derived.counts.lateSteps -= 1
    if deadlineIsArmed, plan.clocks[step].deadline >= 0 { disarm(.stepDeadline, step) }
    if plan.steps[step].lane >= 0 { freeLane(of: step) }
    var group = Int(plan.steps[step].group)
    while group >= 0 {
      state.steps[group].lateMembers -= 1
      if state.steps[group].lateMembers == 0, state.steps[group].phase == .settled,
        plan.clocks[group].deadline >= 0
      {
        disarm(.groupDeadline, group)
      }
      group = Int(plan.steps[group].group)
    }
  }

  mutating func stopLateWork(_ step: Int, _ end: AttemptEnd) {
    endAttempt(step, end)
    endLateWork(step)
  }
}

/// A value without a call.
private struct LocalValue {
  var name: Int32
  var source: Source
  var origin: ValueOrigin

  var settlement: FlowMachine.Settlement {
    FlowMachine.Settlement(.recovered, name: name, source: source)
  }
}
