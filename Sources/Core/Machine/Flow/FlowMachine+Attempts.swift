import LaunchFlowModel

// Attempts, retries and polls (exact rule 5).
extension FlowMachine {
  /// Starts the next attempt of a step's own work.
  mutating func startAttempt(_ step: Int) {
    let attempt = state.steps[step].beginAttempt()
    if plan.steps[step].kind == .http, isOffline(plan.steps[step].domain) {
      note(.offlineAttempt(step: step, attempt: attempt, origin: .own))
      react(step, to: .failed(.offline))
    } else {
      emit(.startAttempt(step: step, attempt: attempt, origin: .own))
      emit(.arm(FlowTimer(.attemptTimeout, of: step), nanoseconds: plan.clocks[step].timeout, jitter: false))
    }
  }

  @inline(__always)
  func isOffline(_ domain: Int32) -> Bool {
    state.run.isOffline || domain >= 0 && state.offlineDomains[Int(domain)]
  }

  /// Handles an answer; false for a stale one, which changes nothing.
  mutating func attemptEnded(_ step: Int, _ attempt: Int, _ outcome: AttemptOutcome) -> Bool {
    guard isInFlight(step), Int(state.steps[step].attempt) == attempt else { return false }
    note(.attemptEnded(step: step, attempt: attempt, AttemptEnd(outcome)))
    disarm(.attemptTimeout, step)
    react(step, to: outcome)
    return true
  }

  /// Whether an attempt of the step is in flight.
  @inline(__always)
  package func isInFlight(_ step: Int) -> Bool {
    state.steps[step].isInFlight
  }

  /// Handles the end of a wait between attempts. A no-op for a step that no longer waits.
  mutating func waitEnded(_ step: Int) {
    switch state.steps[step].phase {
    case .pollWait where plan.steps[step].kind == .group: beginRound(step)
    case .pollWait where plan.steps[step].kind == .wait: waitPassed(step)
    case .retryWait, .pollWait: startAttempt(step)
    case .waiting, .queued, .running, .fallback, .open, .settled: break
    }
  }

  /// Handles the time-out of an attempt. A no-op for a step without an attempt in flight.
  mutating func attemptTimedOut(_ step: Int) {
    guard isInFlight(step) else { return }
    endAttempt(step, .failed(.timeout))
    react(step, to: .failed(.timeout))
  }

  /// Ends the attempt in flight from outside and tells its handler. The caller disarms its time-out.
  mutating func endAttempt(_ step: Int, _ end: AttemptEnd) {
    let attempt = Int(state.steps[step].attempt)
    note(.attemptEnded(step: step, attempt: attempt, end), by: causes?.acting)
    emit(.cancelAttempt(step: step, attempt: attempt))
  }

  /// Stops the clocks that bound a step's own work as a whole.
  mutating func disarmOwnClocks(_ step: Int) {
    if plan.clocks[step].deadline >= 0 { disarm(.stepDeadline, step) }
    if plan.clocks[step].useFallbackAfter >= 0 { disarm(.useFallbackAfter, step) }
  }

  /// Stops the wait between attempts or ends the attempt in flight, whichever there is.
  mutating func stopWork(_ step: Int, _ end: AttemptEnd) {
    switch state.steps[step].phase {
    case .running, .fallback:
      disarm(.attemptTimeout, step)
      endAttempt(step, end)
    case .retryWait: disarm(.retryWake, step)
    case .pollWait: disarm(.pollWake, step)
    case .waiting, .queued, .open, .settled: break
    }
  }

  /// Handles the step's deadline: it cuts attempts and waits, and then fallbacks run (exact rule 6).
  mutating func stepDeadlinePassed(_ step: Int) {
    withCause(.deadline(step)) { $0.cutAtDeadline(step) }
  }

  private mutating func cutAtDeadline(_ step: Int) {
    if state.steps[step].isLate {
      disarm(.attemptTimeout, step)
      endAttempt(step, .cut)
      endLateWork(step, deadlineIsArmed: false)
      return
    }
    switch state.steps[step].phase {
    case .running, .retryWait, .pollWait:
      stopWork(step, .cut)
      ownWorkIsOver(step, .timedOut, -1, deadlineIsArmed: false)
    case .waiting, .queued, .fallback, .open, .settled: break
    }
  }

  /// Handles a change of the switch. An HTTP attempt in flight fails if its domain is now offline.
  mutating func connectivityChanged(domain: Int, isOffline: Bool) {
    if domain < 0 {
      state.run.isOffline = isOffline
    } else {
      state.offlineDomains[domain] = isOffline
    }
    note(.connectivity(domain: domain, isOffline: isOffline))
    guard isOffline else {
      if domain < 0 { endWaits(for: .online) }
      return
    }
    for step in state.steps.indices where isInFlight(step) {
      guard let domain = domainInFlight(step), self.isOffline(domain) else { continue }
      disarm(.attemptTimeout, step)
      endAttempt(step, .failed(.offline))
      react(step, to: .failed(.offline))
    }
  }

  /// The domain of the attempt in flight, -1 for none; nil for an action's.
  private func domainInFlight(_ step: Int) -> Int32? {
    if state.steps[step].phase == .fallback {
      let fallback = plan.fallback(Int(state.steps[step].nextFallback) - 1, of: step)
      return fallback.kind == .http ? fallback.domain : nil
    }
    return plan.steps[step].kind == .http ? plan.steps[step].domain : nil
  }
}
