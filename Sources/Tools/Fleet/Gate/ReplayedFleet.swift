import LaunchFlowSimulator

/// Recorded launches before and after a change of their flow.
package struct ReplayedFleet: Sendable {
  /// How a launch was recorded.
  package struct Before: Hashable, Sendable {
    /// When it landed.
    package var time: Int64
    /// The page's index in the changed flow; -1 for a page that it does not have.
    package var page: Int
    /// Whether it was degraded.
    package var isDegraded: Bool

    /// Describes a launch.
    package init(time: Int64, page: Int, isDegraded: Bool) {
      self.time = time
      self.page = page
      self.isDegraded = isDegraded
    }
  }

  /// A launch as it was recorded, and under the changed flow.
  package struct Launch: Hashable, Sendable {
    package var before: Before
    package var after: ReplayedLaunch

    /// Pairs both.
    package init(before: Before, after: ReplayedLaunch) {
      self.before = before
      self.after = after
    }
  }

  /// How many launches there are.
  package let count: Int
  /// Launches, each with the number of those that are equal.
  private let launches: [Launch: Int]
  /// When they landed as they were recorded, and when at the earliest and at the latest under the changed flow.
  package let recorded: LandingTimes
  package let earliest: LandingTimes
  package let latest: LandingTimes

  /// Takes launches, each with the number of those that are equal.
  package init(_ launches: [Launch: Int]) {
    self.launches = launches
    count = launches.reduce(0) { $0 + $1.value }
    func landings(_ time: (Launch) -> Int64) -> LandingTimes {
      LandingTimes(launches.map { (time($0.key), Double($0.value)) })
    }
    recorded = landings { $0.before.time }
    earliest = landings { $0.after.earliest }
    latest = landings { $0.after.latest }
  }

  /// How many launches have a property.
  package func count(where holds: (Launch) -> Bool) -> Int {
    launches.reduce(0) { holds($1.key) ? $0 + $1.value : $0 }
  }

  /// A figure of the recorded and of the replayed launches.
  package struct Estimate: Hashable, Sendable {
    package var before: Double
    /// With the best that each record allows, and with the worst.
    package var best: Double
    package var worst: Double
    /// The bounds that chance and the records leave to the change.
    package var change: Interval
  }

  /// Measures a figure.
  ///
  /// - Parameter risk: How often the bounds of the change miss the truth, at most.
  package func estimate(_ figure: GateRule.Figure, risk: Double) -> Estimate {
    let reach = Looks.once.reach(risk: risk / 2)
    func shares(
      _ was: (Before) -> Bool, _ certain: (ReplayedLaunch) -> Bool, _ possible: (ReplayedLaunch) -> Bool
    ) -> Estimate {
      let parts = [
        count { was($0.before) }, count { certain($0.after) }, count { possible($0.after) },
      ].map { Double($0) / Double(count) }
      let least = growth(was, certain, reach)
      return Estimate(
        before: parts[0], best: parts[1], worst: parts[2],
        change: Interval(seen: least.seen, least: least.least, most: growth(was, possible, reach).most))
    }
    switch figure {
    case .time(let share):
      let times = [recorded, earliest, latest].map { Double($0.time(at: share)) }
      return Estimate(
        before: times[0], best: times[1], worst: times[2], change: change(at: share, reach))
    case .degraded: return shares(\.isDegraded, { !$0.mayBeWhole }, \.mayBeDegraded)
    case .page(let page):
      return shares({ $0.page == page }, { $0.isCertain(page: page) }, { $0.allows(page: page) })
    case .worst: return shares({ _ in false }, { _ in false }, { _ in false })
    }
  }

  /// The bounds of the change of a landing time: the times that a rule would not yet call too early, and not yet too late.
  private func change(at share: Double, _ reach: Double) -> Interval {
    let before = recorded.time(at: share)
    let was: (Before) -> Bool = { $0.time > before }
    let allowed = 1 - share - Double(count { was($0.before) }) / Double(count)
    let least = earliest.firstTime { limit in growth(was, { $0.earliest > limit }, reach).least <= allowed }
    let most = latest.firstTime { limit in growth(was, { $0.latest > limit }, reach).most <= allowed }
    return Interval(
      seen: Double(earliest.time(at: share) - before), least: Double((least ?? before) - before),
      most: most.map { Double($0 - before) } ?? .infinity)
  }

  /// One verdict a rule. What the records leave open decides nothing.
  package func verdicts(_ gate: Gate) -> [Gate.Verdict] {
    guard count > 0 else { return gate.rules.map { _ in .undecided(more: nil) } }
    let reach = Looks.once.reach(risk: gate.ruleRisk)
    return gate.rules.map { rule in gate.verdict({ _ in reach }, count: count) { excess(rule, $0) } }
  }

  /// How many more launches are on the bad side of a rule than were, and how many more may be. What the records leave open
  /// is in the flow's favour in the lower bound, and against it in the upper one.
  private func excess(_ rule: GateRule, _ reach: Double) -> (Interval, allowed: Double) {
    var was: (Before) -> Bool
    let isNow: (certain: (ReplayedLaunch) -> Bool, possible: (ReplayedLaunch) -> Bool)
    switch rule.figure {
    case .time(let share):
      let before = recorded.time(at: share)
      let limit = Int64(min(rule.most(of: Double(before)), 0x1p62))
      was = { $0.time > before }
      isNow = ({ $0.earliest > limit }, { $0.latest > limit })
    case .degraded:
      was = \.isDegraded
      isNow = ({ !$0.mayBeWhole }, \.mayBeDegraded)
    case .page(let page):
      was = { $0.page != page }
      isNow = ({ !$0.allows(page: page) }, { !$0.isCertain(page: page) })
    case .worst: (was, isNow) = ({ _ in false }, ({ _ in false }, { _ in false }))
    }
    if !rule.isChange { was = { _ in false } }
    let allowed: Double
    if case .time(let share) = rule.figure {
      allowed = 1 - share - Double(count { was($0.before) }) / Double(count)
    } else {
      allowed = rule.most(of: 0)
    }
    let (certain, possible) = (growth(was, isNow.certain, reach), growth(was, isNow.possible, reach))
    return (Interval(seen: certain.seen, least: certain.least, most: possible.most), allowed)
  }

  /// The share of launches that are on a side now, less the share that were.
  private func growth(
    _ was: (Before) -> Bool, _ isNow: (ReplayedLaunch) -> Bool, _ reach: Double
  ) -> Interval {
    let worse = self.count { !was($0.before) && isNow($0.after) }
    let better = self.count { was($0.before) && !isNow($0.after) }
    let shares = [worse, better].map {
      Interval(share: Double($0) / Double(count), worth: Double(count), reach: reach)
    }
    // No launch gets both worse and better.
    let odds = shares.map { $0.seen / max(1e-9, 1 - $0.seen) }
    return shares[0].minus(shares[1], correlation: max(-1, -(odds[0] * odds[1]).squareRoot()))
  }
}
