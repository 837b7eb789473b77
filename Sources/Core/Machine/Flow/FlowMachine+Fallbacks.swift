import LaunchFlowModel

// Fallbacks and late work (exact rule 6).
extension FlowMachine {
  /// Starts the fallbacks after the step's own work has ended without a value.
  mutating func ownWorkIsOver(
    _ step: Int, _ status: Status, _ name: Int32, deadlineIsArmed: Bool = true
  ) {
    if deadlineIsArmed {
      disarmOwnClocks(step)
    } else if plan.clocks[step].useFallbackAfter >= 0 {
      disarm(.useFallbackAfter, step)
    }
    state.steps[step].status = status
    state.steps[step].name = name
    walkFallbacks(step)
  }

  /// Tries the fallbacks from the next one on. If none has a value, the step settles as its own work ended.
  mutating func walkFallbacks(_ step: Int) {
    while let index = takeFallback(step) {
      let fallback = plan.fallback(index, of: step)
      if let local = local(fallback, index) {
        settle(step, local.settlement, value: local.origin)
        return
      }
      guard fallback.kind == .http || fallback.kind == .action else { continue }
      let attempt = state.steps[step].nextAttempt()
      state.steps[step].phase = .fallback
      if fallback.kind == .http, isOffline(fallback.domain) {
        note(.offlineAttempt(step: step, attempt: attempt, origin: .fallback(index)))
      } else {
        derived.active.insert(step)
        emit(.startAttempt(step: step, attempt: attempt, origin: .fallback(index)))
        emit(.arm(FlowTimer(.attemptTimeout, of: step), nanoseconds: fallback.timeout, jitter: false))
        return
      }
    }
    settle(step, Settlement(state.steps[step].status, name: state.steps[step].name))
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
      walkFallbacks(step)
    } else {
      settleLocally(step, else: .failed)
    }
  }

  /// Settles a step with its first local fallback that has a value, or else with a status.
  mutating func settleLocally(_ step: Int, else status: Status) {
    if let local = localFallback(step) {
      settle(step, local.settlement, value: local.origin)
    } else {
      settle(step, Settlement(status))
    }
  }

  /// Gives dependents the fallback's value while the attempt continues as late work. A no-op if no local fallback has a
  /// value, or if a fallback is already running.
  mutating func useFallback(_ step: Int) {
    switch state.steps[step].phase {
    case .running, .retryWait, .pollWait:
      guard let local = localFallback(step) else { return }
      settleWithLateWork(step, local.settlement, value: local.origin)
    case .waiting, .queued, .fallback, .open, .settled: break
    }
  }

  /// Settles a running step at the flow's deadline, while its attempt continues as late work.
  mutating func settleAtFlowDeadlineWithLateWork(_ step: Int) {
    if let local = localFallback(step) {
      settleWithLateWork(step, local.settlement, value: local.origin)
    } else {
      settleWithLateWork(step, Settlement(.timedOut))
    }
  }

  /// Settles a step whose running attempt continues as late work. A wait between attempts ends.
  private mutating func settleWithLateWork(
    _ step: Int, _ settlement: Settlement, value: ValueOrigin = .none
  ) {
    guard state.steps[step].phase == .running else {
      stopWork(step, .cut)
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

  /// Cancels or cuts late work.
  mutating func stopLateWork(_ step: Int, _ end: AttemptEnd) {
    disarm(.attemptTimeout, step)
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
