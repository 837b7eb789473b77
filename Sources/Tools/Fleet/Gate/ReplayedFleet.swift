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

  /// Whether any launch has a property, or may have it now.
  package func has(_ figure: GateRule.Figure) -> Bool {
    let has = property(figure)
    return launches.keys.contains { has.was($0.before) || has.possible($0.after) }
  }

  /// Measures a figure.
  ///
  /// - Parameter risk: How often the bounds of the change miss the truth, at most.
  package func estimate(_ figure: GateRule.Figure, risk: Double) -> Estimate {
    let reach = Looks.once.reach(risk: risk / 2)
    if case .time(let share) = figure {
      let times = [recorded, earliest, latest].map { Double($0.time(at: share)) }
      return Estimate(
        before: times[0], after: times[1], worst: times[2],
        change: delay(at: share, beyond: 1, reach))
    }
    let has = property(figure)
    let parts = [
      count { has.was($0.before) }, count { has.certain($0.after) },
      count { has.possible($0.after) },
    ].map { Double($0) / Double(count) }
    return Estimate(before: parts[0], after: parts[1], worst: parts[2], change: growth(has)(reach))
  }

  /// What a figure is a share of: launches that had it, and that certainly or possibly have it now.
  private typealias Property = (
    was: (Before) -> Bool, certain: (ReplayedLaunch) -> Bool, possible: (ReplayedLaunch) -> Bool
  )

  private func property(_ figure: GateRule.Figure) -> Property {
    switch figure {
    case .degraded: (\.isDegraded, { !$0.mayBeWhole }, \.mayBeDegraded)
    case .page(let page):
      ({ $0.page == page }, { $0.isCertain(page: page) }, { $0.allows(page: page) })
    // No launch that is replayed has them.
    case .time, .worst, .cancelled, .unfinished: ({ _ in false }, { _ in false }, { _ in false })
    }
  }

  /// By how much a landing time is beyond so many times the recorded one. Both are estimates. As launches that were late
  /// mostly are late again, they go together.
  private func delay(at share: Double, beyond factor: Double, _ reach: Double) -> Interval {
    let before = recorded.time(at: share)
    func delay(_ landings: LandingTimes, _ time: (ReplayedLaunch) -> Int64) -> Interval {
      let after = landings.time(at: share)
      let one = 1 / Double(count)
      var bounds = Interval(share: share, worth: Double(count), reach: reach)
      // A launch later, as of an exact interval.
      bounds.most += one
      let times = [recorded, landings].map { $0.time(at: share, within: bounds, ends: (one, one)) }
      let correlation = correlation({ $0.time >= before }, { time($0) >= after }, reach)
      return times[1].minus(times[0].times(factor), correlation: correlation)
    }
    let (least, most) = (delay(earliest, \.earliest), delay(latest, \.latest))
    return Interval(seen: least.seen, least: least.least, most: most.most)
  }

  /// How much two properties of a launch go together, if some more launches changed than were seen to.
  private func correlation(
    _ was: (Before) -> Bool, _ isNow: (ReplayedLaunch) -> Bool, _ reach: Double
  ) -> Double {
    let shares = [
      count { was($0.before) }, count { isNow($0.after) },
      count { was($0.before) && isNow($0.after) },
    ].map { Double($0) / Double(count) }
    let variance = shares[0] * (1 - shares[0]) * shares[1] * (1 - shares[1])
    guard variance > 0 else { return 0 }
    let unseen = reach * reach / Double(2 * count)
    return min(1, max(-1, (shares[2] - shares[0] * shares[1] - unseen) / variance.squareRoot()))
  }

  /// One verdict a rule. What the records leave open decides nothing.
  package func verdicts(_ gate: Gate) -> [Gate.Verdict] {
    guard count > 0 else { return gate.rules.map { _ in .undecided(more: nil) } }
    let reach = Looks.once.reach(risk: gate.ruleRisk)
    return gate.rules.map { gate.verdict({ _ in reach }, count: count, excess($0)) }
  }

  /// How many more launches are on the bad side of a rule than were, or how much later they land than the rule allows,
  /// and how much more there may be.
  private func excess(_ rule: GateRule) -> (_ reach: Double) -> (Interval, allowed: Double) {
    var has = property(rule.figure)
    if !rule.isChange { has.was = { _ in false } }
    guard case .time(let share) = rule.figure else {
      let change = growth(has)
      return { (rule.excess(of: change($0)), rule.most(of: 0)) }
    }
    if rule.isChange { return { (delay(at: share, beyond: rule.most(of: 1), $0), 0) } }
    let limit = Int64(min(rule.most(of: 0), 0x1p62))
    (has.certain, has.possible) = ({ $0.earliest > limit }, { $0.latest > limit })
    let change = growth(has)
    return { (change($0), 1 - share) }
  }

  /// The share of launches that have a property now, less the share that had: as many as certainly have it, and as many
  /// as possibly do. Its bounds are so many standard deviations away.
  private func growth(_ has: Property) -> (_ reach: Double) -> Interval {
    let (least, most) = (growth(has.was, has.certain), growth(has.was, has.possible))
    return { Interval(seen: least($0).seen, least: least($0).least, most: most($0).most) }
  }

  private func growth(
    _ was: (Before) -> Bool, _ isNow: (ReplayedLaunch) -> Bool
  ) -> (_ reach: Double) -> Interval {
    let changes = [
      self.count { !was($0.before) && isNow($0.after) }, self.count { was($0.before) && !isNow($0.after) },
    ].map { Double($0) / Double(count) }
    return { reach in
      // Worse and better. No launch gets both.
      let shares = changes.map { Interval(share: $0, worth: Double(count), reach: reach) }
      let odds = changes.map { $0 / max(1e-9, 1 - $0) }
      return shares[0].minus(shares[1], correlation: max(-1, -(odds[0] * odds[1]).squareRoot()))
    }
  }
}
