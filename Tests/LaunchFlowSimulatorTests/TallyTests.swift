import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowSimulator

@Suite struct TimeHistogramTests {
  @Test func `a bucket ends with its upper bound`() {
    for exponent in 0..<62 {
      let time = Int64(1) << exponent
      #expect(TimeHistogram.bucket(of: time) == exponent << 7 - 1)
      // From 2^53 ns on, 104 days, a time is rounded to the precision of a double.
      if exponent < 53 { #expect(TimeHistogram.bucket(of: time + 1) >= exponent << 7) }
    }
    #expect(TimeHistogram.bucket(of: .max) == TimeHistogram.end - 1)
    // 2^(64/128) of 2^40 is between these two.
    #expect(TimeHistogram.bucket(of: 1_554_944_255_987) == 40 << 7 + 63)
    #expect(TimeHistogram.bucket(of: 1_554_944_255_988) == 40 << 7 + 64)
  }

  @Test(arguments: seeds(3))
  func `parts add up, and a time is off by no more than it says`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let times = (0..<500).map { _ in
      Int64.random(in: 0...(1 << Int64.random(in: 0...62, using: &random)), using: &random)
    }
    var whole = TimeHistogram()
    var parts = Array(repeating: TimeHistogram(), count: 5)
    for time in times {
      whole.add(time)
      parts[Int.random(in: 0..<5, using: &random)].add(time)
    }
    var sum = TimeHistogram()
    for part in parts.shuffled(using: &random) { sum.add(part) }
    #expect(sum == whole && whole.count == times.count && whole.max == times.max(), "seed \(seed)")
    let sorted = times.sorted()
    for rank in stride(from: 0, to: times.count, by: 37) {
      let (exact, told) = (sorted[rank], whole.time(atRank: rank))
      #expect(told >= exact && times.contains(told), "seed \(seed), rank \(rank)")
      #expect(Double(told) <= Double(exact) * (1 + TimeHistogram.relativeError) * (1 + 1e-12))
    }
    for point in whole.points { #expect(sorted.count { $0 <= point.time } == point.count) }
    let again = TimeHistogram(
      zeros: whole.zeros, offset: whole.offset, counts: whole.counts, latest: whole.latest)
    #expect(again == whole)
  }

  @Test func `what no times make is refused`() {
    let latest: [Int64] = [1 << 30, 0, 1 << 30 + 1 << 24]
    let offset = TimeHistogram.bucket(of: latest[0])
    #expect(TimeHistogram(zeros: 0, offset: offset, counts: [2, 0, 0], latest: [latest[0], 0, 0]) == nil)
    #expect(TimeHistogram(zeros: -1, offset: 0, counts: [], latest: []) == nil)
    #expect(TimeHistogram(zeros: 0, offset: 1, counts: [], latest: []) == nil)
    #expect(TimeHistogram(zeros: 0, offset: offset, counts: [-2], latest: [latest[0]]) == nil)
    #expect(TimeHistogram(zeros: 0, offset: offset + 1, counts: [2], latest: [latest[0]]) == nil)
    #expect(TimeHistogram(zeros: 0, offset: offset, counts: [2], latest: []) == nil)
    #expect(TimeHistogram(zeros: 0, offset: .max, counts: [2], latest: [.max]) == nil)
    #expect(TimeHistogram(zeros: 0, offset: offset, counts: [2], latest: [latest[0]])?.count == 2)
    #expect(TimeHistogram(zeros: .max, offset: offset, counts: [2], latest: [latest[0]])?.count == nil)
  }
}

@Suite struct RankWindowTests {
  /// Times of several shapes: smooth ones, few different ones, and smooth ones with a time-out.
  private static func times(_ count: Int, _ random: inout SeededRandom) -> [Int64] {
    let shape = Int.random(in: 0..<4, using: &random)
    return (0..<count).map { index in
      let unit = Double.random(in: 0..<1, using: &random)
      return switch shape {
      case 0: Int64(1e9 / (1.001 - unit))
      case 1: Int64(unit * 4) * 1_000_000_000
      case 2: unit < 0.3 ? 8_000_000_000 : Int64(unit * 9e9)
      default: Int64.random(in: 0...50, using: &random)
      }
    }
  }

  @Test(arguments: seeds(3))
  func `shards in any order give the exact ranks in little memory`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let times = Self.times(Int.random(in: 1...6_000, using: &random), &random)
    let sorted = times.sorted()
    let shards = Int.random(in: 1...9, using: &random)
    for share in LandingTally.shares {
      var windows: [RankWindow] = []
      for index in 0..<shards {
        var window = RankWindow(share: share)
        for run in Shard(index: index, count: shards).runs(of: times.count) {
          window.add(times[Int(run)], run: run)
        }
        window.compact()
        windows.append(window)
      }
      windows.shuffle(using: &random)
      let sum = windows.dropFirst().reduce(into: windows[0]) { $0.add($1) }
      #expect(sum.total == times.count)
      let interval = RankInterval(of: share, among: times.count)
      for rank in [LandingTally.rank(of: share, among: times.count), interval.lower, interval.upper] {
        guard let rank else { continue }
        let entry = sum.entry(atRank: rank)
        #expect(entry?.time == sorted[rank], "seed \(seed), share \(share), rank \(rank)")
        #expect(entry.map { Int($0.run) } == times.firstIndex(of: sorted[rank]))
        #expect(entry?.count == times.count { $0 == sorted[rank] })
      }
      #expect(Double(sum.entries.count) < 13 * Double(times.count).squareRoot() + 200)
      let again = RankWindow(
        share: share, total: sum.total, below: sum.below, low: sum.low, high: sum.high, entries: sum.entries)
      #expect(again == sum)
    }
  }

