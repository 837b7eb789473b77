import LaunchFlowMachine

// The events that time allows at a node.
extension Explorer {
  mutating func expand(_ node: Int32) {
    let state = store.nodes[Int(node)].state
    let range = stateEvents[state] ?? findEvents(state, node)
    if range.isEmpty { return }
    loadZone(node, state)
    for place in range {
      let event = stateEvents.events[Int(place)]
      if mayCome(event, state) { take(Int(place), node, state) }
    }
  }

  /// Cancels the run at any moment of a node before the landing.
  mutating func cancel(_ node: Int32) {
    let state = store.nodes[Int(node)].state
    guard !store.hasLanded(state) else { return }
    loadZone(node, state)
    eventZone.copy(from: nodeZone)
    if tellsTiesApart, store.nodes[Int(node)].parent >= 0 {
      // It comes before all else at an instant; so some time must have passed since the last event.
      load(state)
      guard held.unmakeable.isEmpty else { return }
      for timer in store.timers[store.timers(of: state)] where timer.slot >= 0 {
        guard eventZone.constrain(0, Int(timer.clock), atMost: timer.length - 1) else { return }
      }
      eventZone.copy(from: nodeZone)
    }
    take(stateEvents.cancellation(of: state), node, state)
  }

  private mutating func loadZone(_ node: Int32, _ state: Int32) {
    nodeZone.load(
      from: store.zones, at: store.nodes[Int(node)].zone, count: store.variableCount(of: state))
  }

  /// Whether an event can be next, and if so at which instants: `eventZone`.
  private mutating func mayCome(_ event: StateEvents.PossibleEvent, _ state: Int32) -> Bool {
    switch event.event.kind {
    case .answered:
      if event.timer >= 0, isCovered(Int(event.event.subject), Int(event.timer), state) { return false }
      return restrict(to: event.keepsInstant)
    case .fired: return mayFire(event, state)
    case .wentOffline, .cameOnline:
      // It comes before all else at an instant, and was as free to come as answers are.
      return restrict(to: tellsTiesApart ? false : nil)
    case .started, .cancelled: return false
    }
  }

  private mutating func mayFire(_ event: StateEvents.PossibleEvent, _ state: Int32) -> Bool {
    let armed = store.timers(of: state)
    let timer = store.timers[armed.lowerBound + Int(event.timer)]
    // Not before something else that is due sooner.
    guard event.isSoft || nodeZone.bound(0, Int(timer.clock)) >= timer.length,
      restrict(to: event.keepsInstant)
    else { return false }
    if !event.isSoft, !eventZone.constrain(Int(timer.clock), 0, atMost: -timer.length) { return false }
    // No other timer that is due now comes before it.
    for place in armed where store.timers[place].slot >= 0 {
      let other = store.timers[place]
      guard other.slot != timer.slot, other.order < event.order else { continue }
      if !eventZone.constrain(0, Int(other.clock), atMost: other.length - 1) { return false }
    }
    return true
  }

  /// Where ties are told apart, the last event's instant is the first clock of a zone.
  private mutating func restrict(to keepsInstant: Bool?) -> Bool {
    eventZone.copy(from: nodeZone)
    guard let keepsInstant else { return true }
    return keepsInstant ? eventZone.constrain(0, 1, atMost: 0) : eventZone.constrain(1, 0, atMost: -1)
  }

  /// Follows an event from a node to wherever it leads, which is found out first if need be.
  private mutating func take(_ place: Int, _ node: Int32, _ state: Int32) {
    let arrivals = stateEvents.events[place].arrivals ?? findArrivals(place, node, state)
    let event = stateEvents.events[place].event
    let landingTime = store.hasLanded(state) ? 0 : landingTime(state)
    for arrival in arrivals {
      let arrival = stateEvents.arrivals[Int(arrival)]
      transitions += 1
      work += nodeZone.count * nodeZone.count
      let end = Findings.End(parent: node, event: event, decisions: arrival.decisions)
      follow(arrival, end, inputClass: inputClass(of: state), landingTime: landingTime)
    }
  }

  /// The latest instant of the event, since the start: until the landing the flow's deadline is armed.
  private func landingTime(_ state: Int32) -> Int64 {
    guard let deadline = store.timers[store.timers(of: state)].first(where: { $0.slot == 0 }) else { return 0 }
    return min(plan.deadline, Zone.longest) - deadline.length + eventZone.bound(0, Int(deadline.clock))
  }

  /// Adds the node that an event leads to, at the instants of `eventZone` and from then on.
  mutating func follow(
    _ arrival: StateEvents.Arrival, _ end: Findings.End, inputClass: Int, landingTime: Int64
  ) {
    if arrival.rule >= 0 { noteLanding(Int(arrival.rule), landingTime, inputClass, end) }
    nextZone.gather(stateEvents.sources, arrival.variables, of: eventZone)
    if arrival.elapses { nextZone.elapse(stateEvents.lengths, at: Int(arrival.variables.lowerBound)) }
    guard let node = store.add(nextZone, to: arrival.state, parent: end.parent, event: end.event)
    else { return }
    if !end.decisions.isEmpty { decisions[node] = end.decisions }
  }
}
