/// Recorded launches before and after a change of their flow.
package struct ReplayedFleet: ComparedLaunches, Sendable {
  package struct Launch: Hashable, Sendable {
    package var time: Int64
    /// The page's index in the changed flow; -1 for a page that it does not have.
    package var page: Int
    package var isDegraded: Bool
    package var after: ReplayedLaunch

    package init(time: Int64, page: Int, isDegraded: Bool, after: ReplayedLaunch) {
      (self.time, self.page, self.isDegraded) = (time, page, isDegraded)
      self.after = after
    }
  }

  package let count: Int
  /// With the numbers of those that are equal.
  private let launches: [Launch: Int]
  /// When they landed as they were recorded, and when at the earliest and at the latest under the changed flow.
  package let recorded: LandingTimes
  package let earliest: LandingTimes
  package let latest: LandingTimes

  package init(_ launches: [Launch: Int]) {
    self.launches = launches
    count = launches.reduce(0) { $0 + $1.value }
    func landings(_ time: (Launch) -> Int64) -> LandingTimes {
      LandingTimes(launches.map { (time($0.key), Double($0.value)) })
    }
    recorded = landings(\.time)
    earliest = landings(\.after.earliest)
    latest = landings(\.after.latest)
  }

  package func count(where holds: (Launch) -> Bool) -> Int {
    launches.reduce(0) { holds($1.key) ? $0 + $1.value : $0 }
  }

  package func has(_ figure: GateRule.Figure) -> Bool {
    let has = property(figure)
    return launches.keys.contains { has.was($0) || has.possible($0) }
  }

  package func estimate(_ figure: GateRule.Figure, risk: Double) -> Estimate {
    let values: [Double]
    if case .time(let share) = figure {
      values = [recorded, earliest, latest].map { Double($0.time(at: share)) }
    } else {
      let has = property(figure)
      values = [count(where: has.was), count(where: has.certain), count(where: has.possible)]
        .map { Double($0) / Double(count) }
    }
    return Estimate(
      before: values[0], after: values[1], worst: values[2],
      change: difference(figure, beyond: 1, reach(risk / 2, times: 1)))
  }

  /// What a figure is a share of: launches that had it, and that certainly or possibly have it now.
  private typealias Property = (
    was: (Launch) -> Bool, certain: (Launch) -> Bool, possible: (Launch) -> Bool
  )

  private func property(_ figure: GateRule.Figure) -> Property {
    switch figure {
    case .degraded: (\.isDegraded, { !$0.after.mayBeWhole }, \.after.mayBeDegraded)
    case .page(let page):
      ({ $0.page == page }, { $0.after.isCertain(page: page) }, { $0.after.allows(page: page) })
    case .later(let time): ({ $0.time > time }, { $0.after.earliest > time }, { $0.after.latest > time })
    // No launch that is replayed has them.
    case .time, .worst, .cancelled, .unfinished: ({ _ in false }, { _ in false }, { _ in false })
    }
  }

  /// By how much a landing time is beyond a multiple of the recorded one. Both are estimates. As launches that were late
  /// mostly are late again, they go together.
  private func delay(at share: Double, beyond factor: Double, _ reach: Double) -> Interval {
    let before = recorded.time(at: share)
    func delay(_ landings: LandingTimes, _ time: (Launch) -> Int64) -> Interval {
      let after = landings.time(at: share)
      let one = 1 / Double(count)
      var bounds = Interval(share: share, worth: Double(count), reach: reach)
      // A launch later, as of an exact interval.
      bounds.most += one
      let times = [recorded, landings].map { $0.time(at: share, within: bounds, ends: (one, one)) }
      let correlation = correlation({ $0.time >= before }, { time($0) >= after }, reach)
      return times[1].minus(times[0].times(factor), correlation: correlation)
    }
    let (least, most) = (delay(earliest, \.after.earliest), delay(latest, \.after.latest))
    return Interval(seen: least.seen, least: least.least, most: most.most)
  }

  /// How much two properties of a launch go together, if some more launches changed than were seen to.
  private func correlation(
    _ was: (Launch) -> Bool, _ isNow: (Launch) -> Bool, _ reach: Double
  ) -> Double {
    let shares = [
      count(where: was), count(where: isNow), count { was($0) && isNow($0) },
    ].map { Double($0) / Double(count) }
    let variance = shares[0] * (1 - shares[0]) * shares[1] * (1 - shares[1])
    guard variance > 0 else { return 0 }
    let unseen = reach * reach / Double(2 * count)
    return min(1, max(-1, (shares[2] - shares[0] * shares[1] - unseen) / variance.squareRoot()))
  }

  package var smallest: Int { count }

  package func reach(_ risk: Double, times: Double) -> Double { Looks.once.reach(risk: risk) }

  /// What the records leave open is in both bounds.
  package func difference(_ figure: GateRule.Figure, beyond factor: Double, _ reach: Double) -> Interval {
    if case .time(let share) = figure { return delay(at: share, beyond: factor, reach) }
    let has = property(figure)
    func growth(to isNow: (Launch) -> Bool) -> Interval {
      self.growth(from: { factor > 0 && has.was($0) }, to: isNow, reach)
    }
    let least = growth(to: has.certain)
    return Interval(seen: least.seen, least: least.least, most: growth(to: has.possible).most)
  }

  /// The share of launches that have a property now, less the share that had it.
  private func growth(
    from was: (Launch) -> Bool, to isNow: (Launch) -> Bool, _ reach: Double
  ) -> Interval {
    // Worse and better. No launch gets both.
    let changes = [count { !was($0) && isNow($0) }, count { was($0) && !isNow($0) }].map {
      Double($0) / Double(count)
    }
    let shares = changes.map { Interval(share: $0, worth: Double(count), reach: reach) }
    let odds = changes.map { $0 / max(1e-9, 1 - $0) }
    return shares[0].minus(shares[1], correlation: max(-1, -(odds[0] * odds[1]).squareRoot()))
  }
}
