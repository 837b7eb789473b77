/// Two groups of recorded launches beside each other: a new version of the flow and its control group.
///
/// Where the groups are divided by a label, both are weighed as if they had the same mix of its words. The intervals are
/// made of Clopper and Pearson's bounds, so they hold for every number of launches.
package struct GroupComparison: Sendable {
  /// A figure of both groups, with an interval that contains the true difference.
  package struct Estimate: Hashable, Sendable {
    /// What it is in the first group: nanoseconds, or a share from 0 to 1.
    package var before: Double
    /// What it is in the second group.
    package var after: Double
    /// The least difference; nil where the launches are too few to bound it.
    package var least: Double?
    /// The greatest difference; nil where the launches are too few to bound it.
    package var most: Double?

    /// By how much the second group has more.
    package var difference: Double { after - before }
    /// Whether chance alone does not explain the difference.
    package var isBeyondChance: Bool { least.map { $0 > 0 } ?? false || most.map { $0 < 0 } ?? false }
  }

  /// What is shared.
  package enum Share: Hashable, Sendable {
    case degraded
    /// The app cancelled the launch before it landed by itself.
    case cancelled
    /// Landings on this page.
    case page(String)
  }

  /// The launches of the first group that are compared.
  package let before: Int
  /// The launches of the second group that are compared.
  package let after: Int
  /// The launches whose word of the dividing label is in one group only, by word. They are not compared.
  package let unmatched: [(word: String, count: Int)]
  /// The pages, the most frequent first.
  package let pages: [String]
  /// The shares of labels' words that differ between the groups by more than chance.
  package let imbalances: [Imbalance]
  private let groups: (before: [LaunchGroup.Stratum], after: [LaunchGroup.Stratum])
  /// By stratum; they add up to 1.
  private let weights: [Double]

  /// Compares two groups, which are divided in the same way.
  package init(_ before: LaunchGroup, _ after: LaunchGroup) {
    let sorted = (before.sorted, after.sorted)
    let words = Set(sorted.0.strata.keys).union(sorted.1.strata.keys).sorted()
    var groups: (before: [LaunchGroup.Stratum], after: [LaunchGroup.Stratum]) = ([], [])
    var unmatched: [(word: String, count: Int)] = []
    for word in words {
      guard let first = sorted.0.strata[word], let second = sorted.1.strata[word] else {
        unmatched.append((word, (sorted.0.strata[word] ?? sorted.1.strata[word])?.count ?? 0))
        continue
      }
      groups.before.append(first)
      groups.after.append(second)
    }
    let counts = zip(groups.before, groups.after).map { Double($0.count + $1.count) }
    let total = counts.reduce(0, +)
    weights = counts.map { total > 0 ? $0 / total : 0 }
    self.before = groups.before.reduce(0) { $0 + $1.count }
    self.after = groups.after.reduce(0) { $0 + $1.count }
    self.unmatched = unmatched
    var landings: [String: Int] = [:]
    for stratum in groups.before + groups.after {
      for (page, count) in stratum.pages { landings[page, default: 0] += count }
    }
    pages = landings.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    imbalances = Imbalance.all(before, after)
    self.groups = groups
  }

  /// Whether both groups have launches to compare.
  package var isPossible: Bool { before > 0 && after > 0 }

  /// Whether any launch was cancelled.
  package var hasCancelled: Bool { (groups.before + groups.after).contains { $0.cancelled > 0 } }

  /// A share of the launches.
  ///
  /// - Parameter risk: How often the interval may be wrong.
  package func share(_ share: Share, risk: Double) -> Estimate {
    let (first, second) = (bounds(share, groups.before, risk / 4), bounds(share, groups.after, risk / 4))
    return Estimate(
      before: first.seen, after: second.seen, least: second.least - first.most,
      most: second.most - first.least)
  }

  /// The landing time that a share of the launches does not exceed.
  ///
  /// - Parameters:
  ///   - share: Above 0 and below 1.
  ///   - risk: How often the interval may be wrong.
  package func time(at share: Double, risk: Double) -> Estimate {
    let first = bounds(ofTime: share, groups.before, risk / 4)
    let second = bounds(ofTime: share, groups.after, risk / 4)
    return Estimate(
      before: Double(first.seen), after: Double(second.seen),
      least: first.most.map { Double(second.least) - Double($0) },
      most: second.most.map { Double($0) - Double(first.least) })
  }

  /// The landed share of a group by a time, for a curve.
  package func landed(by time: Int64, isAfter: Bool) -> Double {
    weighted(isAfter ? groups.after : groups.before) { $0.count(upTo: time) }
  }

  /// The times of a group's landings, ascending, at most so many of them at even distances; the latest is among them.
  package func times(isAfter: Bool, atMost most: Int) -> [Int64] {
    let times = (isAfter ? groups.after : groups.before).flatMap(\.times).sorted()
    guard times.count > most else { return times }
    return (1...most).map { times[times.count * $0 / most - 1] }
  }
}

