/// One thing that happens to an attempt: its source answers so within a stretch of time, or is ended in it.
struct CallCell: Hashable, Sendable {
  var source: Int
  /// The stretch of time, of which eight double it. 0 is below a millisecond.
  var bucket: Int
  /// The number of the outcome; nil for an attempt that was ended from outside.
  var outcome: Int?
  var isFailed: Bool

  init(source: Int, time: Int64, outcome: Int?, isFailed: Bool) {
    (self.source, self.outcome, self.isFailed) = (source, outcome, isFailed)
    let milliseconds = Double(time) / 1e6
    bucket = milliseconds < 1 ? 0 : 8 * Int(milliseconds.exponent) + Int(8 * milliseconds.significand) - 7
  }
}

/// Launches by their attempts: those in which the same happened have one shape.
struct LaunchShapes: Sendable {
  /// By shape: the numbers of the cells of its attempts, in order.
  private(set) var shapes: [[Int32]] = []
  /// By shape: how many launches have it.
  private(set) var counts: [Double] = []
  /// One launch in so many is kept, if there are too many shapes.
  private(set) var stride = 1
  private var places: [[Int32]: Int] = [:]
  private var seen = 0
  private let most: Int

  /// - Parameter most: How many shapes are kept.
  init(most: Int) { self.most = most }

  mutating func add(_ cells: [Int32]) {
    seen += 1
    guard seen % stride == 0 else { return }
    add(cells.sorted(), 1)
    while shapes.count > most {
      let all = self
      let kept = all.part(2)
      (shapes, counts, places) = ([], [], [:])
      stride *= 2
      for (shape, count) in zip(all.shapes, kept) where count > 0 { add(shape, count) }
    }
  }

  private mutating func add(_ cells: [Int32], _ count: Double) {
    if let place = places[cells] { return counts[place] += count }
    places[cells] = shapes.count
    shapes.append(cells)
    counts.append(count)
  }

  /// By shape: how many launches of it are among every so-many-th launch.
  func part(_ step: Double) -> [Double] {
    var sum = 0.0
    return counts.map { count in
      let before = (sum / step).rounded(.down)
      sum += count
      return (sum / step).rounded(.down) - before
    }
  }
}
