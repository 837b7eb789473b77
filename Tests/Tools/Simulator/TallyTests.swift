import Foundation
import LaunchFlowMachine
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
  func `parts add up, and a bucket contains the time of a rank`(seed: UInt64) throws {
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
    #expect(
      sum == whole && whole.points.last?.count == times.count && whole.max == times.max(), "seed \(seed)")
    let sorted = times.sorted()
    for rank in stride(from: 0, to: times.count, by: 37) {
      let bucket = try #require(whole.bucket(ofRank: rank))
      #expect(bucket.times.contains(sorted[rank]) && times.contains(bucket.times.upperBound), "seed \(seed)")
      #expect(sorted.count { $0 < bucket.times.lowerBound } == bucket.before, "seed \(seed), rank \(rank)")
    }
    #expect(whole.bucket(ofRank: times.count) == nil)
    for point in whole.points { #expect(sorted.count { $0 <= point.time } == point.count) }
    let again = try JSONDecoder().decode(TimeHistogram.self, from: JSONEncoder().encode(whole))
    #expect(again == whole && again.fits(times.count) && !again.fits(times.count + 1))
  }

  @Test func `what no times make is refused`() throws {
    let latest: Int64 = 1 << 30
    let offset = TimeHistogram.bucket(of: latest)
    func fits(
      _ count: Int, zeros: Int = 0, offset: Int = offset, _ counts: [Int], _ latest: [Int64]
    ) throws -> Bool {
      let text = "{\"zeros\":\(zeros),\"offset\":\(offset),\"counts\":\(counts),\"latest\":\(latest)}"
      return try JSONDecoder().decode(TimeHistogram.self, from: Data(text.utf8)).fits(count)
    }
    #expect(try fits(2, [2], [latest]) && fits(0, [], []))
    #expect(try !fits(3, [2], [latest]) && !fits(2, zeros: -1, [3], [latest]))
    #expect(
      try !fits(2, [2], []) && !fits(2, offset: .max, [2], [latest]) && !fits(2, [-2, 4], [latest, latest]))
    #expect(try !fits(2, zeros: .max, [2], [latest]) && !fits(2, [.max, 2], [latest, latest]))
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
  func `shards in any order give the exact ranks in little memory`(seed: UInt64) throws {
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
      let rank = LandingTally.rank(of: share, among: times.count)
      let entry = sum.entry(atRank: rank)
      #expect(entry?.time == sorted[rank], "seed \(seed), share \(share), rank \(rank)")
      #expect(entry.map { Int($0.run) } == times.firstIndex(of: sorted[rank]))
      #expect(entry?.count == times.count { $0 == sorted[rank] })
      #expect(Double(sum.entries.count) < 13 * Double(times.count).squareRoot() + 200)
      var again = try JSONDecoder().decode(RankWindow.self, from: JSONEncoder().encode(sum))
      #expect(again.fits(times.count, in: 0..<UInt64(times.count)))
      again.compact()
      #expect(again == sum)
    }
  }

  @Test func `what no landings make is refused`() {
    func fits(total: Int = 3, below: Int = 1, _ entries: RankWindow.Entry...) -> Bool {
      var window = RankWindow(share: 0.5)
      for run in 0..<3 as Range<UInt64> { window.add(6, run: run) }
      (window.below, window.entries) = (below, entries)
      return window.fits(total, in: 0..<3)
    }
    let entry = RankWindow.Entry(time: 6, run: 0)
    #expect(fits(entry) && fits(entry, entry))
    #expect(!fits(total: 2, entry) && !fits(below: -1, entry) && !fits(below: 3, entry))
    #expect(!fits(.init(time: 6, count: 0, run: 0)) && !fits(.init(time: 6, count: .max, run: 0)))
    #expect(!fits(.init(time: 6, run: 3)) && !fits(entry, entry, entry))
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
    let whole = simulation.distribution(runs: runs, seed: seed)
    let count = Int.random(in: 1...9, using: &random)
    var tally = RunTally(pages: simulation.plan.pages.count)
    for index in (0..<count).shuffled(using: &random) {
      let shard = Shard(index: index, count: count)
      let part = simulation.distribution(runs: runs, seed: seed, shard).tally
      #expect(part.fits(shard.runs(of: runs), pages: simulation.plan.pages.count))
      tally.add(part)
    }
    let merged = simulation.distribution(runs: runs, seed: seed, adding: tally)
    let (expected, found) = (whole.landingFigures, merged.landingFigures)
    #expect(expected.all == found.all && expected.pages == found.pages, "seed \(seed)")
    // The landings themselves say the same.
    #expect(expected.all.degraded == whole.landings.count { $0.isDegraded })
    let times = whole.landings.map(\.time).sorted()
    let ranks = LandingTally.shares.map { LandingTally.rank(of: $0, among: runs) }
    #expect(expected.all.percentiles.map(\.time) == ranks.map { times[$0] })
    let bare = simulation.distribution(runs: runs, seed: seed, adding: whole.tally.withoutWindows)
    #expect(bare.landingFigures.all == expected.all && bare.landingFigures.pages == expected.pages)
  }
}
