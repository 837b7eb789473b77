import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator

/// Where and when many runs of a flow landed. Times are in nanoseconds.
package struct TuneFigures: Hashable, Sendable {
  /// The shares whose times are kept.
  package static let shares = [0.5, 0.9, 0.95, 0.99]

  /// How many runs there were.
  package var runs: Int
  /// The landing times at ``shares``.
  package var times: [Int64]
  /// In how many runs some step had been recovered, failed or timed out.
  package var degraded: Int
  /// How many runs landed on each page, in file order.
  package var pages: [Int]

  /// Plays runs of a flow; nil if it does not fit the scenario or has a run that has to be stopped.
  init?(
    _ plan: FlowPlan, _ scenario: Scenario, runs: Int, seed: UInt64, _ parallelism: Parallelism = .serial
  ) {
    guard var simulation = try? Simulation(plan, scenario) else { return nil }
    simulation.parallelism = parallelism
    let distribution = simulation.distribution(runs: runs, seed: seed)
    guard distribution.stopped == nil, distribution.runs > 0 else { return nil }
    self.runs = distribution.runs
    times = distribution.landings(at: Self.shares).map(\.time)
    degraded = distribution.tally.all.degraded
    pages = distribution.tally.pages.map(\.count)
  }

  /// A count as a share of the runs, from 0 to 1.
  package func share(_ count: Int) -> Double { Double(count) / Double(max(1, runs)) }

  /// A figure, which is better the smaller it is: nanoseconds, or a count of runs, of a page those that miss it.
  func value(_ figure: GateRule.Figure) -> Int64 {
    switch figure {
    case .time(let share): times[Self.shares.firstIndex(of: share) ?? 0]
    case .degraded: Int64(degraded)
    case .page(let page): Int64(runs - pages[page])
    case .worst, .cancelled, .unfinished: 0
    }
  }

  /// By how much a rule is broken, in nanoseconds or as a share; 0 or less where it is kept.
  ///
  /// - Parameter own: The figures of the flow in the file with the same random numbers.
  func overshoot(of rule: GateRule, against own: TuneFigures) -> Double {
    func value(_ figures: TuneFigures) -> Double {
      let value = figures.value(rule.figure)
      return rule.figure.isTime ? Double(value) : figures.share(Int(value))
    }
    return value(self) - rule.most(of: value(own))
  }
}
