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
