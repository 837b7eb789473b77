/// The treatment of a start while an equal run, or an equal call, is running.
public enum Repetition: String, CaseIterable, Hashable, Sendable {
  /// The new one runs beside the other.
  case beside
  /// The new one shares the other one, which continues until the last of its holders has cancelled.
  case join
  /// The new one cancels all others.
  case replace
  /// The new one is refused.
  case refuse
}
