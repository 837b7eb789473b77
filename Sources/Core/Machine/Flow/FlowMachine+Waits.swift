import LaunchFlowModel

// Steps that wait for the world: for a signal, for the switch or for a time.
extension FlowMachine {
  /// Starts a wait; one for what is so already settles as it starts.
  mutating func startWait(_ step: Int) {
    derived.ready.remove(step)
    note(.stepStarted(step: step), by: causes?.releases[step])
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

  /// A wait has taken its whole time.
  mutating func waitPassed(_ step: Int) {
    settle(step, Settlement(plan.steps[step].awaited == .time ? .succeeded : .timedOut))
  }

  /// The app gives a signal. A no-op for one that it has given before.
  mutating func give(_ signal: Int) {
    guard !state.signals[signal] else { return }
    state.signals[signal] = true
    note(.signalled(signal))
    endWaits(for: .signal(Int32(signal)))
  }

  /// Settles all that waits for what is so now.
  mutating func endWaits(for awaited: PlannedWait) {
    for step in state.steps.indices
    where plan.steps[step].kind == .wait && state.steps[step].phase == .pollWait
      && plan.steps[step].awaited == awaited
    {
      disarm(.pollWake, step)
      settle(step, Settlement(.succeeded))
    }
  }

  /// Whether what a step waits for is so.
  func isGiven(_ awaited: PlannedWait) -> Bool {
    switch awaited {
    case .time: false
    case .online: !state.run.isOffline
    case .signal(let signal): state.signals[Int(signal)]
    }
  }
}