  @Test func `what no landings make is refused`() {
    func window(
      total: Int = 3, below: Int = 1, low: Int64 = 5, high: Int64 = 9, _ entries: [RankWindow.Entry]
    ) -> RankWindow? {
      RankWindow(share: 0.5, total: total, below: below, low: low, high: high, entries: entries)
    }
    let entry = RankWindow.Entry(time: 6, count: 1, run: 0)
    #expect(window([entry]) != nil)
    #expect(window(total: 1, [entry]) == nil)
    #expect(window(below: -1, [entry]) == nil)
    #expect(window(below: 4, [entry]) == nil)
    #expect(window(low: 7, [entry]) == nil)
    #expect(window(high: 5, [entry]) == nil)
    #expect(window(high: .max, [entry]) == nil)
    #expect(window([entry, entry]) == nil)
    #expect(window([.init(time: 6, count: 0, run: 0)]) == nil)
    #expect(window([.init(time: 6, count: .max, run: 0)]) == nil)
    #expect(window(below: 1, low: 0, [entry]) == nil)
  }

  @Test func `windows that do not meet say nothing`() {
    var windows = [0, 1].map { (part: Int64) -> RankWindow in
      var window = RankWindow(share: 0.5)
      for run in 0..<100_000 { window.add(part * 1_000_000 + Int64(run), run: UInt64(run)) }
      window.compact()
      return window
    }
    windows[0].add(windows[1])
    #expect(windows[0].total == 200_000 && windows[0].entry(atRank: 99_999) == nil)
  }
}

@Suite struct RankIntervalTests {
  /// The chances of so many successes or fewer, by the definition.
  private static func cumulated(_ share: Double, _ count: Int) -> [Double] {
    var chances = [1.0]
    for _ in 0..<count {
      let failed = chances.map { $0 * (1 - share) } + [0]
      let succeeded = [0] + chances.map { $0 * share }
      chances = zip(failed, succeeded).map(+)
    }
    var sum = 0.0
    return chances.map {
      sum += $0
      return sum
    }
  }

  @Test(arguments: [0.5, 0.9, 0.95, 0.99], [1, 2, 5, 10, 59, 100, 299])
  func `the ranks are those of the binomial distribution`(share: Double, count: Int) {
    let atMost = Self.cumulated(share, count)
    // So many runs or fewer at or below the percentile are rare enough, and so many or more.
    let lower = (0..<count).last { atMost[$0] <= 0.025 }
    let upper = (1...count).first { 1 - atMost[$0 - 1] <= 0.025 }.map { $0 - 1 }
    let interval = RankInterval(of: share, among: count)
    #expect(interval.lower == lower && interval.upper == upper)
  }

  @Test func `a textbook's interval of the median`() {
    let interval = RankInterval(of: 0.5, among: 100)
    #expect(interval.lower == 39 && interval.upper == 60)
    #expect(RankInterval(of: 1, among: 100) == RankInterval(of: 0.5, among: 1))
  }

  @Test func `the interval of very many runs is that of the normal distribution`() throws {
    let interval = RankInterval(of: 0.9, among: 1_000_000_000)
    let deviation = (1e9 * 0.09).squareRoot() * 1.959964
    #expect(abs(Double(try #require(interval.lower)) - (9e8 - deviation)) < 3)
    #expect(abs(Double(try #require(interval.upper)) - (9e8 + deviation)) < 3)
  }

  @Test func `at least 95 % of the intervals contain the true percentile`() {
    var random = SeededRandom(seed: 1)
    var hits = 0
    for _ in 0..<500 {
      let sample = (0..<200).map { _ in Double.random(in: 0..<1, using: &random) }.sorted()
      let interval = RankInterval(of: 0.9, among: 200)
      if let lower = interval.lower, let upper = interval.upper, sample[lower] <= 0.9, sample[upper] >= 0.9 {
        hits += 1
      }
    }
    #expect(hits >= 475)
  }
}

@Suite struct ShardTests {
  @Test func `shards divide all runs among them`() {
    for runs in [1, 2, 7, 64, 1_000_003, Int.max] {
      for count in [1, 2, 3, 64, 1_000_000] {
        #expect(Shard(index: 0, count: count).runs(of: runs).lowerBound == 0)
        #expect(Shard(index: count - 1, count: count).runs(of: runs).upperBound == UInt64(runs))
        let middle = Shard(index: count / 2, count: count).runs(of: runs)
        #expect(abs(middle.count - runs / count) <= 1)
        if count > 1 {
          #expect(Shard(index: count / 2 - 1, count: count).runs(of: runs).upperBound == middle.lowerBound)
        }
      }
    }
  }

