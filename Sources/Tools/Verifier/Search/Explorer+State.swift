// The events that may come next in a state.
extension Explorer {
  /// Finds the possible events of a state; none once the run is over.
  mutating func findEvents(_ state: Int32, _ node: Int32) -> Range<Int32> {
    load(state)
    let first = Int32(stateEvents.events.count)
    if !hasLanded(state) { add(ExploredEvent(kind: .cancelled, subject: 0)) }
    if !machineBefore.state.run.hasFinished {
      let armed = store.timers(of: state)
      if armed.isEmpty { findings.doesNotFinish = findings.doesNotFinish ?? store.nodes[Int(node)].end }
      addAnswers()
      for place in armed { addTimer(place - armed.lowerBound, armed) }
      addSwitches()
      addSignals()
    }
    let range = first..<Int32(stateEvents.events.count)
    stateEvents[state] = range
    return range
  }

  private mutating func add(_ event: ExploredEvent) {
    stateEvents.events.append(StateEvents.PossibleEvent(event: event))
  }

  private mutating func addAnswers() {
    for track in 0..<plan.trackCount where plan.isInFlight(track, machineBefore.state.steps) {
      add(ExploredEvent(kind: .answered, subject: Int32(track)))
    }
  }

  private mutating func addTimer(_ place: Int, _ armed: Range<Int>) {
    let slot = store.timers[armed.lowerBound + place].slot
    let timer = plan.timer(inSlot: Int(slot), machineBefore.state.steps)
    // A time-out has the effect of a time-out answer, which is possible at that instant and before.
    if timer.kind == .attemptTimeout { return }
    var event = StateEvents.PossibleEvent(
      event: ExploredEvent(kind: .fired, subject: slot), timer: Int32(place))
    if timer.kind == .stepDeadline { limitWait(of: timer.owner, armed, &event) }
    stateEvents.events.append(event)
  }

  /// A step's deadline cuts only a wait of the retry's own: a longer one, for the server, ends before it.
  private func limitWait(of step: Int, _ armed: Range<Int>, _ event: inout StateEvents.PossibleEvent) {
    let state = machineBefore.state.steps[step]
    guard state.phase == .retryWait, plan.honoursServer(step) else { return }
    let slot = FlowTimer(.retryWake, of: step).slot
    guard let wake = armed.first(where: { store.timers[$0].slot == slot }) else { return }
    event.wait = Int32(wake - armed.lowerBound)
    event.mostWaited = plan.retryDelay(of: step, after: Int(state.tries)) - 1
  }

  /// Adds changes of the app or a domain between offline and online that still matter.
  private mutating func addSwitches() {
    guard choices.hasSwitch, key.isAppLive else { return }
    addSwitch(-1, machineBefore.state.run.isOffline)
    for domain in machineBefore.state.offlineDomains.indices where key.liveDomains[domain] {
      addSwitch(domain, machineBefore.state.offlineDomains[domain])
    }
  }

  private mutating func addSwitch(_ domain: Int, _ isOffline: Bool) {
    add(ExploredEvent(kind: isOffline ? .cameOnline : .wentOffline, subject: Int32(domain)))
  }

  /// Adds the signals that the app has not given and that some step awaits, or may still await.
  private mutating func addSignals() {
    for signal in machineBefore.state.signals.indices
    where key.liveSignals[signal] && !machineBefore.state.signals[signal].isGiven {
      for name in names(ofSignal: signal) {
        add(ExploredEvent(kind: .signalled, subject: Int32(signal), detail: name))
      }
    }
  }

  /// The results of a signal's value that still matter: none, and each that an undecided condition asks for.
  private mutating func names(ofSignal signal: Int) -> [Int32] {
    let namer = Int(plan.signalNamers[signal])
    guard namer >= 0 else { return [-1] }
    let count = Int32(plan.steps[namer].names.count)
    for name in 0..<count { findings.reach(name: name, of: namer, in: plan) }
    return [-1] + (0..<count).filter { key.isAsked($0, of: namer) }
  }
}
