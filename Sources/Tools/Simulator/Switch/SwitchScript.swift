import LaunchFlowMachine
import LaunchFlowSwitch

/// An event that a scenario causes by itself; the switch cannot change it.
package struct ScriptedEvent: Sendable {
  package enum Kind: Sendable {
    case path(SwitchMachine.Path)
    case background(Bool)
    case press(Bool)
    case kill
    case restart
    /// One of the app's calls, with its own failure; nil if the world decides.
    case call(domain: Int, SwitchWorld.CallFailure?)
    case failedCall(domain: Int, SwitchWorld.CallFailure)
    case pushedVerdict(domain: Int, OfflineSwitchDocument.Verdict)
  }

  package var time: Int64
  package var order: SwitchEventOrder
  package var kind: Kind
}

extension SwitchScenario {
  /// The events that it causes up to its end, sorted by time. Events of one time come by their order, then as in the file.
  ///
  /// - Parameter most: The maximal number of events of each series.
  package func script(_ world: SwitchWorld, _ plan: SwitchPlan, most: Int) -> [ScriptedEvent] {
    var events: [ScriptedEvent] = []
    func add(_ kind: ScriptedEvent.Kind, at time: Int64, _ order: SwitchEventOrder) {
      if time <= world.length { events.append(ScriptedEvent(time: time, order: order, kind: kind)) }
    }
    func addCalls(
      _ domain: Int, _ failure: SwitchWorld.CallFailure?, from: Duration, to: Duration?, every: Duration
    ) {
      let end = min(world.length, to.map { $0.nanoseconds - 1 } ?? .max)
      var (time, left) = (from.nanoseconds, most)
      while time <= end, left > 0 {
        add(.call(domain: domain, failure), at: time, .call(domain: domain))
        time = time.plus(every.nanoseconds)
        left -= 1
      }
    }
    for change in world.paths.dropFirst().prefix(most) { add(.path(change.path), at: change.from, .path) }
    for stay in background {
      add(.background(true), at: stay.from.nanoseconds, .background)
      if let end = stay.to { add(.background(false), at: end.nanoseconds, .background) }
    }
    for press in marks { add(.press(press.isMarked), at: press.time.nanoseconds, .mark) }
    for kill in kills {
      add(.kill, at: kill.time.nanoseconds, .process)
      if let restart = kill.restart { add(.restart, at: restart.nanoseconds, .process) }
    }
    for verdict in verdicts {
      guard let domain = plan.index(ofDomain: verdict.domain) else { continue }
      add(
        .pushedVerdict(domain: domain, verdict.verdict), at: verdict.time.nanoseconds,
        .question(domain: domain))
    }
    for calls in calls {
      let domain = calls.domain.flatMap { plan.index(ofDomain: $0) } ?? -1
      addCalls(domain, SwitchWorld.CallFailure(calls), from: calls.from, to: calls.to, every: calls.every)
    }
    for incident in incidents {
      guard let domain = plan.index(ofDomain: incident.domain) else { continue }
      let failure = SwitchWorld.CallFailure(incident)
      for time in incident.failures {
        add(.failedCall(domain: domain, failure), at: time.nanoseconds, .call(domain: domain))
      }
      if let every = incident.failuresEvery {
        addCalls(domain, failure, from: incident.from, to: incident.to, every: every)
      }
    }
    return events.indices.ordered {
      (events[$0].time, events[$0].order.key, $0) < (events[$1].time, events[$1].order.key, $1)
    }.map { events[$0] }
  }
}
