/// Where and when many runs of one flow landed. Times are in nanoseconds since the start, shares from 0 to 1.
public struct LandingDistribution: Hashable, Sendable {
  /// One run's landing.
  public struct Landing: Hashable, Sendable {
    /// When, in nanoseconds.
    public var time: Int64
    /// The page's index among the flow's pages; -1 for a run that did not land.
    public var page: Int

    /// Pairs a time with a page's index.
    public init(_ time: Int64, page: Int) {
      self.time = time
      self.page = page
    }
  }

  /// How often a page was landed on, and by when.
  public struct PageShare: Hashable, Sendable {
    /// The page.
    public var page: String
    /// The part of all runs, from 0 to 1.
    public var share: Double
    /// The cumulative curve of the landings on it, as parts of all runs; its last point has the page's share.
    public var curve: [Point]
  }

  /// How many runs had landed by a time.
  public struct Point: Hashable, Sendable {
    /// The time in nanoseconds.
    public var time: Int64
    /// The part of all runs that had landed by then, from 0 to 1.
    public var share: Double

    /// Pairs a time with the share that had landed by then.
    public init(_ time: Int64, _ share: Double) {
      self.time = time
      self.share = share
    }
  }

  /// The flow's name.
  public var flow: String
  /// The scenario's name, if there was one.
  public var scenario: String?
  /// The seed of all runs.
  public var seed: UInt64?
  /// How many runs there were.
  public var runs: Int
  /// The flow's deadline in nanoseconds.
  public var deadline: Int64
  /// The part of all runs that landed no later than the deadline.
  public var inTime: Double
  /// The pages that were landed on, the most frequent first, equal ones in file order.
  public var pages: [PageShare]
  /// The mean landing time in nanoseconds.
  public var mean: Int64
  /// The time by which half of the runs had landed.
  public var p50: Int64
  /// The time by which 90 % of the runs had landed.
  public var p90: Int64
  /// The time by which 95 % of the runs had landed.
  public var p95: Int64
  /// The time by which 99 % of the runs had landed.
  public var p99: Int64
  /// The latest landing.
  public var max: Int64
  /// The cumulative curve, by time; its last point is the latest landing, with share 1.
  public var curve: [Point]

  /// Takes the landings of all runs by time, and counts the figures: percentiles are nearest ranks, times that
  /// really occurred. Nil when there are none.
  ///
  /// - Parameters:
  ///   - pages: The flow's pages, in file order.
  ///   - landings: The landings, ascending by time.
  ///   - points: How many points a curve has at the most, or nearly so.
  public init?(
    flow: String, scenario: String? = nil, seed: UInt64? = nil, deadline: Int64, pages: [String],
    landings: [Landing], points: Int = 512
  ) {
    guard let last = landings.last, points > 0 else { return nil }
    let count = landings.count
    let rank = { (share: Double) in
      landings[Swift.min(count - 1, Swift.max(0, Int((share * Double(count)).rounded(.up)) - 1))].time
    }
    self.flow = flow
    self.scenario = scenario
    self.seed = seed
    runs = count
    self.deadline = deadline
    inTime = Double(landings.count { $0.time <= deadline }) / Double(count)
    mean = (landings.reduce(0.0) { $0 + Double($1.time) } / Double(count)).clampedToInt64
    (p50, p90, p95, p99) = (rank(0.5), rank(0.9), rank(0.95), rank(0.99))
    max = last.time
    curve = Self.curve(landings.map(\.time), of: count, points: points)
    var times: [[Int64]] = Array(repeating: [], count: pages.count)
    for landing in landings where pages.indices.contains(landing.page) {
      times[landing.page].append(landing.time)
    }
    self.pages = times.enumerated().filter { !$0.element.isEmpty }.sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map { index, times in
      PageShare(
        page: pages[index], share: Double(times.count) / Double(count),
        curve: Self.curve(times, of: count, points: points))
    }
  }

  private static func curve(_ times: [Int64], of count: Int, points: Int) -> [Point] {
    let stride = Swift.max(1, times.count / points)
    return times.indices.compactMap { index in
      index % stride == stride - 1 || index == times.count - 1
        ? Point(times[index], Double(index + 1) / Double(count)) : nil
    }
  }

  /// The part of all runs that had landed by a time, as exactly as the curve says.
  public func share(by time: Int64) -> Double {
    var low = 0
    var high = curve.count
    while low < high {
      let middle = (low + high) / 2
      if curve[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? curve[low - 1].share : 0
  }
}
