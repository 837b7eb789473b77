// Attempts, retries and polls (rule 5).
extension FlowMachine {
  mutating func startAttempt(_ step: Int) {
    let attempt = state.steps[step].beginAttempt()
    if plan.steps[step].kind == .http, isOffline(plan.steps[step].domain) {
      note(.offlineAttempt(step: step, attempt: attempt, origin: .own))
      react(step, to: .failed(.offline))
    } else {
      emit(.startAttempt(step: step, attempt: attempt, origin: .own))
      arm(.attemptTimeout, step, plan.clocks[step].timeout)
    }
  }

  @inline(__always)
  func isOffline(_ domain: Int32) -> Bool {
    state.run.isOffline || domain >= 0 && state.offlineDomains[Int(domain)]
  }

  /// Handles an answer; false for a stale one, which changes nothing.
  mutating func attemptEnded(_ track: Int, _ attempt: Int, _ outcome: AttemptOutcome) -> Bool {
    guard isInFlight(track), self.attempt(on: track) == attempt else { return false }
    note(.attemptEnded(step: plan.step(ofTrack: track), attempt: attempt, AttemptEnd(outcome)))
    disarm(.attemptTimeout, track)
    react(track, to: outcome)
    return true
  }

  @inline(__always)
  package func isInFlight(_ track: Int) -> Bool { plan.isInFlight(track, state.steps) }

  package func attempt(on track: Int) -> Int {
    let step = state.steps[plan.step(ofTrack: track)]
    return Int(track < state.steps.count ? step.attempt : step.hedgeAttempt)
  }

  /// Handles the end of a wait between attempts. A no-op for a step that no longer waits.
  mutating func waitEnded(_ step: Int) {
    switch state.steps[step].phase {
    case .pollWait where plan.steps[step].kind == .group: beginRound(step)
    case .pollWait where plan.steps[step].kind == .wait:
      settle(step, Settlement(plan.steps[step].awaited == .time ? .succeeded : .timedOut))
    case .retryWait, .pollWait: startAttempt(step)
    case .waiting, .queued, .running, .fallback, .open, .settled: break
    }
  }

  /// Handles the time-out of an attempt. A no-op for a track without an attempt in flight.
  mutating func attemptTimedOut(_ track: Int) {
    guard isInFlight(track) else { return }
    endAttempt(track, .failed(.timeout), timeoutIsArmed: false)
    react(track, to: .failed(.timeout))
  }

  /// Ends the attempt in flight from outside and tells its handler.
  mutating func endAttempt(_ track: Int, _ end: AttemptEnd, timeoutIsArmed: Bool = true) {
    if timeoutIsArmed { disarm(.attemptTimeout, track) }
    let attempt = attempt(on: track)
    note(.attemptEnded(step: plan.step(ofTrack: track), attempt: attempt, end), by: causes?.acting)
    emit(.cancelAttempt(track: track, attempt: attempt))
  }

  /// Stops the clocks that bound a step's own work as a whole.
  mutating func disarmOwnClocks(_ step: Int) {
    if plan.clocks[step].deadline >= 0 { disarm(.stepDeadline, step) }
    if plan.clocks[step].useFallbackAfter >= 0 { disarm(.useFallbackAfter, step) }
  }

  mutating func stopWork(_ step: Int, _ end: AttemptEnd) {
    stopHedge(step, end)
    stopMainWork(step, end)
  }

  /// Stops the step's own work, or the remote fallback that followed it.
  mutating func stopMainWork(_ step: Int, _ end: AttemptEnd) {
    switch state.steps[step].phase {
    case .running, .fallback:
      endAttempt(state.steps[step].phase == .running ? step : plan.fallbackTrack(of: step), end)
    case .retryWait: disarm(.retryWake, step)
    case .pollWait: disarm(.pollWake, step)
    case .waiting, .queued, .open, .settled: break
    }
  }

  /// Ends the remote fallback beside the step's own work, if there is one.
  mutating func stopHedge(_ step: Int, _ end: AttemptEnd) {
    guard state.steps[step].isHedged else { return }
    state.steps[step].isHedged = false
    endAttempt(plan.fallbackTrack(of: step), end)
  }

  /// Handles the step's deadline: it cuts attempts and waits, and then fallbacks run (rule 6).
  mutating func stepDeadlinePassed(_ step: Int) {
    if state.steps[step].isLate {
      endAttempt(step, .cut)
      endLateWork(step, deadlineIsArmed: false)
      return
    }
    guard state.steps[step].isAtWork else { return }
    stopMainWork(step, .cut)
    ownWorkIsOver(step, .timedOut, -1, deadlineIsArmed: false)
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
    for track in 0..<plan.trackCount where isInFlight(track) {
      guard let domain = domainInFlight(track), self.isOffline(domain) else { continue }
      endAttempt(track, .failed(.offline))
      react(track, to: .failed(.offline))
    }
  }

  /// The domain of the attempt in flight, -1 for none; nil for an action's.
  private func domainInFlight(_ track: Int) -> Int32? {
    let step = plan.step(ofTrack: track)
    if plan.isFallback(track, state.steps[step]) {
      let fallback = plan.fallback(plan.fallbackInFlight(of: step, state.steps[step]), of: step)
      return fallback.kind == .http ? fallback.domain : nil
    }
    return plan.steps[step].kind == .http ? plan.steps[step].domain : nil
  }
}
