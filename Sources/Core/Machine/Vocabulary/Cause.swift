/// What made something happen in a run: why a step started, why an attempt was cut, by what a run landed. Steps and
/// groups are named by their indices.
package enum Cause: Hashable, Sendable {
  /// This step settled. Of a group: its last member that did.
  case step(Int)
  /// This step held the lane, or gave it up.
  case lane(Int)
  /// This group opened to its members, began a new round, or ended.
  case group(Int)
  case landing
  /// The step's soft deadline passed, `useFallbackAfter`.
  case softDeadline
  /// The deadline of this step or group passed.
  case deadline(Int)
  /// The flow's deadline passed.
  case flowDeadline
  /// The run was cancelled.
  case cancellation
}

extension Cause {
  /// The step that settled; nil for another cause.
  package var step: Int? {
    if case .step(let step) = self { step } else { nil }
  }

  /// The step on the lane; nil for another cause.
  package var lane: Int? {
    if case .lane(let holder) = self { holder } else { nil }
  }
}
