import LaunchFlowMachine
import LaunchFlowModel

// The events that may come next in a state.
extension Explorer {
  /// Finds out what may happen in a state; nothing once all is over.
  mutating func findEvents(_ state: Int32, _ node: Int32) -> Range<Int32> {
    load(state)
    let first = Int32(stateEvents.events.count)
    if !machineBefore.state.run.hasFinished {
      let armed = store.timers(of: state)
      if !armed.contains(where: { store.timers[$0].slot >= 0 }), findings.doesNotFinish == nil {
        let before = store.nodes[Int(node)]
        findings.doesNotFinish = Findings.End(
          parent: before.parent, event: before.event, decisions: before.decisions)
      }
      addAnswers(armed)
      if held.malformed.isEmpty {
        for place in armed where store.timers[place].slot >= 0 { addTimer(place - armed.lowerBound, armed) }
      }
      addSwitches()
      addSignals()
    }
    let range = first..<Int32(stateEvents.events.count)
    stateEvents[state] = range
    return range
  }

  private mutating func addAnswers(_ armed: Range<Int>) {
    let malformed = held.malformed.first
    if let step = malformed {
      // It is due now, and of what is due now its like come first.
      addAnswers(step, answers.malformed[step], timer: -1)
    }
    for step in machineBefore.state.steps.indices where machineBefore.state.steps[step].isInFlight {
      // Not before an attempt ahead of it that ends at its very start.
      if let malformed, step >= malformed { break }
      var timer: Int?
      if !tellsTiesApart, malformed == nil, interchangeable[step] >= 0 {
        let slot = FlowTimer(.attemptTimeout, of: step).slot
        meter.spend(armed.count)
        timer = armed.firstIndex { store.timers[$0].slot == slot }.map { $0 - armed.lowerBound }
      }
      addAnswers(step, answers.answers(to: step, machineBefore.state.steps[step]), timer: Int32(timer ?? -1))
    }
  }

  private mutating func addAnswers(_ step: Int, _ range: Range<Int32>, timer: Int32) {
    let order = EventOrder.answer(step: step)
    for keepsInstant in instants(order, of: step) {
      stateEvents.events.append(
        StateEvents.PossibleEvent(
          event: ExploredEvent(kind: .answered, subject: Int32(step)), order: order,
          keepsInstant: keepsInstant, timer: timer, answers: range))
    }
  }

  private mutating func addTimer(_ place: Int, _ armed: Range<Int>) {
    let slot = store.timers[armed.lowerBound + place].slot
    let timer = FlowMachine.timer(inSlot: Int(slot), plan, machineBefore.state.steps)
    // What a time-out does, an answer that says so does as well, at that instant and before.
    if !tellsTiesApart, timer.kind == .attemptTimeout { return }
    // A wait with jitter may end at any moment until it is due, like an answer.
    let isSoft = timer.kind == .retryWake && plan.clocks[timer.owner].hasJitter
    let order = EventOrder.timer(timer)
    for keepsInstant in instants(order, of: isSoft ? timer.owner : -1) {
      stateEvents.events.append(
        StateEvents.PossibleEvent(
          event: ExploredEvent(kind: .fired, subject: slot), order: order, keepsInstant: keepsInstant,
          timer: Int32(place)))
    }
  }

  /// What may go offline or come back and still matters.
  private mutating func addSwitches() {
    guard mayGoOffline(machineBefore.state) else { return }
    addSwitch(-1, machineBefore.state.run.isOffline)
    for domain in machineBefore.state.offlineDomains.indices where key.liveDomains[domain] {
      addSwitch(domain, machineBefore.state.offlineDomains[domain])
    }
  }

  private mutating func addSwitch(_ domain: Int, _ isOffline: Bool) {
    let event = ExploredEvent(kind: isOffline ? .cameOnline : .wentOffline, subject: Int32(domain))
    stateEvents.events.append(
      StateEvents.PossibleEvent(event: event, order: .connectivity(domain: domain), keepsInstant: false))
  }

  /// The signals that the app has not given and that some step awaits, or may still await.
  private mutating func addSignals() {
    guard mayBeSignalled(machineBefore.state) else { return }
    for signal in machineBefore.state.signals.indices
    where key.liveSignals[signal] && !machineBefore.state.signals[signal] {
      let event = ExploredEvent(kind: .signalled, subject: Int32(signal))
      stateEvents.events.append(
        StateEvents.PossibleEvent(event: event, order: .signal(signal), keepsInstant: false))
    }
  }

  /// Whether a signal can still come that matters in a state.
  @inline(__always)
  mutating func mayBeSignalled(_ state: FlowState) -> Bool {
    guard !state.signals.isEmpty else { return false }
    key.findLiveSignals(state)
    return state.signals.indices.contains { key.liveSignals[$0] && !state.signals[$0] }
  }

  /// Whether there is a switch that still matters in a state.
  @inline(__always)
  mutating func mayGoOffline(_ state: FlowState) -> Bool {
    guard choices.hasSwitch else { return false }
    key.findLiveSwitches(state)
    return key.isAppLive
  }

  /// Whether an event may be at the last event's instant (true), only after it (false), or where that makes
  /// no difference either (nil); a blocked one, by its step, only after it.
  @inline(__always)
  private func instants(_ order: EventOrder, of step: Int) -> [Bool?] {
    guard tellsTiesApart, !blocked.isEmpty else { return Self.alike }
    if step >= 0, blocked.contains(step) { return [false] }
    // What it would block anyway need not be told apart.
    let staysBlocked = plan.steps.indices.contains { blocked.contains($0) && !(answerOrder($0) < order) }
    return staysBlocked ? [true, false] : Self.alike
  }

  /// Made once, for it is asked for with each event.
  private static let alike: [Bool?] = [nil]

  /// The order of what a step has pending: its wait's end, or its answer.
  private func answerOrder(_ step: Int) -> EventOrder {
    machineBefore.state.steps[step].phase == .retryWait
      ? .timer(FlowTimer(.retryWake, of: step)) : .answer(step: step)
  }
}
