import LaunchFlowModel

// Steps that wait for a signal, for the switch or for a time.
extension FlowMachine {
  /// Starts a wait. It settles at once if its signal was given or the switch is online.
  mutating func startWait(_ step: Int) {
    derived.ready.remove(step)
    note(.stepStarted(step: step), by: causes?.release(of: step))
    guard !isGiven(plan.steps[step].awaited) else {
      settle(step, Settlement(.succeeded))
      return
    }
    state.steps[step].phase = .pollWait
    derived.active.insert(step)
    let longest = plan.clocks[step].timeout
    note(.waiting(step: step, .wait, nanoseconds: longest))
    emit(.arm(FlowTimer(.pollWake, of: step), nanoseconds: longest, jitter: false))
  }

  /// Handles the end of a wait's time.
  mutating func waitPassed(_ step: Int) {
    settle(step, Settlement(plan.steps[step].awaited == .time ? .succeeded : .timedOut))
  }

  /// Handles a signal of the app. A no-op for a signal that was given before.
  mutating func give(_ signal: Int) {
    guard !state.signals[signal] else { return }
    state.signals[signal] = true
    note(.signalled(signal))
    endWaits(for: .signal(Int32(signal)))
  }

  /// Settles every wait for this event.
  mutating func endWaits(for awaited: PlannedWait) {
    for step in state.steps.indices
    where plan.steps[step].kind == .wait && state.steps[step].phase == .pollWait
      && plan.steps[step].awaited == awaited
    {
      disarm(.pollWake, step)
      settle(step, Settlement(.succeeded))
    }
  }

  /// Whether the event has occurred.
  func isGiven(_ awaited: PlannedWait) -> Bool {
    switch awaited {
    case .time: false
    case .online: !state.run.isOffline
    case .signal(let signal): state.signals[Int(signal)]
    }
  }
}
