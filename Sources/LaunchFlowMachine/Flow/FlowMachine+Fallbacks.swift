import LaunchFlowModel

// Fallbacks and late work (exact rule 6).
extension FlowMachine {
  /// The step's own work has ended without a value: its fallbacks run.
  mutating func ownWorkIsOver(
    _ step: Int, _ status: Status, _ name: Int32, deadlineIsArmed: Bool = true
  ) {
    if deadlineIsArmed {
      disarmOwnClocks(step)
    } else if plan.clocks[step].useFallbackAfter >= 0 {
      disarm(.useFallbackAfter, step)
    }
    steps[step].status = status
    steps[step].name = name
    walkFallbacks(step)
  }

  /// Tries the fallbacks from the next one on; if nothing helps, the step is what its own work made it.
  mutating func walkFallbacks(_ step: Int) {
    while let index = takeFallback(step) {
      let fallback = plan.fallback(index, of: step)
      if let settlement = local(fallback, index) {
        settle(step, settlement)
        return
      }
      guard fallback.kind == .http || fallback.kind == .action else { continue }
      let attempt = steps[step].nextAttempt()
      steps[step].phase = .fallback
      if fallback.kind == .http, isOffline(fallback.domain) {
        note(.offlineAttempt(step: step, attempt: attempt, origin: .fallback(index)))
      } else {
        derived.active.insert(step)
        emit(.startAttempt(step: step, attempt: attempt, origin: .fallback(index)))
        emit(.arm(FlowTimer(.attemptTimeout, of: step), nanoseconds: fallback.timeout, jitter: false))
        return
      }
    }
    settle(step, Settlement(status: steps[step].status, name: steps[step].name))
  }

  private mutating func takeFallback(_ step: Int) -> Int? {
    let index = Int(steps[step].nextFallback)
    guard index < plan.steps[step].fallbacks.count else { return nil }
    steps[step].nextFallback += 1
    return index
  }

  /// What a fallback gives without asking anyone; nil where it has nothing or is remote.
  @inline(__always)
  private func local(_ fallback: PlannedFallback, _ index: Int) -> Settlement? {
    switch fallback.kind {
    case .value:
      return Settlement(
        status: .recovered, name: fallback.constantName, source: .value, value: .fallback(Int32(index)))
    case .cache:
      let read = snapshot.reads[Int(fallback.reader)]
      guard read != RunSnapshot.absent else { return nil }
      return Settlement(status: .recovered, name: read, source: .cache, value: .fallback(Int32(index)))
    case .http, .action:
      return nil
    }
  }

  /// The first local fallback, of those not yet tried, that has a value.
  func localFallback(_ step: Int) -> Settlement? {
    let count = plan.steps[step].fallbacks.count
    var index = Int(steps[step].nextFallback)
    while index < count {
      if let settlement = local(plan.fallback(index, of: step), index) { return settlement }
      index += 1
    }
    return nil
  }

  /// Reads a cache step's cache; one that finds nothing has failed, after its fallbacks.
  mutating func readCache(_ step: Int, remoteFallbacks: Bool) {
    let read = snapshot.reads[Int(plan.steps[step].reader)]
    if read != RunSnapshot.absent {
      settle(step, Settlement(status: .succeeded, name: read, source: .cache, value: .own))
    } else if remoteFallbacks {
      steps[step].status = .failed
      steps[step].name = -1
      walkFallbacks(step)
    } else {
      settle(step, localFallback(step) ?? Settlement(status: .failed))
    }
  }

  /// Gives dependents the fallback's value while the attempt goes on as late work. A no-op where no local
  /// fallback has a value, or once a fallback is under way.
  mutating func useFallback(_ step: Int) {
    switch steps[step].phase {
    case .running, .retryWait, .pollWait:
      guard let settlement = localFallback(step) else { return }
      settleWithLateWork(step, settlement)
    case .waiting, .queued, .fallback, .open, .settled: break
    }
  }

  /// Settles a step whose running attempt goes on as late work; a waiting one is over.
  mutating func settleWithLateWork(_ step: Int, _ settlement: Settlement) {
    guard steps[step].phase == .running else {
      stopWork(step, .cut)
      if plan.clocks[step].deadline >= 0 { disarm(.stepDeadline, step) }
      settle(step, settlement)
      return
    }
    settle(step, settlement, lateWork: true)
    steps[step].isLate = true
    derived.counts.lateSteps += 1
    var group = Int(plan.steps[step].group)
    while group >= 0 {
      steps[group].lateMembers += 1
      group = Int(plan.steps[group].group)
    }
    note(.lateWork(step: step, attempt: Int(steps[step].attempt)))
  }

  /// Late work is over: its lane and clocks are free, and its groups' deadlines where nothing else is late.
  mutating func endLateWork(_ step: Int, deadlineIsArmed: Bool = true) {
    steps[step].isLate = false
    derived.counts.lateSteps -= 1
    if deadlineIsArmed, plan.clocks[step].deadline >= 0 { disarm(.stepDeadline, step) }
    if plan.steps[step].lane >= 0 { freeLane(of: step) }
    var group = Int(plan.steps[step].group)
    while group >= 0 {
      steps[group].lateMembers -= 1
      if steps[group].lateMembers == 0, steps[group].phase == .settled, plan.clocks[group].deadline >= 0 {
        disarm(.groupDeadline, group)
      }
      group = Int(plan.steps[group].group)
    }
  }

  /// Cancels late work or cuts it.
  mutating func stopLateWork(_ step: Int, _ end: AttemptEnd) {
    disarm(.attemptTimeout, step)
    endAttempt(step, end)
    endLateWork(step)
  }
}
