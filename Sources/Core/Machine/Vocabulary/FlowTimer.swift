/// A timer of the machine, named by its owner and its kind. The machine arms and disarms it; the driver owns the clock
/// and reports the firing.
package struct FlowTimer: Hashable, Sendable {
  package enum Kind: UInt8, CaseIterable, Hashable, Sendable {
    case retryWake, pollWake
    /// The time of the step's next fallback.
    case useFallbackAfter
    /// The time-out of the attempt in flight on a track.
    case attemptTimeout
    case stepDeadline
    case groupDeadline
    case flowDeadline
  }

  package var kind: Kind
  /// The step or group; of a time-out the track; -1 for the flow.
  package internal(set) var owner: Int

  @inlinable package init(_ kind: Kind, of owner: Int) {
    self.kind = kind
    self.owner = owner
  }

  /// The largest number of a step's armed timers.
  @inlinable package static var slotsPerStep: Int { 4 }

  /// The number of slots for the timers of a flow, by its number of tracks.
  @inlinable package static func slots(tracks: Int) -> Int { 1 + tracks * slotsPerStep }

  /// A dense number, for drivers that store timers in an array. Timers of a step that exclude each other share a
  /// number. The flow's own timer has number 0.
  @inlinable package var slot: Int {
    switch kind {
    case .flowDeadline: 0
    case .retryWake, .pollWake: 1 + owner * Self.slotsPerStep
    case .useFallbackAfter: 2 + owner * Self.slotsPerStep
    case .attemptTimeout: 3 + owner * Self.slotsPerStep
    case .stepDeadline, .groupDeadline: 4 + owner * Self.slotsPerStep
    }
  }
}

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
