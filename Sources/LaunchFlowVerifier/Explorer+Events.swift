import LaunchFlowMachine
import LaunchFlowModel

// The events that may come next at a node.
extension Explorer {
  mutating func expand(_ node: Int32) {
    let state = store.nodes[Int(node)].state
    cacheStates.replaceSubrange(0..<cacheStates.count, with: store.cacheStates(of: state))
    nodeZone.load(slots: store.slots(of: state), from: store.zones, at: store.nodes[Int(node)].zone)
    loadBlocked(state)
    enter(state)
    if machine.hasFinished { return }
    for step in isWaiting.indices { isWaiting[step] = machine.steps[step].phase == .retryWait }
    if nodeZone.slots.allSatisfy({ $0 == Zone.lastEvent }), findings.doesNotFinish == nil {
      let before = store.nodes[Int(node)]
      findings.doesNotFinish = Findings.End(
        parent: before.parent, event: before.event, decisions: decisions[node] ?? [])
    }
    let wasLanded = machine.landedRule >= 0
    let answering = machine.steps.indices.filter { machine.isInFlight($0) }
    let late = answering.filter { machine.steps[$0].isLate }
    let inFallback = answering.filter { machine.steps[$0].phase == .fallback }
    let timers = nodeZone.slots.filter { $0 >= 0 }.map { machine.timer(inSlot: Int($0)) }
    let offline = machine.isOffline
    let domains = machine.offlineDomains
    for step in answering where !isCovered(step, among: answering) {
      let own = late.contains(step) ? [AttemptChoice.failed(.network)] : ownAnswers[step]
      let answers = inFallback.contains(step) ? fallbackAnswers[step] : own
      takeAnswers(node, state, step, answers)
    }
    for timer in timers { takeTimer(node, state, timer) }
    if choices.hasSwitch {
      takeSwitch(node, state, -1, offline)
      for domain in domains.indices { takeSwitch(node, state, domain, domains[domain]) }
    }
    if !wasLanded { cancel(node, state) }
  }

  private mutating func loadBlocked(_ state: Int32) {
    guard tellsTiesApart else { return }
    blocked.removeAll()
    for step in store.blockedSteps(of: state, steps: plan.steps.count) { blocked.insert(step) }
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

  private mutating func cancel(_ node: Int32, _ state: Int32) {
    guard findings.doesNotLand == nil else { return }
    enter(state)
    machine.handle(.cancelled)
    if machine.landedRule < 0 {
      findings.doesNotLand = Findings.End(
        parent: node, event: ExploredEvent(kind: .cancelled, subject: 0), decisions: [])
    }
  }
}
