/// Finds the point of a lattice with the smallest score.
///
/// A small lattice is gone through whole. Of a large one only some points are looked at: a few starts on a coarse
/// lattice climb, by changing one axis or two at once, and go on on finer ones. Two axes at once matter: at a limit
/// such as a share of degraded runs, one time-out can only become shorter where another becomes longer.
struct LatticeSearch {
  /// How many values each axis has, at least 1.
  let sizes: [Int]
  /// The points of the file, one place an axis; nil for a value that is not tried.
  let own: [Int?]
  /// A lattice of no more points is gone through whole.
  let mostWhole: Int

  private static let beam = 3
  private static let levels = 6

  /// The best point that was found, and its score; nil if none may be looked at.
  ///
  /// - Parameter score: The scores of points, each asked for once; nil where no more may be looked at.
  func best(_ score: ([[Int]]) -> [TuneScore?]) -> (point: [Int], score: TuneScore)? {
    withoutActuallyEscaping(score) { best(Seen(score: $0)) }
  }

  private func best(_ unseen: Seen) -> (point: [Int], score: TuneScore)? {
    var seen = unseen
    if let count = pointCount, count <= mostWhole {
      var next = 0
      while next < count {
        let end = min(count, next + 256)
        _ = seen.scores((next..<end).map(point(number:)))
        next = end
      }
      return seen.best
    }
    var pool = seen.best(Self.beam, of: starts)
    for level in stride(from: Self.levels, through: 0, by: -1) {
      let climbed = pool.map { climb(from: $0, level: level, &seen) }
      pool = seen.best(level > 2 ? Self.beam : 2, of: climbed)
    }
    return seen.best
  }

  /// How many points there are; nil for too many to count.
  var pointCount: Int? {
    var count = 1
    for size in sizes {
      let (product, overflow) = count.multipliedReportingOverflow(by: size)
      guard !overflow else { return nil }
      count = product
    }
    return count
  }

  private func point(number: Int) -> [Int] {
    var rest = number
    return sizes.map { size in
      defer { rest /= size }
      return rest % size
    }
  }

  /// The file's own point, the ends, the middle, and points that are spread evenly (Halton's sequence).
  private var starts: [[Int]] {
    let file = zip(own, sizes).map { own, size in own ?? size / 2 }
    var points = [file, sizes.map { _ in 0 }, sizes.map { $0 - 1 }, sizes.map { $0 / 2 }]
    for number in 1...(24 + 4 * min(16, sizes.count)) {
      points.append(
        sizes.enumerated().map { axis, size in
          min(size - 1, Int(Self.halton(number, base: Self.primes[axis % Self.primes.count]) * Double(size)))
        })
    }
    return points
  }

