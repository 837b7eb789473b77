// The events that are possible in time at a node.
extension Explorer {
  mutating func expand(_ node: Int32) {
    let state = store.nodes[Int(node)].state
    let range = stateEvents[state] ?? findEvents(state, node)
    for place in range {
      if findInstants(of: Int(place), node, state) { take(Int(place), node, state) }
      guard mayGoOn() else { return }
    }
  }

  /// Cancels the run at any moment of an expanded node before the landing.
  mutating func cancel(_ node: Int32) {
    let state = store.nodes[Int(node)].state
    guard !hasLanded(state), let events = stateEvents[state] else { return }
    loadZone(node, state)
    take(Int(events.lowerBound), node, state)
  }

  private mutating func loadZone(_ node: Int32, _ state: Int32) {
    eventZone.load(
      from: store.zones, at: store.nodes[Int(node)].zone, count: store.timers(of: state).count + 1)
  }

  /// Puts the instants at which an event can be the next one at the node into `eventZone`; false for none.
  private mutating func findInstants(of place: Int, _ node: Int32, _ state: Int32) -> Bool {
    let event = stateEvents.events[place]
    // Runs are cancelled after all others are explored.
    if case .cancelled = event.event.kind { return false }
    meter.spend(4)
    loadZone(node, state)
    if case .fired = event.event.kind { return constrainToFiring(event, state) }
    return true
  }

  private mutating func constrainToFiring(_ event: StateEvents.PossibleEvent, _ state: Int32) -> Bool {
    let armed = store.timers(of: state)
    let own = armed.lowerBound + Int(event.timer)
    let timer = store.timers[own]
    func variable(_ place: Int) -> Int { place - armed.lowerBound + 1 }
    // The timer does not fire before another one that is due sooner.
    guard eventZone.bound(0, variable(own)) >= timer.shortest else { return false }
    meter.spend(armed.count + eventZone.count * eventZone.count)
    if timer.shortest > 0, !eventZone.constrain(variable(own), 0, atMost: -timer.shortest) {
      return false
    }
    if event.wait >= 0, !eventZone.constrain(0, Int(event.wait) + 1, atMost: event.mostWaited) {
      return false
    }
    // The timer fires only if no other due timer comes first.
    for place in armed where place != own && store.timers[place].order < timer.order {
      if !eventZone.constrain(0, variable(place), atMost: store.timers[place].length - 1) { return false }
    }
    return true
  }

  /// Follows an event from a node to all states that it leads to, which are found first if need be.
  private mutating func take(_ place: Int, _ node: Int32, _ state: Int32) {
    let arrivals = stateEvents.events[place].arrivals ?? findArrivals(place, node, state)
    for arrival in arrivals {
      let arrival = stateEvents.arrivals[Int(arrival)]
      meter.spend(eventZone.count * eventZone.count)
      let end = Findings.End(parent: node, event: arrival.event, decisions: arrival.decisions)
      follow(arrival, end, inputClass: inputClass(of: state))
    }
  }

  /// Adds the node that an event leads to, starting at the instants in `eventZone`.
  mutating func follow(_ arrival: StateEvents.Arrival, _ end: Findings.End, inputClass: Int) {
    if arrival.rule >= 0 { noteLanding(Int(arrival.rule), latestInstant(end.parent), inputClass, end) }
    nextZone.gather(stateEvents.sources, arrival.variables, of: eventZone)
    nextZone.elapse(store.timers, at: store.timers(of: arrival.state).lowerBound)
    meter.spend(store.add(nextZone, to: arrival.state, end) * nextZone.count)
  }

  /// The latest instant of a node's event, since the start. Until the landing the armed deadline of the flow gives it.
  private func latestInstant(_ node: Int32) -> Int64 {
    guard node >= 0 else { return 0 }
    // Timers are sorted by slot, and the deadline's is the first one.
    let armed = store.timers(of: store.nodes[Int(node)].state)
    guard let deadline = store.timers[armed].first, deadline.slot == 0 else { return 0 }
    return min(plan.deadline, Zone.longest) - deadline.length + eventZone.bound(0, 1)
  }
}
