/// The scenario's world at each time; the switch cannot change it.
package struct SwitchWorld: Sendable {
  package let length: Int64
  /// The path from each time on, sorted by time.
  package let paths: [(from: Int64, path: SwitchMachine.Path)]
  /// The times at which the network does not work, or has no path.
  private let network: Outages
  /// The times at which the quality-of-service server does not answer.
  private let qos: Outages
  /// By domain: the times at which its service is at fault.
  private let incidents: [Spans]
  /// By domain: the failures of calls in its incidents.
  private let failures: [[(span: Range<Int64>, failure: SwitchMachine.Input)]]

  /// - Parameter mostPaths: The maximal number of path changes that a run can reach.
  package init(_ scenario: SwitchScenario, _ plan: SwitchPlan, mostPaths: Int) {
    length = scenario.end
    let changes = scenario.path.flatMap { change -> [(from: Int64, path: SwitchMachine.Path)] in
      let series =
        change.every.map { scenario.times(from: change.from, to: change.to, every: $0).prefix(mostPaths) }
      let times = series.map(Array.init) ?? [change.from.nanoseconds]
      return times.enumerated().map { ($1, Self.path(change.paths[$0 % change.paths.count])) }
    }
    // Changes of one time come as in the file.
    let order = changes.indices.ordered { (changes[$0].from, $0) < (changes[$1].from, $1) }
    paths = [(0, .medium(.wifi))] + order.prefix(mostPaths).map { changes[$0] }
    var pathless: [Range<Int64>] = []
    for (index, change) in paths.enumerated() where change.path == .none {
      pathless.append(change.from..<max(change.from, index + 1 < paths.count ? paths[index + 1].from : .max))
    }
    network = Outages(scenario.network, pathless: pathless)
    qos = Outages(scenario.qos)
    failures = plan.domains.enumerated().map { domain, name in
      scenario.incidents.filter { $0.domain == name }.map { incident in
        let from = incident.from.nanoseconds
        return (from..<max(from, incident.to?.nanoseconds ?? .max), incident.failure(of: domain))
      }
    }
    incidents = failures.map { Spans($0.map(\.span)) }
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

  /// The outcome of one of the app's own calls at a time; a domain of -1 stands for none.
  func outcome(ofCallTo domain: Int, at time: Int64) -> SwitchMachine.Input {
    let weather = networkWeather(at: time)
    if weather.isRefused { return .callFailed(domain: domain, .network) }
    if weather.isLost { return .callFailed(domain: domain, .timeout) }
    return (domain < 0 ? nil : failures[domain].first { $0.span.contains(time) }?.failure) ?? .callSucceeded
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
