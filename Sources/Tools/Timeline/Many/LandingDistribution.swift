/// The landings of many runs of one flow, with the flow's titles. Times are in nanoseconds since the start.
package struct LandingDistribution: Sendable {
  /// A page with landings, its title or else its name again, and the landings on it.
  package typealias Page = (name: String, title: String, figures: LandingFigures)

  package let flow: String
  let flowTitle: String
  package let scenario: String?
  package let seed: UInt64?
  package let deadline: Int64
  /// The share of runs that landed no later than the deadline, from 0 to 1.
  package let inTime: Double
  /// The share of runs in which a remote fallback began beside its step's own work, from 0 to 1; nil for none.
  package let hedged: Double?
  package let all: LandingFigures
  /// The pages with landings: the most frequent first, equal ones in file order.
  package let pages: [Page]

  package var runs: Int { all.count }
  /// The share of runs in which some step had been recovered, failed or timed out before the landing.
  package var degraded: Double { share(all.degraded) }

  package func share(_ count: Int) -> Double { Double(count) / Double(runs) }

  func curve(_ figures: LandingFigures) -> ShareCurve {
    ShareCurve(points: figures.curve.map { ($0.time, share($0.count)) })
  }

  /// The page's title in pictures; nil is the page of runs that did not land.
  func title(ofPage name: String?) -> String {
    guard let name else { return "not landed" }
    return pages.first { $0.name == name }?.title ?? name
  }

  var title: String { [flowTitle, scenario].compactMap(\.self).joined(separator: " · ") }
}

extension LandingDistribution {
  /// Adds titles to a distribution; nil without runs.
  package init?(_ distribution: Distribution, of flow: Flow, scenario: String?, seed: UInt64?) {
    guard distribution.runs > 0 else { return nil }
    let figures = distribution.landingFigures
    let landedOn = zip(flow.pages, figures.pages).filter { $0.1.count > 0 }
      .sorted { $0.1.count > $1.1.count }
    self.init(
      flow: flow.name, flowTitle: flow.title ?? flow.name, scenario: scenario, seed: seed,
      deadline: distribution.deadline, inTime: distribution.share(within: distribution.deadline),
      hedged: distribution.tally.hedged.map { Double($0) / Double(distribution.runs) }, all: figures.all,
      pages: landedOn.map { ($0.name, $0.title ?? $0.name, $1) })
  }
}

extension LandingFigures {
  /// The percentiles with their names, such as `p95`; the last one is the latest landing.
  package var named: [(name: String, percentile: Percentile)] {
    Array(zip(["p50", "p90", "p95", "p99", "max"], percentiles))
  }

  package var times: [(name: String, time: Int64)] {
    [("mean", mean)] + named.map { ($0.name, $0.percentile.time) }
  }
}