  private static func simulation(seed: UInt64) throws -> Simulation {
    let flow = RandomFlow.make(seed: seed, steps: 6, features: seed % 2 == 0 ? [] : .plain)
    return try Simulation(FlowPlan(flow), .luck(for: flow))
  }

  @Test(arguments: seeds(2))
  func `shards in any order have the figures of the whole`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let simulation = try Self.simulation(seed: seed)
    let runs = Int.random(in: 1...4_000, using: &random)
    let whole = simulation.figures(runs: runs, seed: seed)
    let count = Int.random(in: 1...9, using: &random)
    var tally = RunTally(pages: simulation.plan.pages.count)
    for index in (0..<count).shuffled(using: &random) {
      tally.add(simulation.figures(runs: runs, seed: seed, shard: Shard(index: index, count: count)).tally)
    }
    let merged = simulation.figures(runs: runs, seed: seed, adding: tally, isApproximate: false)
    let (expected, found) = (whole.landingFigures, merged.landingFigures)
    #expect(expected.all == found.all && expected.pages == found.pages, "seed \(seed)")
    #expect(!merged.drawsAgain && merged.contradiction == nil)
    // The landings themselves say the same.
    let kept = simulation.distribution(runs: runs, seed: seed)
    #expect(kept.landingFigures.all == expected.all && kept.landingFigures.pages == expected.pages)
    #expect(expected.all.degraded == kept.landings.count { $0.isDegraded })
    #expect(expected.all.percentiles.map(\.time) == LandingTally.shares.map { kept.time(at: $0) })
  }

  @Test(arguments: seeds(1))
  func `without windows the runs are drawn again`(seed: UInt64) throws {
    let simulation = try Self.simulation(seed: seed)
    let whole = simulation.figures(runs: 1_000, seed: seed)
    func bare(_ tally: LandingTally) throws -> LandingTally {
      try #require(
        LandingTally(
          degraded: tally.degraded, sum: tally.sum, histogram: tally.histogram,
          windows: LandingTally.shares.map { RankWindow(share: $0, passed: tally.count) }))
    }
    let tally = try #require(RunTally(all: bare(whole.tally.all), pages: whole.tally.pages.map(bare)))
    let again = simulation.figures(runs: 1_000, seed: seed, adding: tally, isApproximate: false)
    #expect(again.drawsAgain)
    #expect(again.landingFigures.all == whole.landingFigures.all)
    #expect(again.landingFigures.pages == whole.landingFigures.pages)
    let approximate = simulation.figures(runs: 1_000, seed: seed, adding: tally, isApproximate: true)
    for (told, exact) in zip(approximate.landingFigures.all.percentiles, whole.landingFigures.all.percentiles)
    {
      #expect(told.time >= exact.time && told.run == nil)
      #expect(Double(told.time) <= Double(exact.time) * (1 + TimeHistogram.relativeError) * (1 + 1e-12))
    }
  }

  @Test func `a tally that lies is found out`() throws {
    let simulation = try Self.simulation(seed: 2)
    let other = simulation.figures(runs: 500, seed: 8).tally
    let lie = simulation.figures(runs: 500, seed: 7, adding: other, isApproximate: false)
    #expect(lie.contradiction?.hasPrefix("run ") == true)
  }

  @Test func `a page with more landings than there are has none at those ranks`() throws {
    let simulation = try Self.simulation(seed: 2)
    let runs = simulation.repeatable(runs: 100, seed: 1)
    let size = RankSearch.Size(buckets: 4, mostCollected: 3)
    let found = RankSearch.landings(
      [.init(rank: 5, page: nil), .init(rank: 100, page: nil), .init(rank: 99, page: 0)], of: runs,
      latest: simulation.plan.deadline, size: size)
    #expect(found[0] != nil && found[1] == nil)
  }
}

@Suite struct ExactSumTextTests {
  @Test(arguments: seeds(1))
  func `a sum is written in decimal digits and read back`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var sum = ExactSum()
    var smaller = 0
    for count in 1...300 {
      let time = Int64.random(in: 0...(.max), using: &random)
      sum.add(time)
      #expect(ExactSum(sum.description) == sum, "seed \(seed)")
      #expect(sum.isSum(of: count, atMost: .max))
      if !sum.isSum(of: count, atMost: .max / 8) { smaller += 1 }
    }
    #expect(smaller > 290)
  }

  @Test func `texts of no sum`() {
    var sum = ExactSum()
    sum.add(.max)
    sum.add(.max)
    #expect(sum.description == "18446744073709551614" && ExactSum().description == "0")
    for text in ["", "-1", "1.5", "x", "１", String(repeating: "9", count: 60)] {
      #expect(ExactSum(text) == nil)
    }
    #expect(!sum.isSum(of: -1, atMost: 5) && !sum.isSum(of: 2, atMost: -5))
  }
}
