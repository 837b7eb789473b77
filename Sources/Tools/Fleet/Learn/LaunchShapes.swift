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

/// A random part of many launches, by their attempts: those in which the same happened have one shape.
struct LaunchShapes: Sendable {
  /// By shape: the numbers of the cells of its attempts, in order.
  private(set) var shapes: [[Int32]] = []
  /// By shape: how many launches have it.
  private(set) var counts: [Int] = []
  /// The number of launches of which one is kept.
  private(set) var stride = 1
  private var places: [[Int32]: Int] = [:]
  private var (seen, kept) = (0, 0)
  /// How many launches are kept.
  private let most: Int

  init(most: Int) { self.most = most }

  mutating func add(_ cells: [Int32]) {
    seen += 1
    // Not each second launch, since logs may repeat themselves.
    guard Pseudonym(bits: UInt64(seen)).share * Double(stride) < 1 else { return }
    add(cells.sorted(), 1)
    guard kept > most else { return }
    let all = self
    (shapes, counts, places, kept) = ([], [], [:], 0)
    stride *= 2
    var sum = 0
    for (shape, count) in zip(all.shapes, all.counts) {
      add(shape, (sum + count) / 2 - sum / 2)
      sum += count
    }
  }

  private mutating func add(_ cells: [Int32], _ count: Int) {
    guard count > 0 else { return }
    kept += count
    if let place = places[cells] { return counts[place] += count }
    places[cells] = shapes.count
    shapes.append(cells)
    counts.append(count)
  }
}
