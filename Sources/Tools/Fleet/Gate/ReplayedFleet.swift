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
  private let times: [Landings]
  private typealias Landings = [(time: Int64, count: Int)]

  /// Takes launches, each with the number of those that are equal.
  package init(_ launches: [Launch: Int]) {
    self.launches = launches
    count = launches.reduce(0) { $0 + $1.value }
    times = [\Launch.before.time, \.after.earliest, \.after.latest].map { time in
      var sum = 0
      return launches.map { (time: $0.key[keyPath: time], count: $0.value) }.sorted { $0.time < $1.time }.map
      {
        sum += $0.count
        return ($0.time, sum)
      }
    }
  }

  /// How many launches have a property.
  package func count(where holds: (Launch) -> Bool) -> Int {
    launches.reduce(0) { holds($1.key) ? $0 + $1.value : $0 }
  }

  /// The recorded landing time that a share of the launches does not exceed; 0 without launches.
  package func recordedTime(at share: Double) -> Int64 { time(times[0], share) }

  /// The replayed one: with the earliest landing of each launch, and with the latest.
  package func replayedTime(at share: Double) -> (best: Int64, worst: Int64) {
    (time(times[1], share), time(times[2], share))
  }

  /// The nearest rank.
  private func time(_ landings: Landings, _ share: Double) -> Int64 {
    let rank = min(count, max(1, Int((share * Double(count)).rounded(.up))))
    return landings.first { $0.count >= rank }?.time ?? 0
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
    var was: (Before) -> Bool = { _ in false }
    let isNow: (certain: (ReplayedLaunch) -> Bool, possible: (ReplayedLaunch) -> Bool)
    var allowed = 0.0
    switch rule.figure {
    case .time(let share):
      var limit: Int64 = .max
      allowed = 1 - share
      if case .time(let time) = rule.bound { limit = time }
      if case .factor(let factor) = rule.bound {
        let before = recordedTime(at: share)
        limit = Int64(min(Double(before) * factor, 0x1p62))
        was = { $0.time > before }
        allowed -= Double(self.count { $0.before.time > before }) / Double(count)
      }
      isNow = ({ $0.earliest > limit }, { $0.latest > limit })
    case .degraded:
      if case .share(let share) = rule.bound { allowed = share }
      if case .change(let change) = rule.bound { (allowed, was) = (change, \.isDegraded) }
      isNow = ({ !$0.mayBeWhole }, \.mayBeDegraded)
    case .page(let page):
      if case .share(let share) = rule.bound { allowed = 1 - share }
      if case .change(let change) = rule.bound { (allowed, was) = (-change, { $0.page != page }) }
      isNow = ({ !$0.allows(page: page) }, { !$0.isCertain(page: page) })
    case .worst: isNow = ({ _ in false }, { _ in false })
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
