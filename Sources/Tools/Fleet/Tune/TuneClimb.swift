/// The places of a candidate's values, one for each axis; nil keeps the file's value.
typealias TunePoint = [Int?]

/// How good a candidate is; the smaller the better.
struct TuneScore: Comparable, Sendable {
  /// How far it is from the limits; 0 within them.
  var excess: Double
  /// The objective.
  var objective: Int64
  /// Of equal objectives, the one with fewer and simpler changes is better.
  var changes = 0

  /// A flow with errors, or a refused one.
  static let invalid = TuneScore(excess: .infinity, objective: .max)

  static func < (left: TuneScore, right: TuneScore) -> Bool {
    (left.excess, left.objective, left.changes) < (right.excess, right.objective, right.changes)
  }
}

/// Looks for better points by the simplest changes: one value for all axes that can have it, or one axis at a time.
/// It goes on from the best changes while one helps, first over the whole axes, then with smaller and smaller steps.
///
/// Two changes at once are tried where none helps alone: at a limit such as a share of degraded runs, one time-out can
/// only become shorter where another becomes longer.
struct TuneClimb {
  private typealias Found = (point: TunePoint, score: TuneScore)

  private let axes: [TunedAxis]
  /// The axes that change together: those with the same key and the same values, then each alone.
  private let groups: [[Int]]

  /// In each round steps are such a part of an axis. In the first one, the whole axis is looked at.
  private static let parts = [16, 32, 256, 2_048]
  /// How many steps each way a later round looks.
  private static let steps = 3
  /// How many first changes get a second one.
  private static let firsts = 3

  init(_ axes: [TunedAxis]) {
    self.axes = axes
    let alike = axes.indices.map { first in
      axes.indices.filter { axes[$0].key == axes[first].key && axes[$0].values == axes[first].values }
    }
    groups =
      axes.indices.filter { alike[$0].count > 1 && alike[$0][0] == $0 }.map { alike[$0] }
      + axes.indices.map { [$0] }
  }

  /// The best point that can be reached from a point, itself at the worst.
  ///
  /// - Parameter scores: The scores of points; nil where no more may be looked at.
  func top(from start: TunePoint, _ scores: ([TunePoint]) -> [TuneScore?]) -> TunePoint {
    guard let score = scores([start])[0] else { return start }
    var here: Found = (start, score)
    func look(_ points: [TunePoint]) -> [Found] {
      zip(points, scores(points)).compactMap { point, score in score.map { (point, $0) } }
    }
    // Takes the best change, and those of the other axes that still help beside it.
    func improve(_ found: [Found]) -> Bool {
      let base = here.point
      let better = found.indices.filter { found[$0].score < here.score }.sorted {
        (found[$0].score, $0) < (found[$1].score, $1)
      }
      for index in better {
        let changed = axes.indices.filter { found[index].point[$0] != base[$0] }
        guard changed.allSatisfy({ here.point[$0] == base[$0] }) else { continue }
        var next = here.point
        for axis in changed { next[axis] = found[index].point[axis] }
        if let reached = look([next]).first, reached.score < here.score { here = reached }
      }
      return !better.isEmpty
    }
    for part in Self.parts where part == Self.parts[0] || axes.contains(where: { $0.values.count * 8 > part })
    {
      while true {
        let singles = look(moves(of: here.point, part))
        if improve(singles) { continue }
        let pairs = promising(singles, here.score).flatMap { moves(of: $0.point, part) }
        guard improve(look(pairs)) else { break }
      }
    }
    return here.point
  }
  /// The changes that gain most of the objective for what they break.
  private func promising(_ found: [Found], _ here: TuneScore) -> [Found] {
    func price(_ score: TuneScore) -> Double {
      max(1e-12, score.excess - here.excess) / Double(here.objective - score.objective)
    }
    let gains = found.filter { $0.score.objective < here.objective && $0.score.excess.isFinite }
    // Sorting is not stable by promise.
    let order = gains.indices.sorted { (price(gains[$0].score), $0) < (price(gains[$1].score), $1) }
    return order.prefix(Self.firsts).map { gains[$0] }
  }

  /// The points that differ in one axis, or alike in all axes of a group.
  private func moves(of point: TunePoint, _ part: Int) -> [TunePoint] {
    groups.flatMap { group -> [TunePoint] in
      let axis = axes[group[0]]
      let step = max(1, axis.values.count / part)
      var wanted: [Int?] = [nil]
      if part == Self.parts[0] {
        wanted += Array(stride(from: 0, to: axis.values.count - 1, by: step)) + [axis.values.count - 1]
      } else if Set(group.map { point[$0] }).count == 1 {
        let middle = point[group[0]] ?? axis.ownPlace
        wanted += (1...Self.steps).flatMap { [middle - $0 * step, middle + $0 * step] }
      }
      return wanted.filter { $0.map(axis.values.indices.contains) ?? true }.map { place in
        var next = point
        for member in group {
          next[member] = place.flatMap { axes[member].values[$0] == axes[member].own ? nil : $0 }
        }
        return next
      }.filter { $0 != point }
    }
  }
}
