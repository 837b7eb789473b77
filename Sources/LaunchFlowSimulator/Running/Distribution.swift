import LaunchFlowMachine

/// Where and when many runs landed. Times are in nanoseconds.
///
/// All landings of up to `mostKept` runs are kept. Of more runs, only `mostKept` evenly spread ones are kept. Pages,
/// mean and percentiles are still exact, because the runs are simulated again to find them.
public struct Distribution: Sendable {
  /// One run's landing.
  public struct Landing: Hashable, Sendable {
    /// When.
    public var time: Int64
    /// The page's index.
    public var page: Int32
    /// The run's number, by which it can be simulated again.
    public var run: UInt64
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

  /// The most landings that are kept, at 24 bytes each.
  package static let mostKept = 1 << 20

  /// The flow's name.
  public let flow: String
  /// The flow's pages, in file order.
  public let pages: [String]
  /// The flow's deadline.
  public let deadline: Int64
  /// How many runs there were.
  public let runs: Int
  /// The kept landings by time; those of one time by run.
  public let landings: [Landing]
  /// The run that was stopped because it never came to an end; the runs after it were not simulated.
  public let stopped: StoppedRun?
  /// The mean landing time, rounded to a nanosecond.
  public let mean: Int64
  private let pageCounts: [Int]
  /// Simulates the runs again; nil if all landings were given.
  private let source: RepeatableRuns?

  /// Draws the runs.
  init(
    flow: String, pages: [String], deadline: Int64, _ source: RepeatableRuns, mostKept: Int = mostKept,
    progress: (Int) -> Void
  ) {
    let step = UInt64(max(1, (source.count + mostKept - 1) / max(1, mostKept)))
    var kept: [Landing] = []
    kept.reserveCapacity(min(source.count, mostKept))
    var tally = Tally(pages: pages.count)
    let stopped = source.forEach { landing in
      if landing.run % step == 0 { kept.append(landing) }
      tally.add(landing)
      if tally.runs & 0x3fff == 0 { progress(tally.runs) }
      return true
    }
    self.init(flow: flow, pages: pages, deadline: deadline, kept, tally, source, stopped)
  }

  /// Takes landings in the order of their runs.
  init(flow: String, pages: [String], deadline: Int64, landings: [Landing]) {
    var tally = Tally(pages: pages.count)
    for landing in landings { tally.add(landing) }
    self.init(flow: flow, pages: pages, deadline: deadline, landings, tally, nil, nil)
  }

  private init(
    flow: String, pages: [String], deadline: Int64, _ kept: [Landing], _ tally: Tally,
    _ source: RepeatableRuns?, _ stopped: StoppedRun?
  ) {
    self.flow = flow
    self.pages = pages
    self.deadline = deadline
    runs = tally.runs
    pageCounts = tally.pages
    mean = tally.sum.mean(of: tally.runs)
    landings = Self.byTime(kept)
    self.source = source
    self.stopped = stopped
  }

  /// Whether every landing is kept.
  private var keepsAll: Bool { landings.count == runs }

  /// The shares of all pages that any run landed on, in file order.
  public var shares: [Share] {
    zip(pages, pageCounts).filter { $0.1 > 0 }.map { page, count in
      Share(page: page, count: count, share: Double(count) / Double(max(1, runs)))
    }
  }

  /// The landing at a share of the runs, from 0 to 1: the smallest time that at least that share does not
  /// exceed (nearest rank); nil without runs.
  public func landing(at share: Double) -> Landing? {
    landings(at: [share]).first
  }

  /// The landings at several shares, found together; empty without runs.
  public func landings(at shares: [Double]) -> [Landing] {
    guard runs > 0 else { return [] }
    let ranks = shares.map { min(runs, max(1, Int(($0 * Double(runs)).rounded(.up)))) - 1 }
    guard let source, !keepsAll else { return ranks.map { landings[$0] } }
    return RankSearch.landings(at: ranks, of: source, latest: deadline)
  }

  /// The landing time at a share of the runs; 0 without runs.
  public func time(at share: Double) -> Int64 {
    landing(at: share)?.time ?? 0
  }

  /// The share of runs that landed no later than a time.
  public func share(within time: Int64) -> Double {
    guard runs > 0 else { return 0 }
    var count = 0
    if let source, !keepsAll {
      guard time < deadline else { return 1 }
      _ = source.forEach { landing in
        if landing.time <= time { count += 1 }
        return true
      }
    } else {
      count = landings.partitionPoint(where: { $0.time > time })
    }
    return Double(count) / Double(runs)
  }

  /// The landings in the order of the runs. Beyond those that are kept, each run is simulated again.
  package var byRun: AnySequence<Landing> {
    if let source, !keepsAll { return AnySequence(source) }
    return AnySequence(landings.sorted { $0.run < $1.run })
  }

  /// The first run whose landing satisfies a test of its page and its time in nanoseconds.
  package func firstRun(where isMeant: (_ page: String?, _ time: Int64) -> Bool) -> Int? {
    func name(_ landing: Landing) -> String? {
      pages.indices.contains(Int(landing.page)) ? pages[Int(landing.page)] : nil
    }
    var first: Int?
    guard let source, !keepsAll else {
      for landing in landings where isMeant(name(landing), landing.time) {
        first = min(first ?? .max, Int(landing.run))
      }
      return first
    }
    _ = source.forEach { landing in
      if isMeant(name(landing), landing.time) { first = Int(landing.run) }
      return first == nil
    }
    return first
  }
}

/// What is counted of all runs.
private struct Tally {
  var runs = 0
  var pages: [Int]
  var sum = ExactSum()

  init(pages: Int) { self.pages = Array(repeating: 0, count: pages) }

  mutating func add(_ landing: Distribution.Landing) {
    runs += 1
    if landing.page >= 0 { pages[Int(landing.page)] += 1 }
    sum.add(landing.time)
  }
}
