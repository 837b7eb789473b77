/// The cause of a step's start, an attempt's end or a landing. Steps and groups are given by their indices.
package enum Cause: Equatable, Sendable {
  /// This step settled; for a group's end, the last member.
  case step(Int)
  /// This step was on the lane, or left it.
  case lane(Int)
  /// This group opened to its members, began a new round, or ended.
  case group(Int)
  case landing
  /// The step's `useFallbackAfter` passed.
  case softDeadline
  case deadline(Int)
  case flowDeadline
  case cancellation
}

extension Cause {
  package var step: Int? {
    if case .step(let step) = self { step } else { nil }
  }

  package var lane: Int? {
    if case .lane(let holder) = self { holder } else { nil }
  }
}
