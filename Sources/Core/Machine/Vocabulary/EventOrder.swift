/// The order of simultaneous events (rule 1): by kind, and within a kind in file order. Every driver sorts by it.
package struct EventOrder: Comparable, Sendable {
  /// The kind's rank above the place in the file.
  @usableFromInline package let key: UInt64

  @inlinable init(rank: UInt64, place: Int) {
    key = rank << 32 | UInt64(truncatingIfNeeded: place + 1) & 0xFFFF_FFFF
  }

  @inlinable package static var cancellation: EventOrder { EventOrder(rank: 0, place: 0) }

  /// A change of the switch; -1 for the whole app.
  @inlinable package static func connectivity(domain: Int) -> EventOrder {
    EventOrder(rank: 1, place: domain)
  }

  @inlinable package static func signal(_ signal: Int) -> EventOrder {
    EventOrder(rank: 2, place: signal)
  }

  @inlinable package static func answer(on track: Int) -> EventOrder {
    EventOrder(rank: 3, place: track)
  }

  @inlinable package static func timer(_ timer: FlowTimer) -> EventOrder {
    switch timer.kind {
    case .retryWake, .pollWake: EventOrder(rank: 4, place: timer.owner)
    case .useFallbackAfter: EventOrder(rank: 5, place: timer.owner)
    case .attemptTimeout: EventOrder(rank: 6, place: timer.owner)
    case .stepDeadline: EventOrder(rank: 7, place: timer.owner)
    case .groupDeadline: EventOrder(rank: 8, place: timer.owner)
    case .flowDeadline: EventOrder(rank: 9, place: timer.owner)
    }
  }

  @inlinable package static func < (left: EventOrder, right: EventOrder) -> Bool {
    left.key < right.key
  }
}
