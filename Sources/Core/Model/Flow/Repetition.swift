/// What a start does while an equal run, or an equal call, is under way.
public enum Repetition: String, CaseIterable, Hashable, Sendable {
  /// It runs beside the other.
  case beside
  /// It shares the other one, which goes on until the last of its holders has cancelled.
  case join
  /// It cancels all others.
  case replace
  /// It is refused.
  case refuse
}
