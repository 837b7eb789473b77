import Foundation

/// Whether the app is offline, and why.
public struct OfflineState: Hashable, Sendable {
  /// Why something is offline.
  public enum Cause: Hashable, Sendable {
    /// The user said so.
    case marked
    /// No server answers over the local network.
    case wifi
    /// No server answers over the mobile network.
    case cellular
    /// The service of this domain is faulty.
    case domain(String)
  }

  /// A cause that holds, and since when.
  public struct Holding: Hashable, Sendable {
    /// What holds.
    public var cause: Cause
    /// Since when, by the device's calendar clock; a mark's beginning outlives a restart.
    public var since: Date

    /// Dates a cause.
    public init(_ cause: Cause, since: Date) {
      self.cause = cause
      self.since = since
    }
  }

  /// The causes that hold: the mark, the network, then the domains in file order.
  public var causes: [Holding]

  /// Holds these causes; none is online.
  public init(causes: [Holding] = []) {
    self.causes = causes
  }

  /// Nothing is offline.
  public static let online = OfflineState()

  /// Whether any cause holds, if only for one domain.
  public var isOffline: Bool { !causes.isEmpty }

  /// Whether the app as a whole is offline: marked, or without a network.
  public var isAppOffline: Bool {
    causes.contains { if case .domain = $0.cause { false } else { true } }
  }

  /// Whether a domain is offline, by itself or with the whole app.
  public func isOffline(domain: String) -> Bool {
    isAppOffline || causes.contains { $0.cause == .domain(domain) }
  }
}
