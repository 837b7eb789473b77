import LaunchFlowMachine

/// What a switch's states mean to a run: which of the flow's domains, or the whole app, is offline.
package struct RunConnectivity: Sendable {
  /// One change that a run must be told of; -1 for the whole app.
  package struct Change: Hashable, Sendable {
    /// The flow's domain by its index, or -1.
    package var domain: Int
    /// Whether it went offline or came back.
    package var isOffline: Bool
  }

  private let domains: [String]
  /// Whether the whole app is offline.
  package private(set) var isOffline: Bool
  /// By the flow's domains: whether each is, by itself.
  package private(set) var offlineDomains: [Bool]

  /// Begins with a state.
  package init(_ plan: FlowPlan, _ state: OfflineState) {
    domains = plan.domains
    isOffline = state.isAppOffline
    offlineDomains = plan.domains.map { Self.isFaulty($0, state) }
  }

  /// Goes over to another state; what has changed, the whole app first.
  package mutating func changes(to state: OfflineState) -> [Change] {
    var changes: [Change] = []
    if state.isAppOffline != isOffline {
      isOffline = state.isAppOffline
      changes.append(Change(domain: -1, isOffline: isOffline))
    }
    for (index, domain) in domains.enumerated() where Self.isFaulty(domain, state) != offlineDomains[index] {
      offlineDomains[index].toggle()
      changes.append(Change(domain: index, isOffline: offlineDomains[index]))
    }
    return changes
  }

  private static func isFaulty(_ domain: String, _ state: OfflineState) -> Bool {
    state.causes.contains { $0.cause == .domain(domain) }
  }
}
