import LaunchFlowMachine

/// When runs landed, on any page or on one, in figures. Times are in nanoseconds.
package struct LandingFigures: Hashable, Sendable {
  /// One percentile.
  package struct Percentile: Hashable, Sendable {
    /// The share of the runs that landed by then, from 0 to 1.
    package var share: Double
    /// The time: the smallest that at least that share does not exceed, or after it by at most the histogram's error.
    package var time: Int64
    /// The first run that landed at that time; nil if the time is approximate.
    package var run: UInt64?
    /// Between these times the true percentile lies with at least 95 %; nil where the runs are too few to say.
    package var low: Int64?
    package var high: Int64?
  }

  /// How many runs landed there.
  package var count: Int
  /// In how many of them some step had been recovered, failed or timed out.
  package var degraded: Int
  /// The mean time.
  package var mean: Int64
  /// The percentiles, and as the last one the latest landing.
  package var percentiles: [Percentile]
  /// The cumulative curve of the times.
  package var curve: [TimeHistogram.Point]
}

extension Distribution {
  /// The figures of all landings, then those of the landings on each page; all that has to be drawn again is drawn
  /// together.
  package var landingFigures: (all: LandingFigures, pages: [LandingFigures]) {
    let places: [Int?] = [nil] + pages.indices.map { $0 }
    let asked = places.map(questions)
    let wanted = asked.flatMap { $0.flatMap(\.wanted) }
    var answers: [RankSearch.Wanted: Landing] = [:]
    if !isApproximate {
      let distinct = Array(Set(wanted)).sorted { ($0.page ?? -1, $0.rank) < ($1.page ?? -1, $1.rank) }
      for case (let wanted, let landing?) in zip(distinct, landings(distinct)) { answers[wanted] = landing }
    }
    let figures = zip(places, asked).map { place, questions in
      let tally = place.map { self.tally.pages[$0] } ?? self.tally.all
      func time(_ wanted: RankSearch.Wanted) -> Int64 {
        answers[wanted]?.time ?? tally.histogram.time(atRank: wanted.rank)
      }
      return LandingFigures(
        count: tally.count, degraded: tally.degraded, mean: tally.sum.mean(of: tally.count),
        percentiles: questions.map { question in
          .init(
            share: question.share, time: time(question.at), run: answers[question.at]?.run,
            low: question.low.map(time), high: question.high.map(time))
        }, curve: tally.histogram.points)
    }
    return (figures[0], Array(figures.dropFirst()))
  }

  /// Whether the tally does not contain some percentile, so that its figures draw all runs again.
  package var drawsAgain: Bool {
    guard !isApproximate, landings.count < runs else { return false }
    return ([nil] + pages.indices.map { $0 }).contains { page in
      let tally = page.map { self.tally.pages[$0] } ?? self.tally.all
      return questions(of: page).flatMap(\.wanted).contains { tally.entry(atRank: $0.rank) == nil }
    }
  }

  /// The ranks that one percentile needs.
  private struct Question {
    var share: Double
    var at: RankSearch.Wanted
    var low: RankSearch.Wanted?
    var high: RankSearch.Wanted?

    var wanted: [RankSearch.Wanted] { [at] + [low, high].compactMap(\.self) }
  }

  private func questions(of page: Int?) -> [Question] {
    let count = page.map { tally.pages[$0].count } ?? tally.all.count
    guard count > 0 else { return [] }
    return LandingTally.shares.map { share in
      let interval = RankInterval(of: share, among: page == nil ? count : 0)
      func wanted(_ rank: Int) -> RankSearch.Wanted { .init(rank: rank, page: page) }
      return Question(
        share: share, at: wanted(LandingTally.rank(of: share, among: count)),
        low: interval.lower.map(wanted), high: interval.upper.map(wanted))
    }
  }
}
