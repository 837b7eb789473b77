/// The landings of many runs of two flows. Each pair of runs uses the same random numbers. Times are in
/// nanoseconds, shares from 0 to 1.
package struct DistributionComparison: Sendable {
  package var before: LandingDistribution
  package var after: LandingDistribution
  package var sooner: Double
  package var later: Double

  /// The pairs of pages on which the two flows landed, the most frequent first.
  package var moves: [Move]

  /// Pairs of runs with the same random numbers that landed on the same two pages.
  package struct Move: Hashable, Sendable {
    /// The page in the first; nil for a run that did not land.
    package var before: String?
    package var after: String?
    /// The share of all pairs, from 0 to 1.
    package var share: Double
  }

  /// Pairs two distributions; nil if their numbers of runs differ.
  ///
  /// - Parameter pairs: The landings of both, run by run. They are taken one after another and not kept.
  package init?(
    _ before: LandingDistribution, _ after: LandingDistribution,
    _ pairs: some Sequence<(Distribution.Landing, Distribution.Landing)>,
    pages: (before: [String], after: [String])
  ) {
    guard before.runs == after.runs else { return nil }
    var (runs, sooner, later) = (0, 0, 0)
    var counts: [PagePair: Int] = [:]
    for (first, second) in pairs {
      runs += 1
      sooner += second.time < first.time ? 1 : 0
      later += second.time > first.time ? 1 : 0
      counts[PagePair(before: first.page, after: second.page), default: 0] += 1
    }
    guard runs == before.runs, runs > 0 else { return nil }
    self.before = before
    self.after = after
    let count = Double(runs)
    self.sooner = Double(sooner) / count
    self.later = Double(later) / count
    let name = { (index: Int32, pages: [String]) in
      pages.indices.contains(Int(index)) ? pages[Int(index)] : nil
    }
    moves = counts.sorted {
      ($1.value, $0.key.before, $0.key.after) < ($0.value, $1.key.before, $1.key.after)
    }.map {
      Move(
        before: name($0.key.before, pages.before), after: name($0.key.after, pages.after),
        share: Double($0.value) / count)
    }
  }

  private struct PagePair: Hashable {
    var before: Int32
    var after: Int32
  }

  /// Mean and percentiles of both, in nanoseconds.
  package var figures: [(name: String, before: Int64, after: Int64)] {
    zip(before.all.times, after.all.times).map { ($0.name, $0.time, $1.time) }
  }
}
