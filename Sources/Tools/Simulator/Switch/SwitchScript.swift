import LaunchFlowMachine
import LaunchFlowSwitch

/// The events that a scenario causes by itself, sorted by time; the switch cannot change them.
///
/// Events of one time come by their order. Those of one order come as a driver would have set them: a
/// repeated event is set when the one before it is taken.
package struct SwitchScript {
  /// An event of the script.
  package enum Event: Sendable {
    /// A change of the path, by its index in the world.
    case path(Int)
    case background(Bool)
    case press(Bool)
    case kill
    case restart
    case call(SwitchScenario.Calls, domain: Int)
    case failedCall(domain: Int, SwitchWorld.CallFailure)
    case pushedVerdict(domain: Int, OfflineSwitchDocument.Verdict)
  }

  /// An event with its time and order.
  package struct Due {
    package var time: Int64
    package var order: SwitchEventOrder
    package var event: Event
  }

  private let world: SwitchWorld
  private var schedule = Schedule()
  /// By slot: its event and order.
  private var events: [(event: Event, order: SwitchEventOrder)] = []
  private var freeSlots: [Int] = []
  /// The next event; nil at the end.
  package private(set) var next: Due?

  package init(_ scenario: SwitchScenario, _ world: SwitchWorld, _ plan: SwitchPlan) {
    self.world = world
    addPath(1)
    for stay in scenario.background {
      add(.background(true), at: stay.from.nanoseconds, .background)
      if let end = stay.to { add(.background(false), at: end.nanoseconds, .background) }
    }
    for press in scenario.marks { add(.press(press.isMarked), at: press.time.nanoseconds, .mark) }
    for kill in scenario.kills {
      add(.kill, at: kill.time.nanoseconds, .process)
      if let restart = kill.restart { add(.restart, at: restart.nanoseconds, .process) }
    }
    for verdict in scenario.verdicts {
      guard let domain = plan.index(ofDomain: verdict.domain) else { continue }
      add(
        .pushedVerdict(domain: domain, verdict.verdict), at: verdict.time.nanoseconds,
        .question(domain: domain))
    }
    for calls in scenario.calls {
      let domain = calls.domain.flatMap { plan.index(ofDomain: $0) } ?? -1
      add(.call(calls, domain: domain), at: calls.from.nanoseconds, .call(domain: domain))
    }
    for incident in scenario.incidents { add(incident, plan) }
    advance()
  }

  private mutating func add(_ incident: SwitchScenario.Incident, _ plan: SwitchPlan) {
    guard let domain = plan.index(ofDomain: incident.domain) else { return }
    for time in incident.failures {
      let failure = SwitchWorld.CallFailure(incident)
      add(.failedCall(domain: domain, failure), at: time.nanoseconds, .call(domain: domain))
    }
    guard let every = incident.failuresEvery else { return }
    var calls = SwitchScenario.Calls(incident.domain, every: every)
    calls.from = incident.from
    calls.to = incident.to
    calls.error = incident.error
    calls.code = incident.code
    add(.call(calls, domain: domain), at: incident.from.nanoseconds, .call(domain: domain))
  }

  /// Schedules a change of the path, which schedules the next one: a path may flap a million times.
  private mutating func addPath(_ index: Int) {
    if index < world.paths.count { add(.path(index), at: world.paths[index].from, .path) }
  }

  private mutating func add(_ event: Event, at time: Int64, _ order: SwitchEventOrder) {
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = free
      events[slot] = (event, order)
    } else {
      slot = schedule.addSlot()
      events.append((event, order))
    }
    schedule.set(slot, at: time, order: order.key)
  }

  package mutating func pop() -> Due? {
    guard let due = next else { return nil }
    switch due.event {
    case .path(let index): addPath(index + 1)
    case .call(let calls, let domain):
      let later = due.time.plus(calls.every.nanoseconds)
      if later < calls.to?.nanoseconds ?? .max { add(due.event, at: later, .call(domain: domain)) }
    case .background, .press, .kill, .restart, .failedCall, .pushedVerdict: break
    }
    advance()
    return due
  }

  private mutating func advance() {
    next = schedule.pop().map { due in
      freeSlots.append(due.slot)
      return Due(time: due.time, order: events[due.slot].order, event: events[due.slot].event)
    }
  }
}
