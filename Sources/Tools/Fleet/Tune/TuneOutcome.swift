import LaunchFlowModel

/// What tuning found.
package struct TuneOutcome: Sendable {
  /// A flow's figures under luck that chose nothing.
  package struct Side: Hashable, Sendable {
    package var figures: TuneFigures
    /// The latest landing of all runs, as it is proved, in nanoseconds.
    package var worst: Int64
  }

  /// A key with another value.
  package struct Change: Hashable, Sendable {
    package var axis: TunedAxis
    package var value: Int64?
  }

  /// The better flow, with its changes in the order of the axes.
  package struct Better: Sendable {
    package var flow: Flow
    package var changes: [Change]
    package var side: Side
  }

  /// A candidate that was better by its figures and was refused.
  package struct Refusal: Hashable, Sendable {
    package var changes: [Change]
    package var reason: String
  }

  /// A candidate that is better and breaks rules.
  package typealias Nearest = (changes: [Change], figures: TuneFigures, broken: [GateRule])

  /// The flow in the file.
  package var own: Side
  /// nil if nothing better was found.
  package var better: Better?
  /// The seed of the figures.
  package var seed: UInt64
  /// How many candidates were played.
  package var candidates = 0
  /// In the order in which they were refused.
  package var refusals: [Refusal] = []
  /// Without a better flow: the nearest one.
  package var nearest: Nearest?
}
