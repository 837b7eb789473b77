/// The work that an attempt belongs to.
package enum AttemptOrigin: Hashable, Sendable {
  case own
  /// The step's fallback of this index in file order.
  case fallback(Int)
}

package enum WaitReason: String, CaseIterable, Hashable, Sendable {
  case retry, poll
  /// The server asked for this wait before the next attempt.
  case retryAfter = "retry-after"
  /// The step is a wait and makes no attempts.
  case wait = "await"
}

/// The end of an attempt. The machine identifies results and failures by numbers, a trace by texts.
package enum AttemptEnd<Name: Equatable & Sendable>: Equatable, Sendable {
  /// It answered with a value, which may have a result.
  case succeeded(result: Name?)
  case refused(failure: Name)
  case failed(ErrorClass)
  /// A deadline of the step, a group or the flow cut it.
  case cut
  /// The landing, a group or the run's cancellation ended it.
  case cancelled

  package var word: String {
    switch self {
    case .succeeded: "succeeded"
    case .refused: "refused"
    case .failed: "failed"
    case .cut: "cut"
    case .cancelled: "cancelled"
    }
  }

  func named<Other>(_ name: (Name) -> Other) -> AttemptEnd<Other> {
    switch self {
    case .succeeded(let result): .succeeded(result: result.map(name))
    case .refused(let failure): .refused(failure: name(failure))
    case .failed(let errorClass): .failed(errorClass)
    case .cut: .cut
    case .cancelled: .cancelled
    }
  }
}
