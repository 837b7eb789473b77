import LaunchFlowFleet
import Testing

@Suite struct ConfidenceTests {
  @Test(arguments: [
    // The classic table of Clopper and Pearson: 95 % on both sides.
    (1, 10, 0.002_528_6, 0.445_016_1), (50, 100, 0.398_321_1, 0.601_678_9), (0, 20, 0, 0.168_433_5),
    (20, 20, 0.831_566_5, 1), (3, 1_000, 0.000_619_1, 0.008_742_1),
  ])
  func `bounds are those of Clopper and Pearson`(count: Int, total: Int, least: Double, most: Double) {
    #expect((Confidence.least(count, of: total, risk: 0.025) - least).magnitude < 1e-6)
    #expect((Confidence.most(count, of: total, risk: 0.025) - most).magnitude < 1e-6)
  }

  @Test(arguments: [1, 2, 7, 40])
  func `the sum of a tail is the sum of its probabilities`(total: Int) {
    for share in [0.01, 0.3, 0.5, 0.9] {
      // From one number of successes to the next, from none on.
      var exactly = (0..<total).reduce(1.0) { product, _ in product * (1 - share) }
      var below = 0.0
      for count in 0...total {
        let found = Confidence.atLeast(count, of: total, share: share)
        #expect((found - (1 - below)).magnitude < 1e-9, "\(count) of \(total) at \(share)")
        below += exactly
        exactly *= Double(total - count) / Double(count + 1) * share / (1 - share)
      }
    }
  }

  @Test func `a million launches are no harder than ten`() {
    #expect((Confidence.atLeast(50_000, of: 1_000_000, share: 0.05) - 0.501).magnitude < 0.001)
    #expect((Confidence.least(50_000, of: 1_000_000, risk: 0.025) - 0.049_573_7).magnitude < 1e-5)
  }
}
