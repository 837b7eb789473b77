import LaunchFlowModel

/// An offline switch as graphs of states, one for each factor that takes the app or a domain offline.
struct SwitchGraphs {
  private(set) var factors: [(name: String, graph: Graph)] = []

  init(_ document: OfflineSwitchDocument) {
    if document.marked != nil { addMark() }
    if let network = document.network { add(network) }
    if let service = document.service { add(service) }
  }

  private mutating func begin(_ factor: String) {
    factors.append((factor, Graph()))
  }

  private mutating func add(_ name: String, _ detail: String? = nil, isOffline: Bool = false) -> Int {
    let place = factors.count - 1
    factors[place].graph.nodes.append(
      .init(kind: isOffline ? .badLanding : .step, label: name, details: detail.map { [$0] } ?? []))
    return factors[place].graph.nodes.count - 1
  }

  /// Adds an arrow.
  private mutating func connect(_ from: Int, _ to: Int, _ label: String) {
    factors[factors.count - 1].graph.edges.append(
      .init(from: from, to: to, meaning: .when, label: label))
  }

  private mutating func addMark() {
    begin("marked")
    let unmarked = add("not marked")
    let marked = add("offline: marked", "survives a crash", isOffline: true)
    connect(unmarked, marked, "the user's button")
    connect(marked, unmarked, "the user's button")
  }

  private mutating func add(_ network: OfflineSwitchDocument.Network) {
    begin("network")
    let up = add("up", "a probe every \(Self.time(network.every))")
    let leaving = add("is it down?", "a probe after \(Self.time(network.debounce.down))")
    let media = network.causes.map(\.rawValue).joined(separator: " or ")
    let down = add(
      "offline: \(media)", "a probe every \(Self.time(network.everyWhileDown))", isOffline: true)
    let returning = add(
      "is it up?", "a probe after \(Self.time(network.debounce.up))", isOffline: true)
    connect(up, leaving, "a bad probe, a call without an answer, or another path")
    connect(leaving, down, "a bad probe")
    connect(leaving, up, "a good probe")
    connect(down, returning, "a good probe, a call that succeeds, or another path")
    connect(returning, up, "a good probe")
    connect(returning, down, "a bad probe")
  }

  private mutating func add(_ service: OfflineSwitchDocument.Service) {
    begin("service")
    let domains = service.watch.map { domain in
      add(domain.name, domain.endpoints.map(\.text).joined(separator: ", "))
    }
    let asking = add("is it faulty?", "a question, \(Self.time(service.timeout))")
    let offline = add("offline: the domain", Self.pace(service.poll), isOffline: true)
    let calls = service.trigger.failures == 1 ? "a failed call" : "\(service.trigger.failures) failed calls"
    for domain in domains {
      connect(domain, asking, "\(calls) within \(Self.time(service.trigger.within))")
    }
    connect(asking, offline, OfflineSwitchDocument.Service.faulty)
    let back = "another answer, or none for \(Self.time(service.keep))"
    for domain in domains {
      connect(asking, domain, back)
      connect(offline, domain, back)
    }
  }

  private static func pace(_ poll: OfflineSwitchDocument.Poll) -> String {
    let first = "a question every \(time(poll.every))"
    guard poll.factor > 1 else { return first }
    let growth = "\(first), × \(JSONValue.number(poll.factor).text())"
    return poll.maxEvery.map { "\(growth) up to \(time($0))" } ?? growth
  }

  private static func time(_ duration: Duration) -> String { TimeText.exact(duration.nanoseconds) }
}
