import LaunchFlowMachine
import LaunchFlowModel

// The events that may come next at a node.
extension Explorer {
  mutating func expand(_ node: Int32) {
    let state = store.nodes[Int(node)].state
    load(node, state)
    if machine.hasFinished { return }
    for step in isWaiting.indices { isWaiting[step] = machine.steps[step].phase == .retryWait }
    if nodeZone.slots.allSatisfy({ $0 == Zone.lastEvent }), findings.doesNotFinish == nil {
      let before = store.nodes[Int(node)]
      findings.doesNotFinish = Findings.End(
        parent: before.parent, event: before.event, decisions: decisions[node] ?? [])
    }
    let answering = machine.steps.indices.filter { machine.isInFlight($0) }
    let late = answering.filter { machine.steps[$0].isLate }
    let inFallback = answering.filter { machine.steps[$0].phase == .fallback }
    let timers = nodeZone.slots.filter { $0 >= 0 }.map { machine.timer(inSlot: Int($0)) }
    let switches = switches()
    let free = answering.filter { isFree($0) }
    if let step = held.unmakeable.first {
      // It is due now, and of what is due now its like come first.
      takeAnswers(node, state, step, [.failed(.malformed)])
    }
    for step in free where !isCovered(step, among: free) {
      // What late work brings only ends it, but where a fresher value takes a constant's place.
      let isMerelyLate = late.contains(step) && !held.constants.contains(step)
      let own = isMerelyLate ? [AttemptChoice.failed(.network)] : ownAnswers[step]
      let answers = inFallback.contains(step) ? fallbackAnswers[step] : own
      takeAnswers(node, state, step, answers)
    }
    if held.unmakeable.isEmpty {
      for timer in timers { takeTimer(node, state, timer) }
    }
    for (domain, isOffline) in switches { takeSwitch(node, state, domain, isOffline) }
  }

  /// Whether an answer may come next: not before an attempt ahead of it that ends at its very start.
  private func isFree(_ step: Int) -> Bool { held.unmakeable.first.map { step < $0 } ?? true }

  /// Whether there is a switch, and anybody left whom it matters to.
  mutating func mayGoOffline() -> Bool {
    guard choices.hasSwitch else { return false }
    key.findLiveSwitches(machine)
    return key.isAppLive
  }

  /// What may go offline or come back and still matters, and whether it is offline; -1 for the app.
  private mutating func switches() -> [(domain: Int, isOffline: Bool)] {
    guard mayGoOffline() else { return [] }
    return [(-1, machine.isOffline)]
      + machine.offlineDomains.enumerated().filter { key.liveDomains[$0.offset] }
      .map { ($0.offset, $0.element) }
  }

  private mutating func takeAnswers(_ node: Int32, _ state: Int32, _ step: Int, _ answers: [AttemptChoice]) {
    let order = EventOrder.answer(step: step)
    for keepsInstant in instants(order, of: step) {
      guard restrict(order, to: keepsInstant, of: step) else { continue }
      for answer in answers {
        take(
          node, state, ExploredEvent(kind: .answered, subject: Int32(step), detail: answer.code),
          .attemptEnded(step: step, attempt: 0, answer.outcome(of: step, in: plan)), order,
          keepsInstant: keepsInstant != false)
      }
    }
  }

  private mutating func takeTimer(_ node: Int32, _ state: Int32, _ timer: FlowTimer) {
    let order = EventOrder.timer(timer)
    // A wait with jitter may end at any moment until it is due, like an answer.
    let isSoft = timer.kind == .retryWake && plan.clocks[timer.owner].hasJitter
    for keepsInstant in instants(order, of: isSoft ? timer.owner : -1) {
      guard restrict(order, to: keepsInstant, of: isSoft ? timer.owner : -1) else { continue }
      if !isSoft {
        guard let due = eventZone.variable(of: timer.slot), eventZone.constrain(due, 0, atMost: 0)
        else { continue }
      }
      guard isFirst(order, besides: timer.slot) else { continue }
      take(
        node, state, ExploredEvent(kind: .fired, subject: Int32(timer.slot)), .timerFired(timer), order,
        keepsInstant: keepsInstant != false)
    }
  }

