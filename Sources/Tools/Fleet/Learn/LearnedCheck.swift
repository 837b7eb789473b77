import LaunchFlowSimulator

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
  package private(set) var rows: [Row] = []

  /// A time may be off by this part of itself.
  package static let timeBound = 0.05
  /// A share may be off by so much.
  package static let shareBound = 0.02
  /// How many standard deviations chance explains.
  private static let reach = 3.0
  /// Ten runs a launch, so that little of a difference is the luck of the runs.
  private static let (runsEach, runs) = (10, 1_000...50_000)

  package var differs: Bool { rows.contains(where: \.differs) }

  /// Plays a scenario; nil without launches that landed, or if it does not fit the flow.
  package init?(_ learner: Learner, _ scenario: Scenario, _ parallelism: Parallelism = .serial) {
    let landed = learner.landings.count
    guard landed > 0, var simulation = try? Simulation(learner.plan, scenario) else { return nil }
    simulation.parallelism = parallelism
    let distribution = simulation.distribution(
      runs: min(Self.runs.upperBound, max(Self.runs.lowerBound, landed * Self.runsEach)), seed: 1)
    let runs = Double(distribution.runs)
    guard distribution.stopped == nil, runs > 0 else { return nil }
    let worth = Double(landed) * runs / (Double(landed) + runs)
    let times = Survival(learner.landings.observations(outcome: 0), outcomes: 1)
    for (name, share) in [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)] {
      let interval = Interval(share: share, worth: worth, reach: Self.reach)
      let bounds = [interval.least, share, interval.most].map { Double(times.time(at: $0) ?? 0) }
      let played = Double(distribution.landings(at: [share]).first?.time ?? 0)
      let allowed = bounds[1] * Self.timeBound
      add(
        name, isTime: true, bounds[1], played,
        within: (bounds[0] - allowed)...(bounds[2] + allowed))
    }
    func addShare(_ name: String, recorded count: Int, played: Int) {
      let interval = Interval(share: Double(count) / Double(landed), worth: worth, reach: Self.reach)
      add(
        name, isTime: false, interval.seen, Double(played) / runs,
        within: (interval.least - Self.shareBound)...(interval.most + Self.shareBound))
    }
    addShare("degraded", recorded: learner.degraded, played: distribution.tally.all.degraded)
    for (page, name) in learner.plan.pages.enumerated() {
      let played = distribution.tally.pages[page].count
      let recorded = learner.pages[name] ?? 0
      if recorded + played > 0 { addShare("on " + name, recorded: recorded, played: played) }
    }
  }

  private mutating func add(
    _ name: String, isTime: Bool, _ recorded: Double, _ played: Double, within: ClosedRange<Double>
  ) {
    rows.append(
      Row(
        name: name, isTime: isTime, recorded: recorded, played: played, differs: !within.contains(played)))
  }
}
