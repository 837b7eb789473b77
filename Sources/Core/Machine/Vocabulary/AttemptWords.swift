import LaunchFlowModel

/// Whose work an attempt is.
package enum AttemptOrigin: Hashable, Sendable {
  case own
  /// The step's fallback of this index in file order.
  case fallback(Int)
}

/// Why a step waits between attempts.
package enum WaitReason: String, CaseIterable, Hashable, Sendable {
  case retry, poll
  /// It awaits something and makes no attempts.
  case wait = "await"
}

/// How an attempt ended. The machine names results and failures by their numbers, a trace by their texts.
package enum AttemptEnd<Name: Hashable & Sendable>: Hashable, Sendable {
  /// It answered; its result, if it has one.
  case succeeded(result: Name?)
  /// It was refused by this failure.
  case refused(failure: Name)
  case failed(ErrorClass)
  /// A deadline of the step, a group or the flow cut it.
  case cut
  /// The landing, a group or the run's cancellation ended it.
  case cancelled

  /// The same end with other names.
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
