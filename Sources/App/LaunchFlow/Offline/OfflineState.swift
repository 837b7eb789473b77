import Foundation

/// Whether the app is offline, with the causes.
public struct OfflineState: Hashable, Sendable {
  /// A cause of being offline.
  package enum Cause: Hashable, Sendable {
    /// The user marked the app.
    case marked
    /// No server answers over the local network.
    case wifi
    /// No server answers over the mobile network.
    case cellular
    /// The service of this domain is faulty.
    case domain(String)
  }

  /// A cause that holds, with its start.
  package struct Holding: Hashable, Sendable {
    /// The cause.
    package var cause: Cause
    /// The start, by the device's calendar clock. The start of a mark survives a restart.
    package var since: Date

    /// Dates a cause.
    package init(_ cause: Cause, since: Date) {
      self.cause = cause
      self.since = since
    }
  }

  /// The causes that hold: the mark, the network, then the domains in file order.
  package var causes: [Holding]
  /// Whether the user's mark could be read. Until then it may be set although it is not among the causes.
  ///
  /// A run that starts meanwhile waits for the mark as long as for its caches, and then runs as online.
  public var isMarkKnown: Bool

  /// A state with these causes; online if there are none.
  package init(causes: [Holding] = [], isMarkKnown: Bool = true) {
    self.causes = causes
    self.isMarkKnown = isMarkKnown
  }

  /// Online, with no cause.
  public static let online = OfflineState()

  /// The state for an `OfflineFeed`.
  ///
  /// - Parameters:
  ///   - isAppOffline: Whether the whole app is offline.
  ///   - domains: The domains whose service is faulty.
  ///   - date: The start of the causes.
  public init(isAppOffline: Bool, faulty domains: [String] = [], since date: Date = .now) {
    let causes = (isAppOffline ? [.wifi] : []) + domains.map(Cause.domain)
    self.init(causes: causes.map { Holding($0, since: date) })
  }

  /// Whether the user has marked the app as offline.
  public var isMarked: Bool { causes.contains { $0.cause == .marked } }

  /// Whether any cause holds, even if only for one domain.
  public var isOffline: Bool { !causes.isEmpty }

  /// Whether the whole app is offline: marked, or without a network.
  public var isAppOffline: Bool {
    causes.contains { if case .domain = $0.cause { false } else { true } }
  }

  /// Whether a domain is offline, alone or with the whole app.
  public func isOffline(domain: String) -> Bool {
    isAppOffline || isFaulty(domain: domain)
  }

  /// Whether a domain's own service is faulty.
  func isFaulty(domain: String) -> Bool { causes.contains { $0.cause == .domain(domain) } }
}