  private static let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53]

  private static func halton(_ number: Int, base: Int) -> Double {
    var (rest, share, result) = (number, 1.0, 0.0)
    while rest > 0 {
      share /= Double(base)
      result += share * Double(rest % base)
      rest /= base
    }
    return result
  }

  /// How far one move goes on an axis.
  private func reach(_ axis: Int, level: Int) -> Int { max(1, sizes[axis] >> (Self.levels + 2 - level)) }

  private func climb(from start: [Int], level: Int, _ seen: inout Seen) -> [Int] {
    var point = start
    guard var score = seen.scores([point])[0] else { return point }
    while true {
      let singles = moves(of: point, level: level)
      let found = seen.best(1, of: singles)
      if let next = found.first, let better = seen.known[next], better < score {
        (point, score) = (next, better)
        continue
      }
      let pairs = pairs(of: point, level: level, seen)
      guard let next = seen.best(1, of: pairs).first, let better = seen.known[next], better < score else {
        return point
      }
      (point, score) = (next, better)
    }
  }

  /// The points that differ in one axis.
  private func moves(of point: [Int], level: Int) -> [[Int]] {
    var found: [[Int]] = []
    for axis in sizes.indices {
      let step = reach(axis, level: level)
      var places = [-3, -2, -1, 1, 2, 3].map { point[axis] + $0 * step }
      // A key that keeps its value is no change.
      if let own = own[axis] { places.append(own) }
      for place in Set(places).sorted() where sizes[axis] > place && place >= 0 && place != point[axis] {
        var next = point
        next[axis] = place
        found.append(next)
      }
    }
    return found
  }

  /// The points that differ in two axes, of which one becomes smaller and the other greater, or both change alike.
  private func pairs(of point: [Int], level: Int, _ seen: Seen) -> [[Int]] {
    let axes = liveliest(of: point, level: level, seen)
    let factors: [(Int, Int)]
    switch axes.count {
    case ...3: factors = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (1, 5), (5, 1)]
    case ...6: factors = [(1, 1), (1, 2), (2, 1)]
    default: factors = [(1, 1)]
    }
    var found: [[Int]] = []
    for (number, first) in axes.enumerated() {
      for second in axes[(number + 1)...] {
        for (one, other) in factors {
          for (left, right) in [(-1, 1), (1, -1), (-1, -1), (1, 1)] {
            var next = point
            next[first] += left * one * reach(first, level: level)
            next[second] += right * other * reach(second, level: level)
            if sizes.indices.contains(first), (0..<sizes[first]).contains(next[first]),
              (0..<sizes[second]).contains(next[second])
            {
              found.append(next)
            }
          }
        }
      }
    }
    return found
  }

  /// The axes whose single moves change the objective or the limits most, at most twelve, in file order.
  private func liveliest(of point: [Int], level: Int, _ seen: Seen) -> [Int] {
    guard sizes.count > Self.mostPaired, let here = seen.known[point] else { return Array(sizes.indices) }
    let effects = sizes.indices.map { axis -> Double in
      var most = 0.0
      for side in [-1, 1] {
        var next = point
        next[axis] += side * reach(axis, level: level)
        guard let there = seen.known[next], there.excess.isFinite, here.excess.isFinite else { continue }
        let objective =
          abs(Double(there.objective) - Double(here.objective)) / max(1, abs(Double(here.objective)))
        most = max(most, objective + abs(there.excess - here.excess))
      }
      return most
    }
    let order = sizes.indices.sorted { (-effects[$0], $0) < (-effects[$1], $1) }
    return order.prefix(Self.mostPaired).sorted()
  }

  private static let mostPaired = 12
}

/// The points that were looked at.
private struct Seen {
  let score: ([[Int]]) -> [TuneScore?]
  private(set) var known: [[Int]: TuneScore] = [:]
  /// The best of them; of equal ones the first.
  private(set) var best: (point: [Int], score: TuneScore)?

  init(score: @escaping ([[Int]]) -> [TuneScore?]) { self.score = score }

  /// The scores of points; nil where no more may be looked at.
  mutating func scores(_ points: [[Int]]) -> [TuneScore?] {
    var new: [[Int]] = []
    var asked: Set<[Int]> = []
    for point in points where known[point] == nil && asked.insert(point).inserted { new.append(point) }
    for (point, score) in zip(new, new.isEmpty ? [] : score(new)) {
      guard let score else { continue }
      known[point] = score
      if best.map({ score < $0.score }) ?? true { best = (point, score) }
    }
    return points.map { known[$0] }
  }

  /// The best of some points, each once.
  mutating func best(_ count: Int, of points: [[Int]]) -> [[Int]] {
    let scores = scores(points)
    var ranked: [(point: [Int], score: TuneScore)] = []
    var taken: Set<[Int]> = []
    for (point, score) in zip(points, scores) {
      if let score, taken.insert(point).inserted { ranked.append((point, score)) }
    }
    // Of equal scores the first stays first: sorting is not stable by promise.
    let order = ranked.indices.sorted {
      ranked[$0].score == ranked[$1].score ? $0 < $1 : ranked[$0].score < ranked[$1].score
    }
    return order.prefix(count).map { ranked[$0].point }
  }
}
