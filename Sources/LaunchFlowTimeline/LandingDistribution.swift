/// Where and when many runs of one flow landed. Times are in nanoseconds since the start, shares from 0 to 1.
public struct LandingDistribution: Hashable, Sendable {
  /// How often a page was landed on.
  public struct PageShare: Hashable, Sendable {
    /// The page.
    public var page: String
    /// The part of all runs, from 0 to 1.
    public var share: Double

    /// Pairs a page with its share.
    public init(_ page: String, _ share: Double) {
      self.page = page
      self.share = share
    }
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
  /// The pages that were landed on, the most frequent first.
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

  /// Takes figures that were counted elsewhere.
  public init(
    flow: String, scenario: String? = nil, seed: UInt64? = nil, runs: Int, deadline: Int64,
    pages: [PageShare],
    mean: Int64, p50: Int64, p90: Int64, p95: Int64, p99: Int64, max: Int64, curve: [Point]
  ) {
    self.flow = flow
    self.scenario = scenario
    self.seed = seed
    self.runs = runs
    self.deadline = deadline
    self.pages = pages
    self.mean = mean
    self.p50 = p50
    self.p90 = p90
    self.p95 = p95
    self.p99 = p99
    self.max = max
    self.curve = curve
  }

  /// Takes the landing times of all runs in ascending order, and counts the figures: percentiles are nearest
  /// ranks, times that really occurred. Nil when there are none.
  public init?(
    flow: String, scenario: String? = nil, seed: UInt64? = nil, deadline: Int64, pages: [PageShare],
    sortedTimes times: [Int64], points: Int = 512
  ) {
    guard let last = times.last, points > 0 else { return nil }
    let rank = { (share: Double) in
      times[Swift.min(times.count - 1, Swift.max(0, Int((share * Double(times.count)).rounded(.up)) - 1))]
    }
    let sum = times.reduce(0.0) { $0 + Double($1) }
    let curve = stride(from: 0, to: times.count, by: Swift.max(1, times.count / points)).map {
      Point(times[$0], Double($0 + 1) / Double(times.count))
    }
    self.init(
      flow: flow, scenario: scenario, seed: seed, runs: times.count, deadline: deadline, pages: pages,
      mean: (sum / Double(times.count)).clampedToInt64, p50: rank(0.5), p90: rank(0.9), p95: rank(0.95),
      p99: rank(0.99), max: last, curve: curve.last?.share == 1 ? curve : curve + [Point(last, 1)])
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
