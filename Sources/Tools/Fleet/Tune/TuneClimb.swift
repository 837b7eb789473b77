import LaunchFlowSimulator

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
  private let axes: [TunedAxis]
  /// Axes with the same key and the same values.
  private let alike: [[Int]]

  /// About how many values of a whole axis are looked at.
  private static let sweep = 16
  /// How many steps each way a later round looks.
  private static let steps = 3
  /// How many first changes get a second one.
  private static let firsts = 3

  init(_ axes: [TunedAxis]) {
    self.axes = axes
    var groups: [(axis: TunedAxis, members: [Int])] = []
    for (index, axis) in axes.enumerated() {
      let place = groups.firstIndex { $0.axis.key == axis.key && $0.axis.values == axis.values }
      if let place { groups[place].members.append(index) } else { groups.append((axis, [index])) }
    }
    alike = groups.map(\.members).filter { $0.count > 1 }
  }

  /// The best point that can be reached from a point, itself at the worst.
  ///
  /// - Parameter scores: The scores of points; nil where no more may be looked at.
  func top(from start: TunePoint, _ scores: ([TunePoint]) -> [TuneScore?]) -> TunePoint {
    guard var score = scores([start])[0] else { return start }
    var point = start
    // Takes the best change, and those of the other axes that still help beside it.
    func improve(_ found: [(point: TunePoint, score: TuneScore)]) -> Bool {
      let better = found.indices.filter { found[$0].score < score }.sorted {
        (found[$0].score, $0) < (found[$1].score, $1)
      }
      let base = point
      for index in better {
        let changed = axes.indices.filter { found[index].point[$0] != base[$0] }
        guard changed.allSatisfy({ point[$0] == base[$0] }) else { continue }
        var next = point
        for axis in changed { next[axis] = found[index].point[axis] }
        if let reached = scores([next])[0], reached < score { (point, score) = (next, reached) }
      }
      return !better.isEmpty
    }
    func look(_ points: [TunePoint]) -> [(point: TunePoint, score: TuneScore)] {
      zip(points, scores(points)).compactMap { point, score in score.map { (point, $0) } }
    }
    // A whole axis, then steps of a 32nd of it, of a 256th, and so on.
    var part = 4
    repeat {
      while true {
        let singles = look(moves(of: point, part))
        if improve(singles) { continue }
        let pairs = promising(singles, score).flatMap { moves(of: $0, part) }
        guard improve(look(pairs)) else { break }
      }
      part *= 8
    } while axes.contains { $0.values.count * 8 > part }
    return point
  }

  /// The changes that gain most of the objective for what they break, then those that give way most cheaply.
  private func promising(
    _ found: [(point: TunePoint, score: TuneScore)], _ here: TuneScore
  ) -> [TunePoint] {
    let gains = found.filter { $0.score.objective < here.objective && $0.score.excess.isFinite }
    func price(_ score: TuneScore) -> Double {
      max(1e-12, score.excess - here.excess) / Double(here.objective - score.objective)
    }
    // Sorting is not stable by promise.
    let order = gains.indices.sorted { (price(gains[$0].score), $0) < (price(gains[$1].score), $1) }
    return order.prefix(Self.firsts).map { gains[$0].point }
  }

  /// The points that differ in one axis, or alike in all axes of one kind.
  private func moves(of point: TunePoint, _ part: Int) -> [TunePoint] {
    var found: [TunePoint] = []
    for group in alike + axes.indices.map({ [$0] }) {
      let axis = axes[group[0]]
      var wanted: [Int?] = [nil]
      if part == 4 {
        wanted += axis.sweep(Self.sweep)
      } else if Set(group.map { point[$0] }).count == 1 {
        let (middle, step) = (point[group[0]] ?? axis.ownPlace, max(1, axis.values.count / part))
        wanted += (1...Self.steps).flatMap { [middle - $0 * step, middle + $0 * step] }
      }
      for place in wanted where place.map(axis.values.indices.contains) ?? true {
        var next = point
        for member in group {
          next[member] = place.flatMap { axes[member].values[$0] == axes[member].own ? nil : $0 }
        }
        if next != point { found.append(next) }
      }
    }
    return found
  }
}

extension TunedAxis {
  /// The places of values from the first to the last one, each about as many times the one before.
  fileprivate func sweep(_ count: Int) -> [Int] {
    guard values.count > count, let first = values.first ?? nil, let last = values.compactMap(\.self).last
    else {
      return Array(values.indices)
    }
    let ratio = Elementary.log(Double(last) / Double(max(1, first))) / Double(count - 1)
    let wanted = (0..<count).map { Int64(Double(max(1, first)) * Elementary.exp(ratio * Double($0))) }
    var places: [Int] = []
    for place in wanted.map(place(of:)) + [values.count - 1] where places.last.map({ $0 < place }) ?? true {
      places.append(place)
    }
    return places
  }
}
