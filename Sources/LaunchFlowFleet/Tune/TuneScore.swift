/// How good a candidate is; the smaller the better.
struct TuneScore: Comparable, Sendable {
  /// How far it is from the limits; 0 within them.
  var excess: Double
  /// The objective.
  var objective: Int64
  /// Of equal objectives, fewer degraded runs, then the earlier mean, then the fewer and smaller changes are better.
  var degraded = 0
  var mean: Int64 = 0
  var changes = 0

  /// A flow with errors.
  static let invalid = TuneScore(excess: .infinity, objective: .max)

  static func < (left: TuneScore, right: TuneScore) -> Bool {
    (left.excess, left.objective, left.degraded, left.mean, left.changes)
      < (right.excess, right.objective, right.degraded, right.mean, right.changes)
  }
}
