import LaunchFlowModel

/// Where a settled step's value comes from.
public enum ValueOrigin: Hashable, Sendable {
  case none
  /// The attempt that just ended, by its number.
  case attempt(Int32)
  /// The step's own constant or cache.
  case own
  /// A local fallback, by its index in the step.
  case fallback(Int32)
}

/// Why a step was skipped.
public enum SkipReason: Hashable, Sendable {
  /// A step that it needs, by its index, is not available.
  case need(step: Int, Status)
  /// Its condition does not hold.
  case condition
  /// Its group was skipped.
  case group
}