// The bounds of one group. Each of a group's strata has its part of the risk.
extension GroupComparison {
  typealias ShareBounds = (seen: Double, least: Double, most: Double)

  /// A share of one group, each bound wrong at most as often as the risk says.
  func bounds(_ share: Share, isAfter: Bool, risk: Double) -> ShareBounds {
    bounds(share, isAfter ? groups.after : groups.before, risk)
  }

  /// A landing time of one group; no greatest one where the launches are too few.
  func bounds(
    ofTime share: Double, isAfter: Bool, risk: Double
  ) -> (seen: Int64, least: Int64, most: Int64?) {
    bounds(ofTime: share, isAfter ? groups.after : groups.before, risk)
  }

  /// How much of a group landed after a time.
  func bounds(later time: Int64, isAfter: Bool, risk: Double) -> ShareBounds {
    bounds(isAfter ? groups.after : groups.before, risk) { $0.count - $0.count(upTo: time) }
  }

  private func bounds(_ share: Share, _ strata: [LaunchGroup.Stratum], _ risk: Double) -> ShareBounds {
    bounds(strata, risk) { stratum in
      switch share {
      case .degraded: stratum.degraded
      case .cancelled: stratum.cancelled
      case .page(let page): stratum.pages[page] ?? 0
      }
    }
  }

  private func bounds(
    _ strata: [LaunchGroup.Stratum], _ risk: Double, _ count: (LaunchGroup.Stratum) -> Int
  ) -> ShareBounds {
    let part = risk / Double(max(1, strata.count))
    var bounds: ShareBounds = (0, 0, 0)
    for (stratum, weight) in zip(strata, weights) where stratum.count > 0 {
      let number = count(stratum)
      bounds.seen += weight * Double(number) / Double(stratum.count)
      bounds.least += weight * Confidence.least(number, of: stratum.count, risk: part)
      bounds.most += weight * Confidence.most(number, of: stratum.count, risk: part)
    }
    return bounds
  }

  private func weighted(_ strata: [LaunchGroup.Stratum], _ count: (LaunchGroup.Stratum) -> Int) -> Double {
    zip(strata, weights).reduce(0) { sum, stratum in
      stratum.0.count > 0 ? sum + stratum.1 * Double(count(stratum.0)) / Double(stratum.0.count) : sum
    }
  }

  private func bounds(
    ofTime share: Double, _ strata: [LaunchGroup.Stratum], _ risk: Double
  ) -> (seen: Int64, least: Int64, most: Int64?) {
    let times = strata.flatMap(\.times).sorted()
    guard let latest = times.last else { return (0, 0, nil) }
    let part = risk / Double(max(1, strata.count))
    /// The first of all times at which something holds, which then holds for all later ones.
    func first(_ holds: (Int64) -> Bool) -> Int64? {
      guard holds(latest) else { return nil }
      var (low, high) = (0, times.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if holds(times[middle]) { high = middle } else { low = middle + 1 }
      }
      return times[low]
    }
    func sum(_ bound: (LaunchGroup.Stratum) -> Double) -> Double {
      zip(strata, weights).reduce(0) { $0 + $1.1 * bound($1.0) }
    }
    // A sum of weights misses a round number by a hair.
    let seen = first { time in weighted(strata) { $0.count(upTo: time) } >= share - 1e-12 } ?? latest
    // No launches at all may already be too many: then nothing is known of the early side.
    let none = sum { Confidence.most(0, of: $0.count, risk: part) }
    let least =
      none >= share
      ? 0
      : first { time in sum { Confidence.most($0.count(upTo: time), of: $0.count, risk: part) } >= share }
    let most = first { time in
      sum { Confidence.least($0.count(upTo: time), of: $0.count, risk: part) } > share
    }
    return (seen, least ?? 0, most)
  }
}
