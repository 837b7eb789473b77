/// All events of a scenario at known times, which the switch cannot change.
package struct SwitchTimetable: Sendable {
  package enum Entry: Sendable {
    case input(SwitchMachine.Input)
    /// The app's process ends, or begins again.
    case kill, restart
    /// One of the app's calls, with its own failure; nil if the world decides.
    case call(domain: Int, SwitchMachine.Input?)
    /// The weather or the health of a service changes.
    case change
    case faultBegins(Int), faultEnds(Int)
    case end
  }

  /// An event with its time. Pending events of the same time come before it if their order is less.
  package struct Row: Sendable {
    package var time: Int64
    package var order: UInt64
    package var entry: Entry
    /// The time since which the weather before the row lasts.
    package var weatherSince: Int64 = 0

    /// Whether it is an event of the scenario's own, and not a change or bound of its faults.
    var isScripted: Bool { order > 0 && order < .max }
  }

  package let world: SwitchWorld
  /// In order; the last one is the end.
  package private(set) var rows: [Row] = []
  /// The true faults, cut at the end.
  package let faults: [SwitchTrace.Fault]
  /// By window of the scenario: the number of its fault; nil for a fault after the end.
  package let windowedFaults: [Int?]

  /// - Parameter most: The maximal number of events of each series.
  package init(_ scenario: SwitchScenario, _ plan: SwitchPlan, most: Int) {
    let world = SwitchWorld(scenario, plan, mostPaths: most)
    let faults = world.faults(until: world.length)
    (self.world, self.faults) = (world, faults)
    windowedFaults = scenario.windows.map { window in
      let domain = window.domain.flatMap { plan.index(ofDomain: $0) }
      return faults.firstIndex { $0.domain == domain && $0.from == window.times.lowerBound }
    }
    rows = world.changes.filter { $0 > 0 && $0 <= world.length }.map {
      Row(time: $0, order: 0, entry: .change)
    }
    for (index, fault) in faults.enumerated() {
      // Events at the instant of a beginning come before it; events at the instant of an end come behind it.
      if !windowedFaults.contains(index) {
        rows.append(Row(time: fault.from, order: .max, entry: .faultBegins(index)))
      }
      if fault.to < world.length { rows.append(Row(time: fault.to, order: 0, entry: .faultEnds(index))) }
    }
    addScript(scenario, plan, most: most)
    // Events of one time and order come as in the file.
    rows = rows.indices.ordered {
      (rows[$0].time, rows[$0].order, $0) < (rows[$1].time, rows[$1].order, $1)
    }.map { rows[$0] }
    rows.append(Row(time: world.length, order: .max, entry: .end))
    var since: Int64 = 0
    for row in rows.indices {
      rows[row].weatherSince = since
      if case .change = rows[row].entry { since = rows[row].time }
    }
  }

  private mutating func addScript(_ scenario: SwitchScenario, _ plan: SwitchPlan, most: Int) {
    func add(_ entry: Entry, at time: Int64, _ order: SwitchEventOrder) {
      if time <= world.length { rows.append(Row(time: time, order: order.key, entry: entry)) }
    }
    func add(_ input: SwitchMachine.Input, at time: Duration, _ order: SwitchEventOrder) {
      add(.input(input), at: time.nanoseconds, order)
    }
    func addCalls(
      _ domain: Int, _ failure: SwitchMachine.Input?, from: Duration, to: Duration?, every: Duration
    ) {
      for time in scenario.times(from: from, to: to, every: every).prefix(most) {
        add(.call(domain: domain, failure), at: time, .call(domain: domain))
      }
    }
    for change in world.paths.dropFirst() {
      add(.input(.pathChanged(change.path)), at: change.from, .path)
    }
    for stay in scenario.background {
      add(.enteredBackground, at: stay.from, .background)
      if let end = stay.to { add(.returned, at: end, .background) }
    }
    for press in scenario.marks { add(.markRequested(press.isMarked), at: press.time, .mark) }
    for kill in scenario.kills {
      add(.kill, at: kill.time.nanoseconds, .process)
      if let restart = kill.restart { add(.restart, at: restart.nanoseconds, .process) }
    }
    for verdict in scenario.verdicts {
      guard let domain = plan.index(ofDomain: verdict.domain) else { continue }
      add(.verdictReported(domain: domain, verdict.verdict), at: verdict.time, .question(domain: domain))
    }
    for calls in scenario.calls {
      let domain = calls.domain.flatMap { plan.index(ofDomain: $0) } ?? -1
      addCalls(domain, calls.failure(of: domain), from: calls.from, to: calls.to, every: calls.every)
    }
    for incident in scenario.incidents {
      guard let domain = plan.index(ofDomain: incident.domain) else { continue }
      let failure = incident.failure(of: domain)
      for time in incident.failures { add(failure, at: time, .call(domain: domain)) }
      if let every = incident.failuresEvery {
        addCalls(domain, failure, from: incident.from, to: incident.to, every: every)
      }
    }
  }
}

extension SwitchScenario {
  var end: Int64 { (length ?? .seconds(600)).nanoseconds }

  /// The times of a series, up to the scenario's end.
  func times(from: Duration, to: Duration?, every: Duration) -> StrideThrough<Int64> {
    stride(
      from: from.nanoseconds, through: min(end, to.map { $0.nanoseconds - 1 } ?? .max),
      by: Int(max(1, every.nanoseconds)))
  }
}

extension SwitchScenario.Calls {
  /// nil for calls without a failure of their own.
  fileprivate func failure(of domain: Int) -> SwitchMachine.Input? {
    error.map { .callFailed(domain: domain, $0, code: code.flatMap { EnvelopeCode(listed: $0) }) }
  }
}

extension SwitchScenario.Incident {
  /// The failure of the calls during the incident.
  func failure(of domain: Int) -> SwitchMachine.Input {
    .callFailed(domain: domain, error, code: code.flatMap { EnvelopeCode(listed: $0) })
  }
}

// Faults that begin at any time of a window.
extension SwitchScenario {
  package struct Window: Sendable {
    /// The domain of an incident; nil for an outage of the network.
    var domain: String?
    /// Its place among the incidents, or among the outages.
    var place: Int
    package var times: ClosedRange<Int64>
    /// Whether it loses answers that are under way.
    package var isSilent = false

    /// Lets the fault begin at a time.
    package func begin(at time: Int64, in scenario: inout SwitchScenario) {
      if domain == nil {
        (scenario.network[place].from, scenario.network[place].window) = (.nanoseconds(time), .zero)
      } else {
        (scenario.incidents[place].from, scenario.incidents[place].window) = (.nanoseconds(time), .zero)
      }
    }
  }

  package var windows: [Window] {
    func times(_ from: Duration, _ window: Duration) -> ClosedRange<Int64> {
      from.nanoseconds...from.nanoseconds.plus(window.nanoseconds)
    }
    let outages = network.enumerated().filter { $1.window > .zero }.map { place, outage in
      Window(place: place, times: times(outage.from, outage.window), isSilent: outage.kind == .silent)
    }
    return outages
      + incidents.enumerated().filter { $1.window > .zero }.map { place, incident in
        Window(domain: incident.domain, place: place, times: times(incident.from, incident.window))
      }
  }
}
