/// Figures of landing times, on any page or on one, in nanoseconds.
package struct LandingFigures: Hashable, Sendable {
  package struct Percentile: Hashable, Sendable {
    /// The smallest time that at least this share of the runs does not exceed.
    package var time: Int64
    /// The first run that landed at that time.
    package var run: UInt64
  }

  package var count: Int
  /// The number of runs in which some step had been recovered, failed or timed out.
  package var degraded: Int
  package var mean: Int64
  /// The percentiles of ``LandingTally/shares``: the last one is the latest landing.
  package var percentiles: [Percentile]
  package var curve: [TimeHistogram.Point]
}

extension Distribution {
  /// The figures of all landings, then those of the landings on each page. All needed runs are drawn again in one pass.
  package var landingFigures: (all: LandingFigures, pages: [LandingFigures]) {
    let places: [Int?] = [nil] + pages.indices.map { $0 }
    let ranks = places.map(ranks)
    var found = landings(Array(ranks.joined()))[...]
    let figures = zip(places, ranks).map { place, ranks in
      let tally = tally(place)
      let percentiles = found.prefix(ranks.count).compactMap { landing in
        landing.map { LandingFigures.Percentile(time: $0.time, run: $0.run) }
      }
      found = found.dropFirst(ranks.count)
      return LandingFigures(
        count: tally.count, degraded: tally.degraded, mean: tally.sum.mean(of: tally.count),
        percentiles: percentiles, curve: tally.histogram.points)
    }
    return (figures[0], Array(figures.dropFirst()))
  }

  private func ranks(on page: Int?) -> [Rank] {
    let count = tally(page).count
    guard count > 0 else { return [] }
    return LandingTally.shares.map { Rank(place: LandingTally.rank(of: $0, among: count), page: page) }
  }
}
