/// The places of a candidate's values, one for each axis; nil keeps the file's value.
typealias TunePoint = [Int?]

/// How good a candidate is; the smaller the better.
struct TuneScore: Comparable, Sendable {
  /// How far it is beyond the limits; 0 within them.
  var excess: Double
  /// The objective.
  var objective: Int64
  /// Of equal objectives, the one with fewer and simpler changes is better.
  var changes = 0
  /// By limit how far it is beyond it; negative within it.
  var beyond: [Double] = []

  /// A flow with errors, or a refused one.
  static let invalid = TuneScore(excess: .infinity, objective: .max)

  /// Whether it is worth looking around it with steps of the same length.
  func isMuchBetter(than other: TuneScore) -> Bool {
    excess < other.excess || other.objective - objective > other.objective / 200
  }

  static func < (left: TuneScore, right: TuneScore) -> Bool {
    (left.excess, left.objective, left.changes) < (right.excess, right.objective, right.changes)
  }
}

/// Looks for better points by the simplest changes: one value for all axes that can have it, or one axis at a time. It
/// looks at whole axes first, and goes on from the best changes with smaller and smaller steps.
///
/// Where no change helps alone, one that gains is tried with one that pays for it: at a limit such as a share of
/// degraded runs, one time-out can only become shorter where another becomes longer.
struct TuneClimb {
  private typealias Found = (point: TunePoint, score: TuneScore)

  private let axes: [TunedAxis]
  /// The axes that change together: those with the same key and the same values, then each alone.
  private let groups: [[Int]]

  /// An axis has so many steps at first. Later ones are a quarter as long.
  private static let firstParts = 10
  /// How many steps each way are looked at.
  private static let reach = 2
  /// How many changes that gain, and how many that pay for one, are tried together.
  private static let paired = 6

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
    func improve(_ found: [Found]) {
      let base = here.point
      let better = found.indices.filter { found[$0].score < here.score }.sorted {
        (found[$0].score, $0) < (found[$1].score, $1)
      }
      for index in better {
        guard let next = Self.joined(here.point, found[index].point, over: base) else { continue }
        if let reached = look([next]).first, reached.score < here.score { here = reached }
      }
    }
    let longest = axes.reduce(0) { max($0, $1.values.count) }
    var parts = Self.firstParts
    // A point that was climbed to before has been seen from afar.
    let isNew = start.allSatisfy { $0 == nil }
    let first = groups.map { group in
      look(
        moves(
          of: start, group,
          to: isNew ? places(on: axes[group[0]], parts) : places(around: start, group, parts)))
    }
    // Keys that change nothing are not looked at again.
    let active = groups.indices.filter { group in
      first[group].contains { $0.score.objective != score.objective || $0.score.beyond != score.beyond }
    }
    var singles = Array(first.joined())
    while true {
      let before = here.score
      improve(singles)
      if here.score == before { improve(look(pairs(singles, here))) }
      if !here.score.isMuchBetter(than: before) {
        guard parts < longest else { return here.point }
        parts *= 4
      }
      singles = look(
        active.flatMap {
          moves(of: here.point, groups[$0], to: places(around: here.point, groups[$0], parts))
        })
    }
  }

  /// The changes of two points in one; nil where both change an axis.
  private static func joined(_ one: TunePoint, _ other: TunePoint, over base: TunePoint) -> TunePoint? {
    var next = one
    for axis in base.indices where other[axis] != base[axis] {
      guard one[axis] == base[axis] else { return nil }
      next[axis] = other[axis]
    }
    return next
  }

  /// The changes that gain most of the objective for what they break of the limits, each with those that give most of
  /// these limits back for what they cost.
  private func pairs(_ singles: [Found], _ here: Found) -> [TunePoint] {
    let possible = singles.filter { $0.score.excess.isFinite }
    func cheapest(_ price: (TuneScore) -> Double?) -> [Found] {
      let prices = possible.map { price($0.score) ?? .infinity }
      // Sorting is not stable by promise.
      let order = prices.indices.filter { prices[$0].isFinite }.sorted { (prices[$0], $0) < (prices[$1], $1) }
      return order.prefix(Self.paired).map { possible[$0] }
    }
    func cost(_ score: TuneScore) -> Double { Double(score.objective - here.score.objective) }
    let gains = cheapest { cost($0) < 0 ? $0.excess / -cost($0) : nil }
    return gains.flatMap { gain in
      let broken = gain.score.beyond.indices.filter { gain.score.beyond[$0] > 0 }
      let payments = cheapest { score in
        let relief = broken.reduce(0) { $0 + here.score.beyond[$1] - score.beyond[$1] }
        return relief > 0 ? max(1, cost(score)) / relief : nil
      }
      return payments.compactMap { Self.joined(gain.point, $0.point, over: here.point) }
    }
  }

  /// The places of values at even distances over a whole axis; nil is the file's value.
  private func places(on axis: TunedAxis, _ parts: Int) -> [Int?] {
    let last = axis.values.count - 1
    let steps = Array(stride(from: 0, to: last, by: max(1, axis.values.count / parts))) + [last]
    return [nil] + steps.map(Optional.some)
  }

  /// The places some steps away from that of a point; none where the axes of a group differ.
  private func places(around point: TunePoint, _ group: [Int], _ parts: Int) -> [Int?] {
    let axis = axes[group[0]]
    guard Set(group.map { point[$0] }).count == 1 else { return [nil] }
    let middle = point[group[0]] ?? axis.ownPlace
    let step = max(1, axis.values.count / parts)
    let places = (-Self.reach...Self.reach).map { middle + $0 * step }
    return [nil] + places.filter(axis.values.indices.contains).map(Optional.some)
  }

  /// The points in which the axes of a group have other values, alike in all of them.
  private func moves(of point: TunePoint, _ group: [Int], to places: [Int?]) -> [TunePoint] {
    places.map { place in
      var next = point
      for axis in group { next[axis] = place.flatMap { axes[axis].values[$0] == axes[axis].own ? nil : $0 } }
      return next
    }.filter { $0 != point }
  }
}
