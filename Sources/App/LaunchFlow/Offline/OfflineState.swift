/// Whether the app is offline, with the causes.
public struct OfflineState: Hashable, Sendable {
  /// A cause of being offline.
  package enum Cause: Hashable, Sendable {
    case marked
    /// No server answers over the local network.
    case wifi
    /// No server answers over the mobile network.
    case cellular
    /// The service of this domain is faulty.
    case domain(String)
  }

  /// The causes that hold: the mark, the network, then the domains in file order.
  package var causes: [Cause]
  /// Whether the user's mark could be read. Until then it may be set although it is not among the causes.
  ///
  /// A run that starts meanwhile waits for the mark as long as for its caches, and then runs as online.
  public var isMarkKnown: Bool

  package init(causes: [Cause] = [], isMarkKnown: Bool = true) {
    self.causes = causes
    self.isMarkKnown = isMarkKnown
  }

  package static let online = OfflineState()

  /// Whether the user has marked the app as offline.
  public var isMarked: Bool { causes.contains(.marked) }

  /// Whether the whole app is offline: marked, or without a network.
  public var isAppOffline: Bool {
    causes.contains { if case .domain = $0 { false } else { true } }
  }

  /// Whether a domain is offline, alone or with the whole app.
  public func isOffline(domain: String) -> Bool {
    isAppOffline || isFaulty(domain: domain)
  }

  func isFaulty(domain: String) -> Bool { causes.contains(.domain(domain)) }
}
