/// A timer of the switch, named by its owner and its kind. The machine arms and disarms it; the driver owns the clock
/// and reports the firing.
package struct SwitchTimer: Hashable, Sendable {
  package enum Kind: UInt8, CaseIterable, Hashable, Sendable {
    case window
    case probeTimeout
    case questionTimeout
    /// The next regular probe is due.
    case probe
    case poll
    /// The last verdict, or a suspicion, expires.
    case keep
    /// A failed call no longer counts.
    case failure
  }

  package var kind: Kind
  /// The domain by its index; -1 for the network.
  package var domain: Int
  /// The number of the domain's failure; 0 for the other kinds.
  package var place: Int

  package init(_ kind: Kind, of domain: Int = -1, place: Int = 0) {
    self.kind = kind
    self.domain = domain
    self.place = place
  }
}

extension SwitchPlan {
  /// The largest number of armed timers: three for the network and, for each domain, its own timers and one for each
  /// failed call that counts.
  package var timerSlots: Int { Self.networkSlots + domains.count * slotsPerDomain }

  private static var networkSlots: Int { 3 }
  private static var domainSlots: Int { 3 }
  private var slotsPerDomain: Int { Self.domainSlots + (service?.trigger.failures ?? 0) }

  /// A dense number, for drivers that store timers in a `Schedule`.
  package func slot(of timer: SwitchTimer) -> Int {
    let domain = Self.networkSlots + timer.domain * slotsPerDomain
    return switch timer.kind {
    case .window: 0
    case .probeTimeout: 1
    case .probe: 2
    case .questionTimeout: domain
    case .poll: domain + 1
    case .keep: domain + 2
    case .failure: domain + Self.domainSlots + timer.place
    }
  }
}

/// The order of simultaneous events: by kind, and within a kind in file order. Every driver sorts by it. So a mark
/// comes first, an answer at the instant of its time-out wins, and an event at the end of a window is still inside.
package struct SwitchEventOrder: Sendable {
  /// More than 0, which is left to changes of the world, and less than the greatest number.
  package let key: UInt64

  private init(rank: UInt64, domain: Int = -1, place: Int = 0) {
    let domain = UInt64(truncatingIfNeeded: domain + 1) & 0xFF_FFFF
    key = (rank + 1) << 48 | domain << 24 | UInt64(truncatingIfNeeded: place) & 0xFF_FFFF
  }

  /// The app's process ends, or begins again.
  package static let process = SwitchEventOrder(rank: 0)
  /// The user's button, and the storing of the mark.
  package static let mark = SwitchEventOrder(rank: 1)
  package static let background = SwitchEventOrder(rank: 2)
  package static let path = SwitchEventOrder(rank: 3)
  package static let probe = SwitchEventOrder(rank: 4)

  package static func question(domain: Int) -> SwitchEventOrder {
    SwitchEventOrder(rank: 5, domain: domain)
  }

  /// A call that the network layer reports; -1 for a call without a domain.
  package static func call(domain: Int) -> SwitchEventOrder {
    SwitchEventOrder(rank: 6, domain: domain)
  }

  /// A timer, in the order of the kinds.
  package static func timer(_ timer: SwitchTimer) -> SwitchEventOrder {
    SwitchEventOrder(rank: 7 + UInt64(timer.kind.rawValue), domain: timer.domain, place: timer.place)
  }
}
