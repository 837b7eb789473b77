/// Whose work an attempt is.
public enum AttemptOrigin: Hashable, Sendable {
  case own
  /// The step's fallback of this index in file order.
  case fallback(Int)
}

/// Why a step waits between attempts.
public enum WaitReason: String, CaseIterable, Hashable, Sendable {
  case retry, poll
}
