import LaunchFlowMachine
import LaunchFlowModel

/// What a scenario's world does at each time, by itself: nothing that the switch does changes it.
struct SwitchWorld: Sendable {
  /// A stretch of nanoseconds; what never ends goes to `.max`.
  typealias Span = Range<Int64>

  let length: Int64
  /// The path from each time on, by time.
  private(set) var paths: [(from: Int64, path: SwitchMachine.Path)] = []
  private let outages: [(span: Span, kind: Scenario.Outage.Kind)]
  private let qosOutages: [(span: Span, kind: Scenario.Outage.Kind)]
  let incidents: [(domain: Int, span: Span)]
  /// When there is no path at all.
  private var pathless: [Span] = []

  static let defaultLength = Duration.seconds(600)

  init(_ scenario: SwitchScenario, _ plan: SwitchPlan) {
    length = (scenario.length ?? Self.defaultLength).nanoseconds
    outages = scenario.network.map { (Self.span($0.from, $0.to), $0.kind) }
    qosOutages = scenario.qos.map { (Self.span($0.from, $0.to), $0.kind) }
    incidents = scenario.incidents.compactMap { incident in
      plan.index(ofDomain: incident.domain).map { ($0, Self.span(incident.from, incident.to)) }
    }
    paths = Self.paths(scenario.path, until: length)
    for (index, change) in paths.enumerated() where change.path == .none {
      pathless.append(change.from..<max(change.from, index + 1 < paths.count ? paths[index + 1].from : .max))
    }
  }

  static func span(_ from: Duration, _ to: Duration?) -> Span {
    from.nanoseconds..<max(from.nanoseconds, to?.nanoseconds ?? .max)
  }

  private static func paths(
    _ changes: [SwitchScenario.PathChanges], until length: Int64
  ) -> [(from: Int64, path: SwitchMachine.Path)] {
    var found: [(from: Int64, path: SwitchMachine.Path)] = [(0, .medium(.wifi))]
    for change in changes {
      let first = change.from.nanoseconds
      guard let every = change.every?.nanoseconds, let to = change.to?.nanoseconds else {
        found.append((first, path(change.paths[0])))
        continue
      }
      for (index, time) in stride(from: first, to: min(to, length), by: max(1, Int(every))).enumerated() {
        found.append((time, path(change.paths[index % change.paths.count])))
      }
    }
    let sorted = found.enumerated().sorted { ($0.element.from, $0.offset) < ($1.element.from, $1.offset) }
    return sorted.map(\.element)
  }

  private static func path(_ path: SwitchScenario.Path) -> SwitchMachine.Path {
    switch path {
    case .wifi: .medium(.wifi)
    case .cellular: .medium(.cellular)
    case .none: .none
    }
  }

  func path(at time: Int64) -> SwitchMachine.Path {
    paths.last { $0.from <= time }?.path ?? .unknown
  }

  /// What comes of a request over the network.
  enum Reply: Hashable {
    /// It is answered then.
    case arrives(Int64)
    /// It fails at once.
    case refused
    /// Nothing ever comes.
    case lost
  }

  /// A request that is sent at a time and whose answer takes a while, lost with any silence in between.
  func reply(sentAt time: Int64, takes: Int64) -> Reply {
    reply(sentAt: time, takes: takes, outages)
  }

  /// The same for a question to the quality-of-service server.
  func qosReply(sentAt time: Int64, takes: Int64) -> Reply {
    let network = reply(sentAt: time, takes: takes)
    guard case .arrives = network else { return network }
    return reply(sentAt: time, takes: takes, qosOutages)
  }

  private func reply(
    sentAt time: Int64, takes: Int64, _ outages: [(span: Span, kind: Scenario.Outage.Kind)]
  ) -> Reply {
    if pathless.contains(where: { $0.contains(time) }) { return .refused }
    if outages.contains(where: { $0.kind == .refused && $0.span.contains(time) }) { return .refused }
    let (arrival, overflow) = time.addingReportingOverflow(takes)
    guard !overflow else { return .lost }
    let isSilenced =
      outages.contains { $0.kind == .silent && $0.span.lowerBound <= arrival && time < $0.span.upperBound }
      || pathless.contains { $0.lowerBound <= arrival && time < $0.upperBound }
    return isSilenced ? .lost : .arrives(arrival)
  }

  func isFaulty(_ domain: Int, at time: Int64) -> Bool {
    incidents.contains { $0.domain == domain && $0.span.contains(time) }
  }

  /// How a call of the app's own ends at a time; nil where it succeeds.
  func error(ofCallTo domain: Int, at time: Int64) -> ErrorClass? {
    switch reply(sentAt: time, takes: 0) {
    case .refused: .network
    case .lost: .timeout
    case .arrives: isFaulty(domain, at: time) ? .server : nil
    }
  }

  /// When the network truly did not work, overlapping and touching spans made one, and when each domain's
  /// service did not, all cut at the scenario's length.
  var faults: [SwitchTrace.Fault] {
    let network = Self.merge(pathless + outages.map(\.span)).map { SwitchTrace.Fault(nil, $0) }
    let services = Set(incidents.map(\.domain)).sorted().flatMap { domain in
      Self.merge(incidents.filter { $0.domain == domain }.map(\.span)).map { SwitchTrace.Fault(domain, $0) }
    }
    return (network + services).compactMap { fault in
      fault.from < length ? SwitchTrace.Fault(fault.domain, fault.from..<min(fault.to, length)) : nil
    }
  }

  private static func merge(_ spans: [Span]) -> [Span] {
    var merged: [Span] = []
    for span in spans.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, span.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        merged.append(span)
      }
    }
    return merged
  }
}
