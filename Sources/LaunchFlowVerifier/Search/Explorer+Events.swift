import LaunchFlowMachine

// The events that time allows at a node.
extension Explorer {
  /// When an event can be next at a node.
  enum Instants {
    case never
    /// At any instant of the node's zone.
    case anywhere
    /// At those of `eventZone`.
    case some
  }

  mutating func expand(_ node: Int32) {
    let state = store.nodes[Int(node)].state
    let range = stateEvents[state] ?? findEvents(state, node)
    if range.isEmpty { return }
    loadZone(node, state)
    for place in range {
      let instants = instants(of: Int(place), node, state)
      if instants != .never { take(Int(place), instants, node, state) }
      guard mayGoOn() else { return }
    }
  }

  /// Cancels the run at any moment of a node before the landing.
  mutating func cancel(_ node: Int32) {
    let state = store.nodes[Int(node)].state
    guard !store.hasLanded(state) else { return }
    loadZone(node, state)
    if tellsTiesApart, store.nodes[Int(node)].parent >= 0 {
      // It comes before all else at an instant; so some time must have passed since the last event.
      load(state)
      guard held.malformed.isEmpty else { return }
      eventZone.copy(from: nodeZone)
      for timer in store.timers[store.timers(of: state)] where timer.slot >= 0 {
        guard eventZone.constrain(0, Int(timer.clock), atMost: timer.length - 1) else { return }
      }
    }
    take(stateEvents.cancellation(of: state), .anywhere, node, state)
  }

  private mutating func loadZone(_ node: Int32, _ state: Int32) {
    nodeZone.load(
      from: store.zones, at: store.nodes[Int(node)].zone, count: store.variables(of: state).count)
  }

  private mutating func instants(of place: Int, _ node: Int32, _ state: Int32) -> Instants {
    let event = stateEvents.events[place]
    meter.spend(4)
    switch event.event.kind {
    case .answered:
      if event.timer >= 0 { meter.spend(store.timers(of: state).count) }
      if event.timer >= 0, isCovered(Int(event.event.subject), Int(event.timer), state) { return .never }
      return restrict(to: event.keepsInstant)
    case .fired: return firing(event, state)
    // It comes before all else at an instant, and was as free to come as answers are.
    case .wentOffline, .cameOnline: return restrict(to: tellsTiesApart ? false : nil)
    case .signalled:
      let isBehind = tellsTiesApart && !mayPrecede(store.nodes[Int(node)].event, signal: event.event.subject)
      return restrict(to: isBehind ? false : nil)
    case .started, .cancelled: return .never
    }
  }

  /// Whether an event may be at the same instant as a signal that comes after it.
  private func mayPrecede(_ event: ExploredEvent, signal: Int32) -> Bool {
    switch event.kind {
    case .started, .wentOffline, .cameOnline, .cancelled: true
    case .signalled: event.subject < signal
    case .answered, .fired: false
    }
  }

  private mutating func firing(_ event: StateEvents.PossibleEvent, _ state: Int32) -> Instants {
    let armed = store.timers(of: state)
    let timer = store.timers[armed.lowerBound + Int(event.timer)]
    // Not before something else that is due sooner.
    guard nodeZone.bound(0, Int(timer.clock)) >= timer.shortest,
      restrict(to: event.keepsInstant) != .never
    else { return .never }
    if event.keepsInstant == nil { eventZone.copy(from: nodeZone) }
    meter.spend(armed.count + nodeZone.count * nodeZone.count)
    if timer.shortest > 0, !eventZone.constrain(Int(timer.clock), 0, atMost: -timer.shortest) {
      return .never
    }
    // No other timer that is due now comes before it.
    for place in armed where store.timers[place].slot >= 0 {
      let other = store.timers[place]
      guard other.slot != timer.slot, other.order < event.order else { continue }
      if !eventZone.constrain(0, Int(other.clock), atMost: other.length - 1) { return .never }
    }
    return .some
  }

  /// Where ties are told apart, the last event's instant is the first clock of a zone.
  private mutating func restrict(to keepsInstant: Bool?) -> Instants {
    guard let keepsInstant else { return .anywhere }
    eventZone.copy(from: nodeZone)
    let isPossible =
      keepsInstant ? eventZone.constrain(0, 1, atMost: 0) : eventZone.constrain(1, 0, atMost: -1)
    return isPossible ? .some : .never
  }

  /// Follows an event from a node to wherever it leads, which is found out first if need be.
  private mutating func take(_ place: Int, _ instants: Instants, _ node: Int32, _ state: Int32) {
    let arrivals = stateEvents.events[place].arrivals ?? findArrivals(place, node, state)
    for arrival in arrivals {
      let arrival = stateEvents.arrivals[Int(arrival)]
      transitions += 1
      meter.spend(nodeZone.count * nodeZone.count)
      let end = Findings.End(parent: node, event: arrival.event, decisions: arrival.decisions)
      follow(arrival, end, inputClass: inputClass(of: state), instants)
    }
  }

  /// Adds the node that an event leads to, from its instants on.
  mutating func follow(
    _ arrival: StateEvents.Arrival, _ end: Findings.End, inputClass: Int, _ instants: Instants
  ) {
    if arrival.rule >= 0 {
      noteLanding(Int(arrival.rule), latestInstant(end.parent, instants), inputClass, end)
    }
    if case .some = instants {
      nextZone.gather(stateEvents.sources, arrival.variables, of: eventZone)
    } else {
      nextZone.gather(stateEvents.sources, arrival.variables, of: nodeZone)
    }
    if arrival.elapses {
      nextZone.elapse(store.lengths, at: store.variables(of: arrival.state).lowerBound)
    }
    meter.spend(store.add(nextZone, to: arrival.state, end) * nextZone.count)
  }

  /// The latest instant of a node's event, since the start: until the landing the flow's deadline is armed.
  private func latestInstant(_ node: Int32, _ instants: Instants) -> Int64 {
    guard node >= 0,
      let deadline = store.timers[store.timers(of: store.nodes[Int(node)].state)].first(where: {
        $0.slot == 0
      })
    else { return 0 }
    let zone = instants == .some ? eventZone : nodeZone
    return min(plan.deadline, Zone.longest) - deadline.length + zone.bound(0, Int(deadline.clock))
  }
}
