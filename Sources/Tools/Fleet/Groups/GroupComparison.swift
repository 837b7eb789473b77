/// Two groups of recorded launches beside each other: a new version of the flow and its control group.
///
/// Where the groups are divided by a label, both are weighed as if they had the same mix of its words. Launches of one
/// installation count together.
package struct GroupComparison: ComparedLaunches, Sendable {
  typealias Launch = RecordedLaunches.Launch

  /// The launches whose word of the dividing label is in one group only, by word. They are not compared.
  package let unmatched: [(word: String, count: Int)]
  package let pages: [String]
  /// The indices of the pages on which launches of the two groups landed, the most frequent first.
  package let frequentPages: [Int]
  /// The words of labels whose shares differ between the groups by more than chance.
  package let imbalances: [Imbalance]
  /// How the looks share the risk.
  package let looks: Looks
  package let before: GroupSample
  package let after: GroupSample

  /// Compares two groups of launches, each of which may have several names.
  package init(_ all: RecordedLaunches, _ before: [String], _ after: [String], looks: Looks = .always) {
    self.looks = looks
    let groups = all.groupNames.list
    let sides = [before, after].map { side in
      Set(groups.indices.filter { side.contains(groups[$0]) }.map { Int32($0) })
    }
    let launches = sides.map { side in all.launches.filter { side.contains($0.key.group) } }
    var counts: [Int32: [Int]] = [:]
    for (side, launches) in launches.enumerated() {
      for (launch, count) in launches { counts[launch.stratum, default: [0, 0]][side] += count }
    }
    let matched = counts.filter { $0.value[0] > 0 && $0.value[1] > 0 }
    unmatched = counts.filter { matched[$0.key] == nil }
      .map { (word: all.strataNames.list[Int($0.key)], count: $0.value[0] + $0.value[1]) }
      .sorted { $0.word < $1.word }
    let total = Double(matched.values.reduce(0) { $0 + $1[0] + $1[1] })
    let weights = matched.mapValues { Double($0[0] + $0[1]) / total }
    self.before = GroupSample(launches[0], weights)
    self.after = GroupSample(launches[1], weights)
    pages = all.pageNames.list
    var landings = pages.map { _ in 0 }
    for sample in [self.before, self.after] {
      for (launch, count) in sample.launches where launch.page >= 0 { landings[Int(launch.page)] += count }
    }
    let names = pages
    frequentPages = landings.indices.filter { landings[$0] > 0 }
      .sorted { (landings[$1], names[$0]) < (landings[$0], names[$1]) }
    imbalances = Imbalance.all(all.words, sides, launches.map { $0.reduce(0) { $0 + $1.value } })
  }

  /// The second group's share of all launches, with bounds that chance leaves.
  ///
  /// - Parameter risk: How often they miss the true share, at most.
  package func share(risk: Double) -> Interval {
    let (one, two) = (Double(before.count), Double(after.count))
    let share = two / max(1, one + two)
    let variance = (1 - share) * (1 - share) * after.countVariance + share * share * before.countVariance
    let worth = share * (1 - share) * (one + two) * (one + two) / max(1e-12, variance)
    return Interval(share: share, worth: max(1e-9, worth), reach: reach(risk / 2, times: 1))
  }

  package func has(_ figure: GateRule.Figure) -> Bool {
    [before, after].contains { $0.interval(figure, reach: 0).seen > 0 }
  }

  package func estimate(_ figure: GateRule.Figure, risk: Double) -> Estimate {
    let reach = reach(risk / 2, times: 1)
    let (was, now) = (before.interval(figure, reach: reach), after.interval(figure, reach: reach))
    return Estimate(before: was.seen, after: now.seen, worst: now.seen, change: now.minus(was))
  }

  package var smallest: Int { min(before.count, after.count) }

  /// How many standard deviations a bound is away if the launches are multiplied.
  package func reach(_ risk: Double, times: Double) -> Double {
    let units = [before.independent, after.independent]
    let reach = looks.reach(
      risk: risk, worth: times * units[0] * units[1] / max(1, units[0] + units[1]),
      launches: times * Double(smallest))
    guard before.installations + after.installations > 0 else { return reach }
    // How much installations differ is itself estimated from them: about Student's distribution.
    return reach * (1 + (reach * reach + 1) / (4 * times * max(1, min(units[0], units[1]))))
  }

  package func difference(_ figure: GateRule.Figure, beyond factor: Double, _ reach: Double) -> Interval {
    after.interval(figure, reach: reach).minus(before.interval(figure, reach: reach).times(factor))
  }
}
