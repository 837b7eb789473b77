import LaunchFlowModel
import Testing

@testable import LaunchFlowSimulator

@Suite struct RandomTests {
  /// Quantiles as scipy.stats.norm.ppf gives them.
  @Test(arguments: [
    (1e-300, -37.047_096_299_361_2), (1e-16, -8.222_082_216_130_437), (1e-9, -5.997_807_015_007_686_5),
    (0.001, -3.090_232_306_167_813_5), (0.01, -2.326_347_874_040_841), (0.07, -1.475_791_028_179_170_8),
    (0.3, -0.524_400_512_708_041), (0.5, 0), (0.99, 2.326_347_874_040_841), (0.9999, 3.719_016_485_455_709),
  ])
  func `normal quantile`(probability: Double, expected: Double) {
    #expect(abs(NormalQuantile.value(probability) - expected) <= 2e-14 * max(1, abs(expected)))
  }

  @Test(arguments: Array(stride(from: -700.0, through: 700, by: 13.7)))
  func `exponential and logarithm undo each other`(x: Double) {
    #expect(abs(Elementary.log(Elementary.exp(x)) - x) <= 1e-15 * max(1, abs(x)) * 2)
  }

  @Test func `exponential of known numbers`() {
    #expect(Elementary.exp(0) == 1)
    #expect(abs(Elementary.exp(1) - 2.718_281_828_459_045) < 1e-15)
    #expect(Elementary.log(1) == 0)
  }

  /// A draw depends on its whole key and on nothing else; the figures pin the algorithm for every machine.
  @Test func `draws are pinned`() {
    let random = KeyedRandom(seed: 7, run: 3)
    let login = KeyedRandom.key(of: "login")
    let first = random.bits(step: login, attempt: 1, .time)
    #expect(first == KeyedRandom(seed: 7, run: 3).bits(step: login, attempt: 1, .time))
    let others = [
      KeyedRandom(seed: 8, run: 3).bits(step: login, attempt: 1, .time),
      KeyedRandom(seed: 7, run: 4).bits(step: login, attempt: 1, .time),
      random.bits(step: KeyedRandom.key(of: "logim"), attempt: 1, .time),
      random.bits(step: login, attempt: 2, .time), random.bits(step: login, attempt: 1, .outcome),
      random.bits(step: login, attempt: 1, .jitter),
    ]
    #expect(Set(others + [first]).count == others.count + 1)
    #expect(first == 12_776_710_932_980_609_161)
  }

  @Test func `numbers are spread evenly`() {
    var buckets = Array(repeating: 0, count: 16)
    for run in 0..<16_000 {
      let unit = KeyedRandom(seed: 1, run: UInt64(run)).unit(step: 42, attempt: 1, .time)
      #expect((0..<1).contains(unit))
      buckets[Int(unit * 16)] += 1
    }
    // 1,000 are expected in each; five standard deviations are some 153.
    #expect(buckets.allSatisfy { abs($0 - 1_000) < 160 })
  }

  @Test func `log normal times have their median and tail`() {
    let time = Scenario.TimeTaken.logNormal(median: .milliseconds(400), p99: .seconds(4))
    #expect(abs(time.nanoseconds(0.5) - 400_000_000) < 2)
    #expect(abs(time.nanoseconds(0.99) - 4_000_000_000) < 10)
    #expect(time.nanoseconds(0) >= 0)
    #expect(time.nanoseconds(1 - 0x1p-53) > 4_000_000_000)
  }

  @Test func `times between two percentiles stay within their bounds`() {
    let time = Scenario.TimeTaken.quantiles([.init("p0", .milliseconds(1)), .init("p100", .milliseconds(3))])
    for unit in stride(from: 0.0, to: 1, by: 0.01) {
      #expect((1_000_000...3_000_000).contains(time.nanoseconds(unit)))
    }
  }
}

extension Scenario.TimeTaken {
  /// The time for a number in [0, 1).
  func nanoseconds(_ unit: Double) -> Int64 {
    PlannedTime(self).nanoseconds(unit)
  }
}
