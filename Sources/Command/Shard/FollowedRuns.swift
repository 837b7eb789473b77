import LaunchFlowSimulator

/// The runs that are followed to their end, for the figures of the steps: evenly spread among many runs.
enum FollowedRuns {
  static let most = 100_000

  static let option = Option<Int>.wholeNumber("follow", atLeast: 1, atMost: most)

  /// The default number of followed runs: fewer in a flow with many steps, and of runs with many events.
  static func standard(_ simulation: Simulation, seed: UInt64) -> Int {
    let bySteps = max(200, min(2_000, 200_000 / max(1, simulation.plan.steps.count)))
    // Every run has much the same length as the first one.
    return min(bySteps, max(10, 10_000_000 / max(1, simulation.distribution(runs: 1, seed: seed).events)))
  }

  /// Spreads at most `count` runs evenly over all runs, and takes those in a range.
  static func numbers(_ count: Int, of runs: Int, in range: Range<UInt64>) -> [UInt64] {
    let step = UInt64((max(1, runs) - 1) / max(1, count) + 1)
    let first = (range.lowerBound + step - 1) / step * step
    return Array(stride(from: first, to: max(first, range.upperBound), by: Int(step)))
  }
}
