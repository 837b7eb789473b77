// The reactions of a step to the end of its attempt (rules 5 and 6).
extension FlowMachine {
  /// The reaction of a step to the end of its attempt. The machine acts only on it: outcomes with equal reactions
  /// lead to equal states, so the verifier tries only one of them.
  package enum Reaction: Hashable, Sendable {
    /// The step has a live value; its result, or -1.
    case succeed(name: Int32)
    /// A remote fallback has given the value; its result, or -1.
    case recover(name: Int32)
    /// The step repeats its request after the interval of its poll, with its full number of attempts.
    case pollAgain
    /// The step tries again after a wait, of at least the nanoseconds that the server asks for; nil if it does not ask.
    case retry(atLeast: Int64?)
    /// The step's own work has ended without a value, and its fallbacks run; with its failure, the number of its error
    /// class, or -1.
    case giveUp(Status, name: Int32)
    /// The step fails with a deliberate refusal that no fallback may hide.
    case refuse(name: Int32)
    /// A remote fallback has failed, and the next fallback is tried.
    case nextFallback
    /// Late work has brought a fresher value.
    case refresh
    case endLateWork
  }

  @inline(__always)
  package func reaction(on track: Int, to outcome: AttemptOutcome) -> Reaction {
    plan.reaction(on: track, in: state.steps[plan.step(ofTrack: track)], to: outcome)
  }

  /// Acts on the outcome of an attempt whose time-out is already disarmed.
  @inline(__always)
  mutating func react(_ track: Int, to outcome: AttemptOutcome) {
    let step = plan.step(ofTrack: track)
    switch reaction(on: track, to: outcome) {
    case .succeed(let name):
      disarmOwnClocks(step)
      store(step)
      settle(
        step, Settlement(.succeeded, name: name, source: .live), value: .attempt(state.steps[step].attempt))
    case .recover(let name):
      endOwnWork(step)
      settle(
        step, Settlement(.recovered, name: name, source: .alternate),
        value: .attempt(Int32(attempt(on: track))))
    case .pollAgain: waitForPoll(step)
    case .retry(let least): waitForRetry(step, atLeast: least)
    case .giveUp(let status, let name): ownWorkIsOver(step, status, name)
    case .refuse(let name):
      if track != step { endOwnWork(step) }
      if state.steps[step].phase == .running { disarmOwnClocks(step) }
      settle(step, Settlement(.failed, name: name))
    case .nextFallback: fallbackFailed(step)
    case .refresh:
      store(step)
      emit(.refreshed(step: step, attempt: Int(state.steps[step].attempt)))
      endLateWork(step)
    case .endLateWork: endLateWork(step)
    }
  }

  private mutating func store(_ step: Int) {
    guard plan.steps[step].store >= 0 else { return }
    emit(.store(step: step, attempt: Int(state.steps[step].attempt), cache: Int(plan.steps[step].store)))
  }

  private mutating func waitForPoll(_ step: Int) {
    state.steps[step].phase = .pollWait
    state.steps[step].tries = 0
    armPoll(step)
  }

  /// Waits for a poll's next request, or for a group's next round.
  mutating func armPoll(_ step: Int) {
    let wait = plan.pollDelay(of: step, after: state.steps[step].polls)
    // One more than the waits that grow, so that the state determines the length of the current wait.
    let growth = plan.clocks[step].pollGrowth
    state.steps[step].polls = growth > 0 ? min(state.steps[step].polls + 1, growth + 1) : 0
    note(.waiting(step: step, .poll, nanoseconds: wait))
    arm(.pollWake, step, wait)
  }

  private mutating func waitForRetry(_ step: Int, atLeast least: Int64?) {
    let wait = max(plan.retryDelay(of: step, after: Int(state.steps[step].tries)), least ?? 0)
    state.steps[step].phase = .retryWait
    note(.waiting(step: step, least == nil ? .retry : .retryAfter, nanoseconds: wait))
    arm(.retryWake, step, wait, jitter: least == nil && plan.clocks[step].hasJitter)
  }
}

extension FlowPlan {
  @inline(__always)
  package func reaction(
    on track: Int, in state: FlowState.Step, to outcome: FlowMachine.AttemptOutcome
  ) -> FlowMachine.Reaction {
    let step = step(ofTrack: track)
    if state.isLate {
      if case .succeeded(let name) = outcome, endsPolling(step, name) { return .refresh }
      return .endLateWork
    }
    let isFallback = isFallback(track, state)
    switch outcome {
    case .succeeded(let name):
      if isFallback { return .recover(name: name) }
      return endsPolling(step, name) ? .succeed(name: name) : .pollAgain
    case .refused(let name):
      guard allowsFallback(step, name) else { return .refuse(name: name) }
      return isFallback ? .nextFallback : .giveUp(.failed, name: name)
    case .failed(let errorClass):
      return isFallback ? .nextFallback : reaction(of: step, in: state, toFailure: errorClass, wait: nil)
    case .deferred(let errorClass, let wait):
      return isFallback ? .nextFallback : reaction(of: step, in: state, toFailure: errorClass, wait: wait)
    }
  }

  /// The reaction to a failure of the step's own work, whose server may ask for a wait.
  @inline(__always)
  private func reaction(
    of step: Int, in state: FlowState.Step, toFailure errorClass: ErrorClass, wait: Int64?
  ) -> FlowMachine.Reaction {
    let clocks = clocks[step]
    if state.tries < clocks.attempts, clocks.retryClasses & errorClass.bit != 0 {
      guard let wait else { return .retry(atLeast: nil) }
      if wait < .max, wait <= longestWait(of: step, after: Int(state.tries)) { return .retry(atLeast: wait) }
    }
    if errorClass == .timeout { return .giveUp(.timedOut, name: -1) }
    let names = Int32(steps[step].names.count)
    return .giveUp(.failed, name: clocks.errors.number(of: errorClass, names: names))
  }

  /// Whether a result of this number ends the polling; always true for a step without a poll.
  @inline(__always)
  func endsPolling(_ step: Int, _ name: Int32) -> Bool {
    clocks[step].pollEvery < 0
      || name >= 0 && names[Int(steps[step].names.lowerBound + name)].endsPolling
  }

  @inline(__always)
  private func allowsFallback(_ step: Int, _ name: Int32) -> Bool {
    names[Int(steps[step].names.lowerBound + name)].allowsFallback
  }
}
