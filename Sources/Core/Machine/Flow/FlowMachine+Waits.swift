// Steps that wait for a signal, for the switch or for a time.
extension FlowMachine {
  /// Starts a wait. It settles at once if its signal was given or the switch is online, and if it only asks for that.
  mutating func startWait(_ step: Int) {
    begin(step)
    guard !isGiven(plan.steps[step].awaited) else {
      succeed(step)
      return
    }
    let longest = plan.clocks[step].timeout
    guard longest > 0 || plan.steps[step].awaited == .time else {
      settle(step, Settlement(.timedOut))
      return
    }
    state.steps[step].phase = .pollWait
    derived.active.insert(step)
    note(.waiting(step: step, .wait, nanoseconds: longest))
    arm(.pollWake, step, longest)
  }

  /// Handles a signal of the app. A no-op for a signal that was given before.
  mutating func give(_ signal: Int, _ name: Int32) {
    guard !state.signals[signal].isGiven else { return }
    state.signals[signal].isGiven = true
    state.signals[signal].isEarly = state.run.landedRule < 0
    state.signals[signal].name = name
    note(.signalled(signal, name: name))
    endWaits(for: .signal(Int32(signal)))
  }

  mutating func endWaits(for awaited: PlannedWait) {
    for step in state.steps.indices
    where plan.steps[step].kind == .wait && state.steps[step].phase == .pollWait
      && plan.steps[step].awaited == awaited
    {
      disarm(.pollWake, step)
      succeed(step)
    }
  }

  /// Settles a wait whose event has occurred, with the value of its signal.
  private mutating func succeed(_ step: Int) {
    guard case .signal(let signal) = plan.steps[step].awaited else {
      return settle(step, Settlement(.succeeded))
    }
    let isNamer = Int(plan.signalNamers[Int(signal)]) == step
    let name = isNamer ? state.signals[Int(signal)].name : -1
    settle(step, Settlement(.succeeded, name: name), value: .attempt(state.steps[step].attempt))
  }

  func isGiven(_ awaited: PlannedWait) -> Bool {
    switch awaited {
    case .time: false
    case .online: !state.run.isOffline
    case .signal(let signal): state.signals[Int(signal)].isGiven
    }
  }
}
