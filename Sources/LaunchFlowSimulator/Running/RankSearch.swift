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

  /// A rank to find, from 0, among all landings or those on one page.
  struct Wanted: Hashable {
    var rank: Int
    /// The page's index; nil for all.
    var page: Int?

    init(rank: Int, page: Int? = nil) {
      self.rank = rank
      self.page = page
    }
  }

  private let size: Size
  private let page: Int32?
  /// The rank among the landings of the range, by time.
  private var rank: Int
  private var range: Range<Int64>
  private var counts: [Int]?
  private var collected: [Distribution.Landing] = []
  private var found: Distribution.Landing?
  /// Whether the runs have fewer landings than the rank.
  private var isBeyond = false
  private var isOver: Bool { found != nil || isBeyond }

  /// The first landing at the time of each rank; nil for a rank that the runs do not have.
  static func landings(
    _ wanted: [Wanted], of runs: RepeatableRuns, latest: Int64, size: Size = Size()
  ) -> [Distribution.Landing?] {
    let all = 0..<(latest == .max ? .max : latest + 1)
    var searches = wanted.map { RankSearch(size: size, $0, range: all) }
    while searches.contains(where: { !$0.isOver }) {
      _ = runs.forEach { landing in
        for index in searches.indices { searches[index].add(landing) }
        return true
      }
      for index in searches.indices { searches[index].narrow() }
    }
    return searches.map(\.found)
  }

  private init(size: Size, _ wanted: Wanted, range: Range<Int64>) {
    self.size = size
    rank = wanted.rank
    page = wanted.page.map { Int32($0) }
    self.range = range
    counts = size.noCounts
  }

  /// How wide a bucket is.
  private var width: Int64 { (range.upperBound - range.lowerBound - 1) / size.buckets + 1 }

  private mutating func add(_ landing: Distribution.Landing) {
    guard !isOver, range.contains(landing.time), page == nil || page == landing.page else { return }
    if counts != nil {
      let bucket = Int((landing.time - range.lowerBound) / width)
      counts?[bucket] += 1
    } else if range.count == 1 {
      // Runs are simulated in the order of their numbers.
      found = landing
    } else {
      collected.append(landing)
    }
  }

  private mutating func narrow() {
    guard !isOver else { return }
    guard let counts else {
      let time = Distribution.byTime(collected)[rank].time
      found = collected.first { $0.time == time }
      collected = []
      return
    }
    var bucket = 0
    while rank >= counts[bucket] {
      guard bucket < counts.count - 1 else {
        isBeyond = true
        return
      }
      rank -= counts[bucket]
      bucket += 1
    }
    let start = range.lowerBound + Int64(bucket) * width
    range = start..<min(range.upperBound, start + width)
    self.counts = range.count > 1 && counts[bucket] > size.mostCollected ? size.noCounts : nil
  }
}
