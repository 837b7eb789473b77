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

  /// The launches as they were recorded, and under the changed flow.
  package let launches: [(before: Before, after: ReplayedLaunch)]
  private let times: [Int64]
  private let earliest: [Int64]
  private let latest: [Int64]

  /// Collects launches and what became of them.
  package init(_ launches: [(before: Before, after: ReplayedLaunch)]) {
    self.launches = launches
    times = launches.map(\.before.time).sorted()
    earliest = launches.map(\.after.earliest).sorted()
    latest = launches.map(\.after.latest).sorted()
  }

  /// How many launches there are.
  package var count: Int { launches.count }

  /// The recorded landing time that a share of the launches does not exceed; 0 without launches.
  package func recordedTime(at share: Double) -> Int64 { Self.time(times, share) }

  /// The replayed one: with the earliest landing of each launch, and with the latest.
  package func replayedTime(at share: Double) -> (best: Int64, worst: Int64) {
    (Self.time(earliest, share), Self.time(latest, share))
  }

  /// The nearest rank.
  private static func time(_ times: [Int64], _ share: Double) -> Int64 {
    guard !times.isEmpty else { return 0 }
    return times[min(times.count, max(1, Int((share * Double(times.count)).rounded(.up)))) - 1]
  }

  /// One verdict a rule. What the records leave open decides nothing.
  package func verdicts(_ gate: Gate) -> [Gate.Verdict] {
    guard count > 0 else { return gate.rules.map { _ in .undecided(more: nil) } }
    let reach = Looks.once.reach(risk: gate.ruleRisk, worth: Double(count))
    return gate.rules.map { rule in gate.verdict(reach, count: count) { excess(rule, $0) } }
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
        allowed -= Double(times.count { $0 > before }) / Double(count)
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
    var (worse, better) = (0, 0)
    for (before, after) in launches {
      switch (was(before), isNow(after)) {
      case (false, true): worse += 1
      case (true, false): better += 1
      default: break
      }
    }
    let shares = [worse, better].map {
      Interval(share: Double($0) / Double(count), worth: Double(count), reach: reach)
    }
    // No launch gets both worse and better.
    let odds = shares.map { $0.seen / max(1e-9, 1 - $0.seen) }
    return shares[0].minus(shares[1], correlation: max(-1, -(odds[0] * odds[1]).squareRoot()))
  }
}
