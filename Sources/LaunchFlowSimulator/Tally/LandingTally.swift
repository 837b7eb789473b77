import LaunchFlowMachine

/// What is counted of landings, of all or of those on one page. The tallies of parts add up to that of the whole.
package struct LandingTally: Hashable, Sendable {
  /// The shares whose exact times are kept; the last one is that of the latest landing.
  package static let shares = [0.5, 0.9, 0.95, 0.99, 1]

  /// How many landings there are.
  package internal(set) var count = 0
  /// In how many of them some step had been recovered, failed or timed out.
  package internal(set) var degraded = 0
  /// The sum of their times.
  package internal(set) var sum = ExactSum()
  /// Their times.
  package internal(set) var histogram = TimeHistogram()
  /// The landings around each of ``shares``.
  package internal(set) var windows = LandingTally.shares.map { RankWindow(share: $0) }

  /// A tally of nothing.
  package init() {}

  /// Puts a tally together again; nil if its parts do not fit.
  package init?(degraded: Int, sum: ExactSum, histogram: TimeHistogram, windows: [RankWindow]) {
    guard let count = histogram.count, (0...count).contains(degraded) else { return nil }
    guard windows.map(\.share) == Self.shares, windows.allSatisfy({ $0.total == count }) else { return nil }
    guard sum.isSum(of: count, atMost: histogram.max) else { return nil }
    (self.count, self.degraded, self.sum) = (count, degraded, sum)
    self.histogram = histogram
    self.windows = windows
  }

  /// Counts a landing, of runs in the order of their numbers.
  @inline(__always)
  mutating func add(_ time: Int64, run: UInt64, isDegraded: Bool) {
    count += 1
    if isDegraded { degraded += 1 }
    sum.add(time)
    histogram.add(time)
    for index in windows.indices { windows[index].add(time, run: run) }
  }

  /// Counts all landings of another tally; both are compact.
  mutating func add(_ other: LandingTally) {
    count += other.count
    degraded += other.degraded
    sum.add(other.sum)
    histogram.add(other.histogram)
    for index in windows.indices { windows[index].add(other.windows[index]) }
  }

  /// Orders what was added.
  mutating func compact() {
    for index in windows.indices { windows[index].compact() }
  }

  /// The rank of a share, from 0: the smallest that at least that share of the landings does not exceed.
  package static func rank(of share: Double, among count: Int) -> Int {
    min(count, max(1, Int((share * Double(count)).rounded(.up)))) - 1
  }

  /// The landings at a rank; nil if no window contains it.
  func entry(atRank rank: Int) -> RankWindow.Entry? {
    for window in windows {
      if let entry = window.entry(atRank: rank) { return entry }
    }
    return nil
  }
}

/// What is counted of runs: of all their landings, and of those on each page.
package struct RunTally: Hashable, Sendable {
  /// All landings.
  package private(set) var all = LandingTally()
  /// The landings on each of the flow's pages, in file order.
  package private(set) var pages: [LandingTally]

  /// A tally without runs.
  package init(pages: Int) { self.pages = Array(repeating: LandingTally(), count: pages) }

  /// Puts a tally together again; nil if the pages do not add up to all.
  package init?(all: LandingTally, pages: [LandingTally]) {
    var (count, degraded, sum) = (0, 0, ExactSum())
    var histogram = TimeHistogram()
    for page in pages {
      guard all.count - count >= page.count else { return nil }
      count += page.count
      degraded += page.degraded
      sum.add(page.sum)
      histogram.add(page.histogram)
    }
    guard count == all.count, degraded == all.degraded, sum == all.sum, histogram == all.histogram else {
      return nil
    }
    self.all = all
    self.pages = pages
  }

  /// Counts a landing, of runs in the order of their numbers.
  mutating func add(_ time: Int64, page: Int, run: UInt64, isDegraded: Bool) {
    all.add(time, run: run, isDegraded: isDegraded)
    if page >= 0 { pages[page].add(time, run: run, isDegraded: isDegraded) }
  }

  /// Counts all runs of another tally of the same flow.
  package mutating func add(_ other: RunTally) {
    all.add(other.all)
    for index in pages.indices { pages[index].add(other.pages[index]) }
  }

  /// Orders what was added.
  mutating func compact() {
    all.compact()
    for index in pages.indices { pages[index].compact() }
  }
}
