/// The counts of landings, of all or of those on one page. The tallies of parts add up to that of the whole.
package struct LandingTally: Hashable, Sendable, Codable {
  /// The shares whose exact times are kept; the last one gives the latest landing.
  package static let shares = [0.5, 0.9, 0.95, 0.99, 1]

  package internal(set) var count = 0
  /// The number of runs in which some step had been recovered, failed or timed out.
  package internal(set) var degraded = 0
  package internal(set) var sum = ExactSum()
  package internal(set) var histogram = TimeHistogram()
  /// The landings around each of ``shares``.
  package internal(set) var windows = LandingTally.shares.map { RankWindow(share: $0) }

  package init() {}

  /// Whether `count` landings of these runs may have produced it. A decoded tally may contain any numbers.
  func fits(_ count: Int, in runs: Range<UInt64>) -> Bool {
    (0...runs.count).contains(count) && self.count == count && (0...count).contains(degraded)
      && sum.isSum(of: count, atMost: .max) && histogram.fits(count) && windows.map(\.share) == Self.shares
      && windows.allSatisfy { $0.fits(count, in: runs) }
  }

  /// Counts a landing. Runs come in the order of their numbers.
  @inline(__always)
  mutating func add(_ time: Int64, run: UInt64, isDegraded: Bool) {
    count += 1
    if isDegraded { degraded += 1 }
    sum.add(time)
    histogram.add(time)
    for index in windows.indices { windows[index].add(time, run: run) }
  }

  /// Counts all landings of another tally; both must be compact.
  mutating func add(_ other: LandingTally) {
    count += other.count
    degraded += other.degraded
    sum.add(other.sum)
    histogram.add(other.histogram)
    for index in windows.indices { windows[index].add(other.windows[index]) }
  }

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

/// The counts of runs: of all their landings, and of those on each page.
package struct RunTally: Hashable, Sendable, Codable {
  package internal(set) var all = LandingTally()
  /// The landings on each of the flow's pages, in file order.
  package internal(set) var pages: [LandingTally]
  /// The number of runs with a remote fallback beside its step's own work; nil for none.
  package internal(set) var hedged: Int?

  package init(pages: Int) { self.pages = Array(repeating: LandingTally(), count: pages) }

  /// Whether these runs of a flow with `pages` pages may have produced it. A decoded tally may contain any numbers.
  package func fits(_ runs: Range<UInt64>, pages: Int) -> Bool {
    all.fits(runs.count, in: runs) && self.pages.count == pages
      && self.pages.allSatisfy { $0.fits($0.count, in: runs) }
      && self.pages.reduce(0) { $0 + $1.count } == runs.count && (0...runs.count).contains(hedged ?? 0)
  }

  /// Counts a landing. Runs come in the order of their numbers.
  mutating func add(_ time: Int64, page: Int, run: UInt64, isDegraded: Bool) {
    all.add(time, run: run, isDegraded: isDegraded)
    if page >= 0 { pages[page].add(time, run: run, isDegraded: isDegraded) }
  }

  /// Counts all runs of another tally of the same flow.
  package mutating func add(_ other: RunTally) {
    all.add(other.all)
    for index in pages.indices { pages[index].add(other.pages[index]) }
    if let more = other.hedged { hedged = (hedged ?? 0) + more }
  }

  mutating func compact() {
    all.compact()
    for index in pages.indices { pages[index].compact() }
  }
}
