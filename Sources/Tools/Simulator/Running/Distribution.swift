/// The pages and times of many landings. Times are in nanoseconds.
///
/// Memory does not grow with the number of runs: they are counted, and simulated again for details that the
/// counts lack.
package struct Distribution: Sendable {
  package struct Landing: Hashable, Sendable {
    package var time: Int64
    /// The page's index.
    package var page: Int32
    /// Whether some step had been recovered, failed or timed out before the landing.
    package var isDegraded = false
    /// Whether a remote fallback had begun beside the own work of its step before the landing.
    package var isHedged = false
    /// The run's number, which identifies it for another simulation.
    package var run: UInt64
  }

  package struct Share: Hashable, Sendable {
    package var page: String
    package var count: Int
    /// Their share of all, from 0 to 1.
    package var share: Double
  }

  /// A place in the order of times, from 0, among all landings or those on one page.
  struct Rank {
    var place: Int
    /// The page's index; nil for all.
    var page: Int?
  }

  /// The run that was stopped because it never ended; the runs after it were not simulated.
  package let stopped: StoppedRun?
  package let tally: RunTally
  /// The number of events of all runs to their landings.
  package let events: Int
  private let source: RepeatableRuns

  /// The events between two reports of the progress.
  private static let eventsAtOnce = 1 << 19

  init(_ source: RepeatableRuns, mostEvents: Int = .max, progress: (Int) -> Void = { _ in }) {
    var tally = RunTally(pages: source.plan.pages.count)
    var (events, reported) = (0, 0)
    stopped = source.forEach(most: mostEvents) { landing, taken in
      tally.add(landing)
      events += taken
      if events - reported >= Self.eventsAtOnce {
        reported = events
        progress(tally.all.count)
      }
      return true
    }
    tally.compact()
    self.tally = tally
    self.events = events
    var counted = source
    counted.range = source.range.lowerBound..<(stopped?.run ?? source.range.upperBound)
    self.source = counted
  }

  init(_ source: RepeatableRuns, _ tally: RunTally) {
    self.source = source
    self.tally = tally
    (stopped, events) = (nil, 0)
  }

  /// The flow's pages, in file order.
  package var pages: [String] { source.plan.pages }
  package var deadline: Int64 { source.plan.deadline }
  package var runs: Int { tally.all.count }
  /// The mean landing time, rounded to a nanosecond.
  package var mean: Int64 { tally.all.sum.mean(of: runs) }
  /// The landings in the order of the runs. Each run is simulated again.
  package var landings: some Sequence<Landing> { source.landings }

  /// The shares of all pages that any run landed on, in file order.
  package var shares: [Share] {
    zip(pages, tally.pages.map(\.count)).filter { $0.1 > 0 }.map { page, count in
      Share(page: page, count: count, share: Double(count) / Double(max(1, runs)))
    }
  }

  /// The first landing at the quantile of a share from 0 to 1: at the smallest time that at least that share
  /// of the runs does not exceed (nearest rank); nil without runs.
  package func landing(at share: Double) -> Landing? {
    landings(at: [share]).first
  }

  /// The landings at several shares, found together; empty without runs.
  package func landings(at shares: [Double]) -> [Landing] {
    guard runs > 0 else { return [] }
    return landings(shares.map { Rank(place: LandingTally.rank(of: $0, among: runs)) }).compactMap(\.self)
  }

  /// The first landing at the time of each rank; nil for a rank that the runs do not have.
  func landings(_ ranks: [Rank]) -> [Landing?] {
    var found = ranks.map { tally($0.page).entry(atRank: $0.place)?.run }
    let missing = found.indices.filter { found[$0] == nil }
    if !missing.isEmpty {
      for (place, run) in zip(missing, drawn(missing.map { ranks[$0] })) { found[place] = run }
    }
    return found.map { $0.flatMap(source.landing) }
  }

  func tally(_ page: Int?) -> LandingTally { page.map { tally.pages[$0] } ?? tally.all }

  /// The first run at the time of each rank. All runs are drawn again, and the times in the rank's bucket are counted.
  private func drawn(_ ranks: [Rank]) -> [UInt64?] {
    let buckets = ranks.map { tally($0.page).histogram.bucket(ofRank: $0.place) }
    var found = ranks.map { _ in [Int64: (count: Int, run: UInt64)]() }
    _ = source.forEach { landing, _ in
      for (index, rank) in ranks.enumerated() where rank.page ?? Int(landing.page) == Int(landing.page) {
        guard let bucket = buckets[index], bucket.times.contains(landing.time) else { continue }
        found[index][landing.time, default: (0, landing.run)].count += 1
      }
      return true
    }
    return ranks.indices.map { index in
      var passed = buckets[index]?.before ?? 0
      return found[index].sorted { $0.key < $1.key }.first { _, times in
        passed += times.count
        return passed > ranks[index].place
      }?.value.run
    }
  }

  /// The landing time at a share of the runs; 0 without runs.
  package func time(at share: Double) -> Int64 {
    landing(at: share)?.time ?? 0
  }

  package func share(within time: Int64) -> Double {
    guard runs > 0 else { return 0 }
    guard time < tally.all.histogram.max else { return 1 }
    var count = 0
    _ = source.forEach { landing, _ in
      if landing.time <= time { count += 1 }
      return true
    }
    return Double(count) / Double(runs)
  }

  /// The first run whose landing satisfies a test of its page and its time in nanoseconds.
  package func firstRun(where isMeant: (_ page: String?, _ time: Int64) -> Bool) -> Int? {
    var first: Int?
    _ = source.forEach { landing, _ in
      let page = pages.indices.contains(Int(landing.page)) ? pages[Int(landing.page)] : nil
      if isMeant(page, landing.time) { first = Int(landing.run) }
      return first == nil
    }
    return first
  }
}

extension RunTally {
  /// Counts a landing. Runs come in the order of their numbers.
  @inline(__always)
  fileprivate mutating func add(_ landing: Distribution.Landing) {
    add(landing.time, page: Int(landing.page), run: landing.run, isDegraded: landing.isDegraded)
    if landing.isHedged { hedged = (hedged ?? 0) + 1 }
  }
}
