/// Where and when many runs of two flows landed, each pair of runs under the same luck. Times are in nanoseconds,
/// shares from 0 to 1.
package struct DistributionComparison: Hashable, Sendable {
  /// The landings of the first.
  package var before: LandingDistribution
  /// The landings of the second.
  package var after: LandingDistribution
  /// The part of the runs in which the second landed sooner.
  package var sooner: Double
  /// The part of the runs in which the second landed later.
  package var later: Double

  /// The runs that landed on one page in the first and on one in the second, the most frequent first.
  package var moves: [Move]

  /// Pairs of runs under the same luck that landed on the same two pages.
  package struct Move: Hashable, Sendable {
    /// The page in the first; nil for a run that did not land.
    package var before: String?
    /// The page in the second.
    package var after: String?
    /// The part of all pairs, from 0 to 1.
    package var share: Double
  }

  /// One figure of both.
  package struct Figure: Hashable, Sendable {
    /// What it is called, such as `p95`.
    package var name: String
    /// What it is in the first, in nanoseconds.
    package var before: Int64
    /// What it is in the second.
    package var after: Int64

    /// How much later the second is.
    package var difference: Int64 { after - before }
  }

  /// Pairs two distributions. Nil where the runs are not as many.
  ///
  /// - Parameters:
  ///   - pairs: The landings of both, run by run. They are taken one after another and not kept.
  ///   - pages: The pages of both flows, in file order.
  package init?(
    _ before: LandingDistribution, _ after: LandingDistribution,
    _ pairs: some Sequence<(LandingDistribution.Landing, LandingDistribution.Landing)>,
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
    let name = { (index: Int, pages: [String]) in pages.indices.contains(index) ? pages[index] : nil }
    moves = counts.sorted {
      ($1.value, $0.key.before, $0.key.after) < ($0.value, $1.key.before, $1.key.after)
    }.map {
      Move(
        before: name($0.key.before, pages.before), after: name($0.key.after, pages.after),
        share: Double($0.value) / count)
    }
  }

  /// The indices of the two pages of a pair of runs.
  private struct PagePair: Hashable {
    var before: Int
    var after: Int
  }

  /// Mean and percentiles.
  package var figures: [Figure] {
    zip(before.figures, after.figures).map {
      Figure(name: $0.name, before: $0.time, after: $1.time)
    }
  }
}
