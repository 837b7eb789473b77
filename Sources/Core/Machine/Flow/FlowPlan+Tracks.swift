// An attempt runs on a track, and a track has at most one. Each step has one, by its own number. A step whose fallbacks may
// begin beside its own work has a second one for them, numbered after all steps.
extension FlowPlan {
  package var trackCount: Int { steps.count + hedgingSteps.count }

  @inline(__always)
  package func step(ofTrack track: Int) -> Int {
    track < steps.count ? track : Int(hedgingSteps[track - steps.count])
  }

  @inline(__always)
  package func fallbackTrack(of step: Int) -> Int { steps[step].hedge < 0 ? step : Int(steps[step].hedge) }

  @inline(__always)
  package func track(of step: Int, _ origin: AttemptOrigin) -> Int {
    origin == .own ? step : fallbackTrack(of: step)
  }

  @inline(__always)
  package func isFallback(_ track: Int, _ state: FlowState.Step) -> Bool {
    track >= steps.count || state.phase == .fallback
  }

  @inline(__always)
  package func isInFlight(_ track: Int, _ states: [FlowState.Step]) -> Bool {
    let state = states[step(ofTrack: track)]
    if track >= steps.count { return state.isHedged || state.phase == .fallback }
    return state.isLate || state.phase == .running || state.phase == .fallback && steps[track].hedge < 0
  }

  /// The timer that is armed in a slot, by the phase of the slot's owner.
  package func timer(inSlot slot: Int, _ states: [FlowState.Step]) -> FlowTimer {
    guard slot > 0 else { return FlowTimer(.flowDeadline, of: -1) }
    let owner = (slot - 1) / FlowTimer.slotsPerStep
    guard owner < states.count else { return FlowTimer(.attemptTimeout, of: owner) }
    switch (slot - 1) % FlowTimer.slotsPerStep {
    case 0: return FlowTimer(states[owner].phase == .pollWait ? .pollWake : .retryWake, of: owner)
    case 1: return FlowTimer(.useFallbackAfter, of: owner)
    case 2: return FlowTimer(.attemptTimeout, of: owner)
    default: return FlowTimer(steps[owner].kind == .group ? .groupDeadline : .stepDeadline, of: owner)
    }
  }

  /// The index of the fallback in flight: the last remote one that has begun.
  package func fallbackInFlight(of step: Int, _ state: FlowState.Step) -> Int {
    var index = Int(state.nextFallback) - 1
    while index > 0, !fallback(index, of: step).isRemote { index -= 1 }
    return index
  }

  /// How long after the last fallback that has begun the next one begins at the latest; nil for one that begins when that
  /// one has failed.
  func nextGap(of step: Int, _ state: FlowState.Step) -> Int64? {
    let next = Int(state.nextFallback)
    guard clocks[step].hedges, next > 0, next < steps[step].fallbacks.count else { return nil }
    let gap = fallback(next, of: step).gap
    return gap < 0 ? nil : gap
  }
}
