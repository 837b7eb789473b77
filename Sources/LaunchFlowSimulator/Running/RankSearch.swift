/// Finds landings by their rank among more runs than can be kept. It makes a histogram of all times, then of narrower
/// and narrower ranges, until a range contains few enough landings to collect them.
///
/// Every pass simulates all runs again. Memory is bounded by the number of ranks, whatever the number of runs.
struct RankSearch {
  /// The number of buckets of a range, and the most landings of a range that are collected.
  struct Size {
    var buckets: Int64 = 1 << 16
    var mostCollected = 1 << 16

    fileprivate var noCounts: [Int] { Array(repeating: 0, count: Int(buckets)) }
  }

  private let size: Size
  /// The rank among the landings of the range, by time, equal ones by run.
  private var rank: Int
  private var range: Range<Int64>
  private var counts: [Int]?
  private var collected: [Distribution.Landing] = []
  /// How many landings of the range have been passed, of a range of a single time.
  private var passed = 0
  private var found: Distribution.Landing?

  /// The landings of these ranks, from 0.
  static func landings(
    at ranks: [Int], of runs: RepeatableRuns, latest: Int64, size: Size = Size()
  ) -> [Distribution.Landing] {
    let all = 0..<(latest == .max ? .max : latest + 1)
    var searches = ranks.map { RankSearch(size: size, rank: $0, range: all, counts: size.noCounts) }
    while searches.contains(where: { $0.found == nil }) {
      _ = runs.forEach { landing in
        for index in searches.indices { searches[index].add(landing) }
        return true
      }
      for index in searches.indices { searches[index].narrow() }
    }
    return searches.compactMap(\.found)
  }

  private init(size: Size, rank: Int, range: Range<Int64>, counts: [Int]?) {
    self.size = size
    self.rank = rank
    self.range = range
    self.counts = counts
  }

  /// How wide a bucket is.
  private var width: Int64 { (range.upperBound - range.lowerBound - 1) / size.buckets + 1 }

  private mutating func add(_ landing: Distribution.Landing) {
    guard found == nil, range.contains(landing.time) else { return }
    if counts != nil {
      let bucket = Int((landing.time - range.lowerBound) / width)
      counts?[bucket] += 1
    } else if range.count == 1 {
      // Runs are simulated in the order of their numbers.
      if passed == rank { found = landing }
      passed += 1
    } else {
      collected.append(landing)
    }
  }

  private mutating func narrow() {
    guard found == nil else { return }
    guard let counts else {
      found = Distribution.byTime(collected)[rank]
      collected = []
      return
    }
    var bucket = 0
    while rank >= counts[bucket] {
      rank -= counts[bucket]
      bucket += 1
    }
    let start = range.lowerBound + Int64(bucket) * width
    range = start..<min(range.upperBound, start + width)
    self.counts = range.count > 1 && counts[bucket] > size.mostCollected ? size.noCounts : nil
  }
}