  private mutating func takeSwitch(_ node: Int32, _ state: Int32, _ domain: Int, _ isOffline: Bool) {
    let order = EventOrder.connectivity(domain: domain)
    eventZone.copy(from: nodeZone)
    if tellsTiesApart {
      // It comes before all else at an instant, and was as free to come as answers are.
      guard let last = eventZone.variable(of: Int(Zone.lastEvent)),
        eventZone.constrain(last, 0, atMost: -1)
      else { return }
    }
    take(
      node, state, ExploredEvent(kind: isOffline ? .cameOnline : .wentOffline, subject: Int32(domain)),
      isOffline ? .cameOnline(domain: domain) : .wentOffline(domain: domain), order, keepsInstant: false)
  }

  /// Requires that no other timer that is due now comes before an event.
  private mutating func isFirst(_ order: EventOrder, besides slot: Int) -> Bool {
    for place in 1..<eventZone.count {
      let other = Int(eventZone.slots[place - 1])
      guard other >= 0, other != slot, EventOrder.timer(machineTimer(other)) < order else { continue }
      if !eventZone.constrain(0, place, atMost: -1) { return false }
    }
    return true
  }

  /// The order of a slot's timer does not depend on which of the two kinds of waits it is.
  private func machineTimer(_ slot: Int) -> FlowTimer {
    guard slot > 0 else { return FlowTimer(.flowDeadline, of: -1) }
    let owner = (slot - 1) / FlowTimer.slotsPerStep
    switch (slot - 1) % FlowTimer.slotsPerStep {
    case 0: return FlowTimer(.retryWake, of: owner)
    case 1: return FlowTimer(.useFallbackAfter, of: owner)
    case 2: return FlowTimer(.attemptTimeout, of: owner)
    default: return FlowTimer(plan.steps[owner].kind == .group ? .groupDeadline : .stepDeadline, of: owner)
    }
  }

  /// Whether the event may be at the last event's instant (true), only after it (false), or where that makes
  /// no difference either (nil); a blocked one, by its step, only after it.
  private func instants(_ order: EventOrder, of step: Int) -> [Bool?] {
    guard tellsTiesApart, !blocked.isEmpty else { return [nil] }
    if step >= 0, blocked.contains(step) { return [false] }
    // What it would block anyway need not be told apart.
    let staysBlocked = plan.steps.indices.contains { blocked.contains($0) && !(answerOrder($0) < order) }
    return staysBlocked ? [true, false] : [nil]
  }

  /// The order of what a step has pending: its wait's end, or its answer.
  private func answerOrder(_ step: Int) -> EventOrder {
    isWaiting[step]
      ? .timer(FlowTimer(.retryWake, of: step)) : .answer(step: step)
  }

  private mutating func restrict(_ order: EventOrder, to keepsInstant: Bool?, of step: Int) -> Bool {
    eventZone.copy(from: nodeZone)
    guard let keepsInstant, let last = eventZone.variable(of: Int(Zone.lastEvent)) else { return true }
    return keepsInstant
      ? eventZone.constrain(0, last, atMost: 0) : eventZone.constrain(last, 0, atMost: -1)
  }

  /// Cancels the run at any moment of a node before the landing.
  mutating func cancel(_ node: Int32) {
    let state = store.nodes[Int(node)].state
    load(node, state)
    guard machine.landedRule < 0 else { return }
    eventZone.copy(from: nodeZone)
    if tellsTiesApart, store.nodes[Int(node)].parent >= 0 {
      // It comes before all else at an instant; so some time must have passed since the last event.
      for timer in 1..<max(1, eventZone.count) where eventZone.slots[timer - 1] >= 0 {
        guard held.unmakeable.isEmpty, eventZone.constrain(0, timer, atMost: -1) else { return }
      }
      eventZone.copy(from: nodeZone)
    }
    take(
      node, state, ExploredEvent(kind: .cancelled, subject: 0), .cancelled, .cancellation, keepsInstant: false
    )
  }

  private mutating func load(_ node: Int32, _ state: Int32) {
    cacheStates.replaceSubrange(0..<cacheStates.count, with: store.cacheStates(of: state))
    nodeZone.load(slots: store.slots(of: state), from: store.zones, at: store.nodes[Int(node)].zone)
    readMarks(state)
    enter(state)
  }
}
