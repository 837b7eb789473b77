/// A learned scenario, played beside the launches that it was learned from.
package struct LearnedCheck: Sendable {
  /// One figure: nanoseconds, or a share from 0 to 1.
  package struct Row: Hashable, Sendable {
    package var name: String
    package var isTime: Bool
    package var recorded: Double
    package var played: Double
    /// Whether they differ by more than the bound, and more than chance explains.
    package var differs: Bool
  }

  /// The times first.
  package let rows: [Row]

  /// A time may be off by this part of itself.
  package static let timeBound = 0.05
  /// The largest error of a share.
  package static let shareBound = 0.02
  /// How many standard deviations chance explains.
  private static let reach = 3.0
  private static let runs = 20_000

  package var differs: Bool { rows.contains(where: \.differs) }

  /// Plays a scenario; nil without launches that landed, or if it does not fit the flow.
  package init?(_ learner: Learner, _ scenario: Scenario, _ parallelism: Parallelism = .serial) {
    let recorded = GroupSample(learner.landings, [0: 1])
    guard recorded.count > 0, var simulation = try? Simulation(learner.plan, scenario) else { return nil }
    simulation.parallelism = parallelism
    let distribution = simulation.distribution(runs: Self.runs, seed: 1)
    guard distribution.stopped == nil else { return nil }
    var landings: [RecordedLaunches.Launch: Int] = [:]
    for landing in distribution.landings {
      landings[.init(time: landing.time, page: landing.page, isDegraded: landing.isDegraded), default: 0] += 1
    }
    let played = GroupSample(landings, [0: 1])
    let figures: [(name: String, figure: GateRule.Figure)] =
      [("p50", .time(0.5)), ("p95", .time(0.95)), ("p99", .time(0.99)), ("degraded", .degraded)]
      + learner.plan.pages.enumerated().map { ("on " + $1, .page($0)) }
    rows = figures.compactMap { name, figure in
      let sides = [recorded, played].map { $0.interval(figure, reach: Self.reach) }
      if figure.isPage, sides[0].seen + sides[1].seen == 0 { return nil }
      let difference = sides[1].minus(sides[0])
      let bound = figure.isTime ? sides[0].seen * Self.timeBound : Self.shareBound
      return Row(
        name: name, isTime: figure.isTime, recorded: sides[0].seen, played: sides[1].seen,
        differs: difference.least > bound || difference.most < -bound)
    }
  }
}
