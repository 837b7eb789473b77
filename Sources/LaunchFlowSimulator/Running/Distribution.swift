import LaunchFlowMachine
import LaunchFlowModel

/// Where and when many runs landed. Times are in nanoseconds.
///
/// All landings of up to `mostKept` runs are kept. Of more runs, only `mostKept` evenly spread ones are kept. Pages,
/// mean and percentiles are still exact, because the runs are simulated again to find them.
package struct Distribution: Sendable {
  /// One run's landing.
  package struct Landing: Hashable, Sendable {
    /// When.
    package var time: Int64
    /// The page's index.
    package var page: Int32
    /// Whether some step had by then been recovered, failed or timed out.
    package var isDegraded = false
    /// The run's number, by which it can be simulated again.
    package var run: UInt64
  }

  /// The share of runs that landed on a page.
  package struct Share: Hashable, Sendable {
    /// The page's name.
    package var page: String
    /// How many runs landed there.
    package var count: Int
    /// Their share of all, from 0 to 1.
    package var share: Double
  }

  /// The most landings that are kept, at 24 bytes each.
  package static let mostKept = 1 << 20

  /// The flow's name.
  package let flow: String
  /// The flow's pages, in file order.
  package let pages: [String]
  /// The flow's deadline.
  package let deadline: Int64
  /// How many runs there were.
  package let runs: Int
  /// The kept landings by time; those of one time by run.
  package let landings: [Landing]
  /// The run that was stopped because it never came to an end; the runs after it were not simulated.
  package let stopped: StoppedRun?
  /// What is counted of all runs.
  package let tally: RunTally
  /// Whether percentiles are read from the histogram, and no run is drawn again.
  package let isApproximate: Bool
  /// Simulates the runs again; nil if all landings were given.
  let source: RepeatableRuns?

  /// Draws the runs.
  init(
    flow: String, pages: [String], deadline: Int64, _ source: RepeatableRuns, mostKept: Int = mostKept,
    progress: (Int) -> Void
  ) {
    let step = UInt64(max(1, (source.count + mostKept - 1) / max(1, mostKept)))
    var kept: [Landing] = []
    kept.reserveCapacity(min(source.count, mostKept))
    var tally = RunTally(pages: pages.count)
    let stopped = source.forEach { landing in
      if mostKept > 0, landing.run % step == 0 { kept.append(landing) }
      tally.add(landing)
      if tally.all.count & 0x3fff == 0 { progress(tally.all.count) }
      return true
    }
    tally.compact()
    self.init(flow: flow, pages: pages, deadline: deadline, kept, tally, source, stopped)
  }

  /// Takes landings in the order of their runs.
  init(flow: String, pages: [String], deadline: Int64, landings: [Landing]) {
    var tally = RunTally(pages: pages.count)
    for landing in landings { tally.add(landing) }
    tally.compact()
    self.init(flow: flow, pages: pages, deadline: deadline, landings, tally, nil, nil)
  }

  /// Takes what was counted of runs that can be drawn again.
  init(
    flow: String, pages: [String], deadline: Int64, _ source: RepeatableRuns, _ tally: RunTally,
    isApproximate: Bool
  ) {
    self.init(
      flow: flow, pages: pages, deadline: deadline, [], tally, source, nil, isApproximate: isApproximate)
  }

  private init(
    flow: String, pages: [String], deadline: Int64, _ kept: [Landing], _ tally: RunTally,
    _ source: RepeatableRuns?, _ stopped: StoppedRun?, isApproximate: Bool = false
  ) {
    self.flow = flow
    self.pages = pages
    self.deadline = deadline
    self.tally = tally
    self.isApproximate = isApproximate
    runs = tally.all.count
    landings = Self.byTime(kept)
    self.source = source
    self.stopped = stopped
  }

  /// The mean landing time, rounded to a nanosecond.
  package var mean: Int64 { tally.all.sum.mean(of: runs) }

  /// Whether every landing is kept.
  private var keepsAll: Bool { landings.count == runs }

  /// The shares of all pages that any run landed on, in file order.
  package var shares: [Share] {
    zip(pages, tally.pages.map(\.count)).filter { $0.1 > 0 }.map { page, count in
      Share(page: page, count: count, share: Double(count) / Double(max(1, runs)))
    }
  }

  /// The first landing at the time of a share of the runs, from 0 to 1: the smallest time that at least that share does
  /// not exceed (nearest rank); nil without runs.
  package func landing(at share: Double) -> Landing? {
    landings(at: [share]).first
  }

  /// The landings at several shares, found together; empty without runs.
  package func landings(at shares: [Double]) -> [Landing] {
    guard runs > 0 else { return [] }
    return landings(shares.map { .init(rank: LandingTally.rank(of: $0, among: runs)) }).compactMap(\.self)
  }

  /// The first landing at the time of each rank; nil for a rank that the runs do not have. Only what the tally does not
  /// tell is drawn again.
  func landings(_ wanted: [RankSearch.Wanted]) -> [Landing?] {
    guard let source, !keepsAll else {
      return wanted.map { wanted in
        let ranked = landings.lazy.filter { wanted.page == nil || wanted.page == Int($0.page) }
        return ranked.dropFirst(wanted.rank).first.flatMap { found in ranked.first { $0.time == found.time } }
      }
    }
    var found = wanted.map { wanted in
      let tally = wanted.page.map { self.tally.pages[$0] } ?? self.tally.all
      return tally.entry(atRank: wanted.rank).flatMap { source.landing(of: $0.run) }
    }
    let missing = found.indices.filter { found[$0] == nil }
    if !missing.isEmpty {
      let drawn = RankSearch.landings(missing.map { wanted[$0] }, of: source, latest: deadline)
      for (place, landing) in zip(missing, drawn) { found[place] = landing }
    }
    return found
  }

  /// What the tally says of a run that is not so; nil if the runs land as it says.
  package var contradiction: String? {
    guard let source else { return nil }
    for (page, tally) in [(nil, tally.all)] + zip(pages.indices.map(Optional.some), tally.pages) {
      for window in tally.windows where tally.count > 0 {
        let rank = LandingTally.rank(of: window.share, among: tally.count)
        guard let entry = window.entry(atRank: rank) else { continue }
        guard let landing = source.landing(of: entry.run) else { return "run \(entry.run) does not land" }
        if landing.time != entry.time {
          return "run \(entry.run) lands at \(Duration.nanoseconds(landing.time).documentText), "
            + "not at \(Duration.nanoseconds(entry.time).documentText)"
        }
        if let page, pages.indices.contains(Int(landing.page)), Int(landing.page) != page {
          return "run \(entry.run) lands on \(pages[Int(landing.page)]), not on \(pages[page])"
        }
      }
    }
    return nil
  }

  /// The landing time at a share of the runs; 0 without runs.
  package func time(at share: Double) -> Int64 {
    landing(at: share)?.time ?? 0
  }

  /// The share of runs that landed no later than a time.
  package func share(within time: Int64) -> Double {
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

extension RunTally {
  /// Counts a landing, of runs in the order of their numbers.
  @inline(__always)
  fileprivate mutating func add(_ landing: Distribution.Landing) {
    add(landing.time, page: Int(landing.page), run: landing.run, isDegraded: landing.isDegraded)
  }
}
