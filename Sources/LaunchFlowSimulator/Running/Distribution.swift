/// Where and when many runs landed. Times are in nanoseconds.
public struct Distribution: Sendable {
  /// One run's landing.
  public struct Landing: Hashable, Sendable {
    /// When.
    public var time: Int64
    /// The page's index.
    public var page: Int32
    /// The run's number, by which it can be simulated again.
    public var run: UInt32
  }

  /// The share of runs that landed on a page.
  public struct Share: Hashable, Sendable {
    /// The page's name.
    public var page: String
    /// How many runs landed there.
    public var count: Int
    /// Their share of all, from 0 to 1.
    public var share: Double
  }

  /// The flow's name.
  public let flow: String
  /// The flow's pages, in file order.
  public let pages: [String]
  /// The flow's deadline.
  public let deadline: Int64
  /// The landings by time, equal ones by run.
  public let landings: [Landing]

  /// - Parameter landings: In the order of their runs.
  init(flow: String, pages: [String], deadline: Int64, landings: [Landing]) {
    self.flow = flow
    self.pages = pages
    self.deadline = deadline
    self.landings = Self.byTime(landings)
  }

  /// How many runs there were.
  public var runs: Int { landings.count }

  /// The shares of the pages that some run landed on, in file order.
  public var shares: [Share] {
    var counts = pages.map { _ in 0 }
    for landing in landings where landing.page >= 0 { counts[Int(landing.page)] += 1 }
    return zip(pages, counts).filter { $0.1 > 0 }.map { page, count in
      Share(page: page, count: count, share: Double(count) / Double(max(1, runs)))
    }
  }

  /// The mean landing time, rounded to a nanosecond.
  public var mean: Int64 {
    // Summed in two parts, so that no sum of many long runs overflows.
    let count = Int64(max(1, runs))
    var whole: Int64 = 0
    var rest: Int64 = 0
    for landing in landings {
      whole += landing.time / count
      rest += landing.time % count
    }
    return whole + (rest + count / 2) / count
  }

  /// The landing at a share of the runs, from 0 to 1: the smallest time that at least that share does not
  /// exceed (nearest rank); nil without runs.
  public func landing(at share: Double) -> Landing? {
    guard !landings.isEmpty else { return nil }
    let rank = Int((share * Double(runs)).rounded(.up))
    return landings[min(runs, max(1, rank)) - 1]
  }

  /// The landing time at a share of the runs; 0 without runs.
  public func time(at share: Double) -> Int64 {
    landing(at: share)?.time ?? 0
  }

  /// The share of runs that landed no later than a time.
  public func share(within time: Int64) -> Double {
    var low = 0
    var high = landings.count
    while low < high {
      let middle = (low + high) / 2
      if landings[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return runs == 0 ? 0 : Double(low) / Double(runs)
  }
}
