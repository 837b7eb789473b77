import LaunchFlowMachine
import LaunchFlowSwitch

/// The scenario's world at each time; the switch cannot change it.
package struct SwitchWorld: Sendable {
  package let length: Int64
  /// The path from each time on, sorted by time.
  package private(set) var paths: [(from: Int64, path: SwitchMachine.Path)] = []
  /// The times at which the network does not work, or has no path.
  private let network: Outages
  /// The times at which the quality-of-service server does not answer.
  private let qos: Outages
  /// By domain: the times at which its service is at fault.
  private let incidents: [Spans]
  /// By domain: the failures of calls in its incidents.
  private let failures: [[(span: Range<Int64>, failure: CallFailure)]]

  static let defaultLength = Duration.seconds(600)

  /// - Parameter mostPaths: The maximal number of path changes that a run can reach.
  package init(_ scenario: SwitchScenario, _ plan: SwitchPlan, mostPaths: Int) {
    length = (scenario.length ?? Self.defaultLength).nanoseconds
    paths = Self.paths(scenario.path, until: length, most: mostPaths)
    var pathless: [Range<Int64>] = []
    for (index, change) in paths.enumerated() where change.path == .none {
      pathless.append(change.from..<max(change.from, index + 1 < paths.count ? paths[index + 1].from : .max))
    }
    network = Outages(scenario.network, pathless: pathless)
    qos = Outages(scenario.qos)
    var incidents: [[Range<Int64>]] = plan.domains.map { _ in [] }
    var failures: [[(span: Range<Int64>, failure: CallFailure)]] = plan.domains.map { _ in [] }
    for incident in scenario.incidents {
      guard let domain = plan.index(ofDomain: incident.domain) else { continue }
      let from = incident.from.nanoseconds
      let span = from..<max(from, incident.to?.nanoseconds ?? .max)
      incidents[domain].append(span)
      failures[domain].append((span, CallFailure(incident)))
    }
    self.failures = failures
    self.incidents = incidents.map(Spans.init)
  }

  /// The first changes of the path, sorted by time, then in file order.
  private static func paths(
    _ changes: [SwitchScenario.PathChanges], until length: Int64, most: Int
  ) -> [(from: Int64, path: SwitchMachine.Path)] {
    var found: [(from: Int64, path: SwitchMachine.Path)] = [(0, .medium(.wifi))]
    // Each list of changes has a slot for its next one: a list may have more of them than fit in memory.
    var next = Schedule(slots: changes.count)
    var counts = changes.map { _ in 0 }
    let isOver = { (time: Int64, change: SwitchScenario.PathChanges) in
      change.every != nil && time >= min(change.to?.nanoseconds ?? .max, length)
    }
    for (slot, change) in changes.enumerated() where !isOver(change.from.nanoseconds, change) {
      next.set(slot, at: change.from.nanoseconds, order: UInt64(slot))
    }
    while found.count <= most, let due = next.pop() {
      let change = changes[due.slot]
      found.append((due.time, path(change.paths[counts[due.slot] % change.paths.count])))
      counts[due.slot] += 1
      guard let every = change.every?.nanoseconds, change.to != nil else { continue }
      let (time, overflow) = due.time.addingReportingOverflow(max(1, every))
      if !overflow, !isOver(time, change) { next.set(due.slot, at: time, order: UInt64(due.slot)) }
    }
    return found
  }

  private static func path(_ path: SwitchScenario.Path) -> SwitchMachine.Path {
    switch path {
    case .wifi: .medium(.wifi)
    case .cellular: .medium(.cellular)
    case .none: .none
    }
  }

  package func path(at time: Int64) -> SwitchMachine.Path {
    let later = paths.partitionPoint(where: { $0.from > time })
    return later > 0 ? paths[later - 1].path : .unknown
  }

  package func networkWeather(at time: Int64) -> Weather { network.weather(at: time) }

  package func qosWeather(at time: Int64) -> Weather { qos.weather(at: time) }

  /// The times at which the weather or the health of a service changes, in order and each once.
  package var changes: [Int64] {
    let spans = [network.refused, network.lost, qos.refused, qos.lost] + incidents
    let times = spans.flatMap { spans in spans.ranges.flatMap { [$0.lowerBound, $0.upperBound] } }
    return Set(times).sorted()
  }

  package func isFaulty(_ domain: Int, at time: Int64) -> Bool {
    incidents[domain].contains(time)
  }

  /// The failure of one of the app's own calls.
  package struct CallFailure: Hashable, Sendable {
    var error: ErrorClass
    var code: EnvelopeCode?

    init(_ error: ErrorClass) {
      self.error = error
    }

    init(_ incident: SwitchScenario.Incident) {
      error = incident.error
      code = incident.code.flatMap { EnvelopeCode(listed: $0) }
    }

    /// nil for calls without a failure of their own.
    init?(_ calls: SwitchScenario.Calls) {
      guard let error = calls.error else { return nil }
      self.error = error
      code = calls.code.flatMap { EnvelopeCode(listed: $0) }
    }

    package func input(_ domain: Int) -> SwitchMachine.Input {
      .callFailed(domain: domain, error, code: code)
    }
  }

  /// The failure of one of the app's own calls at a time; nil if it succeeds.
  func failure(ofCallTo domain: Int, at time: Int64) -> CallFailure? {
    let weather = networkWeather(at: time)
    if weather.isRefused { return CallFailure(.network) }
    if weather.isLost { return CallFailure(.timeout) }
    return domain < 0 ? nil : failures[domain].first { $0.span.contains(time) }?.failure
  }

  /// The switch's input from one of the app's own calls; nil for a call that is not made, since the switch is offline.
  ///
  /// - Parameter failure: The failure of the call, whatever the world is.
  package func input(
    ofCallTo domain: Int, _ failure: CallFailure?, at time: Int64, _ machine: SwitchMachine
  ) -> SwitchMachine.Input? {
    guard !(domain < 0 ? machine.isAppOffline : machine.isOffline(domain: domain)) else { return nil }
    return (failure ?? self.failure(ofCallTo: domain, at: time))?.input(domain) ?? .callSucceeded
  }

  /// The true faults of the network and of each domain's service, cut at a time.
  package func faults(until end: Int64) -> [SwitchTrace.Fault] {
    let network = Spans(network.refused.ranges + network.lost.ranges)
    let faults = [(nil, network)] + incidents.enumerated().map { (Optional($0.offset), $0.element) }
    return faults.flatMap { domain, spans in
      spans.ranges.filter { $0.lowerBound < end }.map { span in
        SwitchTrace.Fault(domain, span.lowerBound..<min(span.upperBound, end))
      }
    }
  }
}
