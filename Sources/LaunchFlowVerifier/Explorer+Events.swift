import LaunchFlowMachine
import LaunchFlowModel

// The events that may come next at a node.
extension Explorer {
  mutating func expand(_ node: Int32) {
    load(node)
    if machineBefore.hasFinished { return }
    if nodeTimers.isEmpty, findings.doesNotFinish == nil {
      let before = store.nodes[Int(node)]
      findings.doesNotFinish = Findings.End(
        parent: before.parent, event: before.event, decisions: decisions[node] ?? [])
    }
    inFlight.removeAll(keepingCapacity: true)
    for step in machineBefore.steps.indices where machineBefore.isInFlight(step) { inFlight.append(step) }
    if let step = held.unmakeable.first {
      // It is due now, and of what is due now its like come first.
      takeAnswers(node, step, answers.malformed[step])
    }
    for place in inFlight.indices {
      let step = inFlight[place]
      if isFree(step), !isCovered(step) { takeAnswers(node, step, answers(to: step)) }
    }
    if held.unmakeable.isEmpty {
      for place in nodeTimers.indices { takeTimer(node, nodeTimers[place]) }
    }
    takeSwitches(node)
  }

  /// Whether an answer may come next: not before an attempt ahead of it that ends at its very start.
  func isFree(_ step: Int) -> Bool { held.unmakeable.first.map { step < $0 } ?? true }

  /// Whether there is a switch, and anybody left in a machine's state whom it matters to.
  mutating func mayGoOffline(_ machine: FlowMachine) -> Bool {
    guard choices.hasSwitch else { return false }
    key.findLiveSwitches(machine)
    return key.isAppLive
  }

  private mutating func takeAnswers(_ node: Int32, _ step: Int, _ range: Range<Int>) {
    let order = EventOrder.answer(step: step)
    guard tellsTiesApart, !blocked.isEmpty else {
      takeAnswers(node, step, range, order, keepsInstant: nil)
      return
    }
    for keepsInstant in instants(order, of: step) {
      takeAnswers(node, step, range, order, keepsInstant: keepsInstant)
    }
  }

  private mutating func takeAnswers(
    _ node: Int32, _ step: Int, _ range: Range<Int>, _ order: EventOrder, keepsInstant: Bool?
  ) {
    guard restrict(to: keepsInstant) else { return }
    triedAnswers.removeAll(keepingCapacity: true)
    for place in range {
      let answer = answers.all[place]
      let effect = effect(of: answer.outcome, on: step)
      if triedAnswers.contains(effect) {
        if answer.choice.code >= 0 {
          findings.isNameReached[Int(plan.steps[step].names.lowerBound + answer.choice.code)] = true
        }
        continue
      }
      triedAnswers.append(effect)
      take(
        node, ExploredEvent(kind: .answered, subject: Int32(step), detail: answer.choice.code),
        .attemptEnded(step: step, attempt: 0, answer.outcome), order, keepsInstant: keepsInstant != false)
    }
  }

  private mutating func takeTimer(_ node: Int32, _ timer: NodeTimer) {
    // A wait with jitter may end at any moment until it is due, like an answer.
    let isSoft = timer.timer.kind == .retryWake && plan.clocks[timer.timer.owner].hasJitter
    // Not before something else that is due sooner.
    guard isSoft || nodeZone.bound(0, timer.clock) >= timer.length else { return }
    guard tellsTiesApart else {
      // What a time-out does, an answer that says so does as well, at that instant and before.
      if timer.timer.kind != .attemptTimeout { takeTimer(node, timer, isSoft: isSoft, keepsInstant: nil) }
      return
    }
    for keepsInstant in instants(timer.order, of: isSoft ? timer.timer.owner : -1) {
      takeTimer(node, timer, isSoft: isSoft, keepsInstant: keepsInstant)
    }
  }

  private mutating func takeTimer(_ node: Int32, _ timer: NodeTimer, isSoft: Bool, keepsInstant: Bool?) {
    guard restrict(to: keepsInstant) else { return }
    if !isSoft, !eventZone.constrain(timer.clock, 0, atMost: -timer.length) { return }
    // No other timer that is due now comes before it.
    for other in nodeTimers where other.slot != timer.slot && other.order < timer.order {
      guard eventZone.constrain(0, other.clock, atMost: other.length - 1) else { return }
    }
    take(
      node, ExploredEvent(kind: .fired, subject: timer.slot), .timerFired(timer.timer), timer.order,
      keepsInstant: keepsInstant != false)
  }

  /// What may go offline or come back and still matters.
  private mutating func takeSwitches(_ node: Int32) {
    guard mayGoOffline(machineBefore) else { return }
    takeSwitch(node, -1, machineBefore.isOffline)
    for domain in machineBefore.offlineDomains.indices {
      // Asked again each time: what follows an event asks it of another state.
      key.findLiveSwitches(machineBefore)
      if key.liveDomains[domain] { takeSwitch(node, domain, machineBefore.offlineDomains[domain]) }
    }
  }

  private mutating func takeSwitch(_ node: Int32, _ domain: Int, _ isOffline: Bool) {
    eventZone.copy(from: nodeZone)
    if tellsTiesApart {
      // It comes before all else at an instant, and was as free to come as answers are.
      guard lastEvent > 0, eventZone.constrain(lastEvent, 0, atMost: -1) else { return }
    }
    take(
      node, ExploredEvent(kind: isOffline ? .cameOnline : .wentOffline, subject: Int32(domain)),
      isOffline ? .cameOnline(domain: domain) : .wentOffline(domain: domain),
      .connectivity(domain: domain), keepsInstant: false)
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
    machineBefore.steps[step].phase == .retryWait
      ? .timer(FlowTimer(.retryWake, of: step)) : .answer(step: step)
  }

  private mutating func restrict(to keepsInstant: Bool?) -> Bool {
    eventZone.copy(from: nodeZone)
    guard let keepsInstant, lastEvent > 0 else { return true }
    return keepsInstant
      ? eventZone.constrain(0, lastEvent, atMost: 0) : eventZone.constrain(lastEvent, 0, atMost: -1)
  }

  /// Cancels the run at any moment of a node before the landing.
  mutating func cancel(_ node: Int32) {
    load(node)
    guard machineBefore.landedRule < 0 else { return }
    eventZone.copy(from: nodeZone)
    if tellsTiesApart, store.nodes[Int(node)].parent >= 0 {
      // It comes before all else at an instant; so some time must have passed since the last event.
      for timer in nodeTimers {
        guard held.unmakeable.isEmpty, eventZone.constrain(0, timer.clock, atMost: timer.length - 1)
        else { return }
      }
      eventZone.copy(from: nodeZone)
    }
    take(node, ExploredEvent(kind: .cancelled, subject: 0), .cancelled, .cancellation, keepsInstant: false)
  }
}
