/// Looks for better points by the simplest changes: one value for all axes that can have it, or one axis at a time. It
/// looks at whole axes first, and goes on from the best changes with smaller and smaller steps.
///
/// Where no change helps alone, one that gains is tried with one that pays for it: at a limit such as a share of
/// degraded runs, one time-out can only become shorter where another becomes longer.
extension TuneSearch {
  private typealias Found = (point: TunePoint, score: TuneScore)

  /// The number of steps of an axis at first. Later steps are a quarter as long.
  private static let firstParts = 10
  /// How many steps each way are looked at.
  private static let reach = 2
  /// How many changes that gain, and how many that pay for one, are tried together.
  private static let paired = 6

  /// The best point that can be reached from a point, itself at the worst.
  mutating func climb(from start: TunePoint) -> TunePoint {
    guard let score = scores(of: [start])[0] else { return start }
    var here: Found = (start, score)
    let longest = tuner.axes.reduce(0) { max($0, $1.values.count) }
    // A point that was climbed to before has been seen from afar.
    let isNew = start.allSatisfy { $0 == nil }
    var parts = Self.firstParts
    let first = groups.map { look(moves(of: start, $0, isNew ? nil : parts)) }
    // Keys that change nothing are not looked at again.
    let active = zip(groups, first).filter { _, found in
      found.contains { $0.score.objective != score.objective || $0.score.beyond != score.beyond }
    }.map(\.0)
    var singles = Array(first.joined())
    while true {
      let before = here.score
      improve(&here, by: singles)
      if here.score == before { improve(&here, by: look(pairs(singles, here))) }
      let isMuchBetter =
        here.score.excess < before.excess || before.objective - here.score.objective > before.objective / 200
      if !isMuchBetter {
        guard parts < longest else { return here.point }
        parts *= 4
      }
      singles = look(active.flatMap { moves(of: here.point, $0, parts) })
    }
  }

  private mutating func look(_ points: [TunePoint]) -> [Found] {
    zip(points, scores(of: points)).compactMap { point, score in score.map { (point, $0) } }
  }

  /// Takes the best change, and those of the other axes that still help beside it.
  private mutating func improve(_ here: inout Found, by found: [Found]) {
    let (base, score) = here
    for better in found.filter({ $0.score < score }).sorted(by: { $0.score < $1.score }) {
      let next = Self.joined(here.point, better.point, over: base)
      if let reached = look([next]).first, reached.score < here.score { here = reached }
    }
  }

  /// A point with the changes of another one to a base.
  private static func joined(_ one: TunePoint, _ other: TunePoint, over base: TunePoint) -> TunePoint {
    base.indices.map { other[$0] == base[$0] ? one[$0] : other[$0] }
  }

  /// The changes that gain most of the objective for what they break of the limits, each with those that give most of
  /// these limits back for what they cost.
  private func pairs(_ singles: [Found], _ here: Found) -> [TunePoint] {
    func cheapest(_ price: (TuneScore) -> Double?) -> [Found] {
      let priced = singles.filter { $0.score.excess.isFinite }.compactMap { found in
        price(found.score).map { (found, price: $0) }
      }
      return priced.sorted { $0.price < $1.price }.prefix(Self.paired).map(\.0)
    }
    func cost(_ score: TuneScore) -> Double { score.objective - here.score.objective }
    let gains = cheapest { cost($0) < 0 ? $0.excess / -cost($0) : nil }
    return gains.flatMap { gain in
      let broken = gain.score.beyond.indices.filter { gain.score.beyond[$0] > 0 }
      let payments = cheapest { score in
        let relief = broken.reduce(0) { $0 + here.score.beyond[$1] - score.beyond[$1] }
        return relief > 0 ? max(1, cost(score)) / relief : nil
      }
      return payments.map { Self.joined(gain.point, $0.point, over: here.point) }
    }
  }

  /// The axes that change together: those with the same key and the same values, then each alone.
  private var groups: [[Int]] {
    let axes = tuner.axes
    let alike = axes.indices.map { first in
      axes.indices.filter { axes[$0].key == axes[first].key && axes[$0].values == axes[first].values }
    }
    return axes.indices.filter { alike[$0].count > 1 && alike[$0][0] == $0 }.map { alike[$0] }
      + axes.indices.map { [$0] }
  }

  /// The points in which the axes of a group have another value, the same in all of them: the file's own, and some steps
  /// away from theirs.
  ///
  /// - Parameter parts: How many steps an axis has; nil looks at the whole axis.
  private func moves(of point: TunePoint, _ group: [Int], _ parts: Int?) -> [TunePoint] {
    let axis = tuner.axes[group[0]]
    let last = axis.values.count - 1
    let step = max(1, axis.values.count / (parts ?? Self.firstParts))
    var places = Array(stride(from: 0, to: last, by: step)) + [last]
    if parts != nil {
      let middle = point[group[0]] ?? axis.ownPlace
      places = (-Self.reach...Self.reach).map { middle + $0 * step }.filter(axis.values.indices.contains)
      if Set(group.map { point[$0] }).count > 1 { places = [] }
    }
    return ([nil] + places).map { place in
      var next = point
      for axis in group {
        next[axis] = place.flatMap { tuner.axes[axis].values[$0] == tuner.axes[axis].own ? nil : $0 }
      }
      return next
    }.filter { $0 != point }
  }
}
