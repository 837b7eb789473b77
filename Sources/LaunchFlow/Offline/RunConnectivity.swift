import LaunchFlowMachine

/// The offline state as a run sees it: whether the whole app or some of the flow's domains are offline.
package struct RunConnectivity: Sendable {
  /// One change for a run.
  package struct Change: Hashable, Sendable {
    /// The flow's domain by its index, or -1.
    package var domain: Int
    /// Whether it went offline; else it came back.
    package var isOffline: Bool
  }

  private let domains: [String]
  /// Whether the whole app is offline.
  package private(set) var isOffline: Bool
  /// By the flow's domains: whether each is offline, apart from the whole app.
  package private(set) var offlineDomains: [Bool]

  /// Begins with a state.
  package init(_ plan: FlowPlan, _ state: OfflineState) {
    domains = plan.domains
    isOffline = state.isAppOffline
    offlineDomains = plan.domains.map { Self.isFaulty($0, state) }
  }

  /// Takes over another state and returns the changes, the whole app first.
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
