import LaunchFlowMachine

/// Figures of landing times, on any page or on one, in nanoseconds.
package struct LandingFigures: Hashable, Sendable {
  package struct Percentile: Hashable, Sendable {
    /// The smallest time that at least this share of the runs does not exceed.
    package var time: Int64
    /// The first run that landed at that time.
    package var run: UInt64
    /// The times between which the true percentile lies with at least 95 %; nil for too few runs.
    package var low: Int64?
    package var high: Int64?
  }

  /// The number of landings.
  package var count: Int
  /// The number of runs in which some step had been recovered, failed or timed out.
  package var degraded: Int
  /// The mean time.
  package var mean: Int64
  /// The percentiles of ``LandingTally/shares``: the last one is the latest landing.
  package var percentiles: [Percentile]
  /// The cumulative curve of the times.
  package var curve: [TimeHistogram.Point]
}

extension Distribution {
  /// The figures of all landings, then those of the landings on each page. All needed runs are drawn again in
  /// one pass.
  package var landingFigures: (all: LandingFigures, pages: [LandingFigures]) {
    let places: [Int?] = [nil] + pages.indices.map { $0 }
    let asked = places.map(questions)
    let ranks = Array(Set(asked.joined().flatMap { [$0.at, $0.low, $0.high].compactMap(\.self) }))
    let answers = Dictionary(uniqueKeysWithValues: zip(ranks, landings(ranks)))
    let figures = zip(places, asked).map { place, questions in
      let tally = tally(place)
      func landing(_ rank: Rank) -> Landing? { answers[rank].flatMap(\.self) }
      return LandingFigures(
        count: tally.count, degraded: tally.degraded, mean: tally.sum.mean(of: tally.count),
        percentiles: questions.compactMap { question in
          landing(question.at).map { found in
            .init(
              time: found.time, run: found.run, low: question.low.flatMap(landing)?.time,
              high: question.high.flatMap(landing)?.time)
          }
        }, curve: tally.histogram.points)
    }
    return (figures[0], Array(figures.dropFirst()))
  }

  /// The ranks that the percentiles need.
  private func questions(of page: Int?) -> [(at: Rank, low: Rank?, high: Rank?)] {
    let count = tally(page).count
    guard count > 0 else { return [] }
    return LandingTally.shares.map { share in
      let interval = RankInterval(of: share, among: page == nil ? count : 0)
      func rank(_ place: Int) -> Rank { Rank(place: place, page: page) }
      return (
        rank(LandingTally.rank(of: share, among: count)), interval.lower.map(rank), interval.upper.map(rank)
      )
    }
  }
}
