import LaunchFlowModel

@testable import LaunchFlowSimulator
@testable import LaunchFlowTimeline

extension Distribution.Landing {
  init(_ time: Int64, page: Int32, isDegraded: Bool = false) {
    self.init(time: time, page: page, isDegraded: isDegraded, run: 0)
  }
}

extension LandingDistribution {
  /// Counts landings in the order of the runs; nil when there are none.
  init?(
    flow: String, title: String? = nil, scenario: String? = nil, seed: UInt64? = nil, deadline: Int64,
    pages: [Flow.Page], landings: [Distribution.Landing]
  ) {
    guard !landings.isEmpty else { return nil }
    let numbered = landings.enumerated().map { number, landing in
      var landing = landing
      landing.run = UInt64(number)
      return landing
    }
    let byPage = pages.indices.map { page in
      LandingFigures(numbered.filter { Int($0.page) == page })
    }
    let landedOn = zip(pages, byPage).enumerated().filter { $0.element.1.count > 0 }.sorted {
      ($1.element.1.count, $0.offset) < ($0.element.1.count, $1.offset)
    }
    self.init(
      flow: flow, flowTitle: title ?? flow, scenario: scenario, seed: seed, deadline: deadline,
      inTime: Double(landings.count { $0.time <= deadline }) / Double(landings.count),
      hedged: nil, all: LandingFigures(numbered),
      pages: landedOn.map { _, landed in
        (landed.0.name, landed.0.title ?? landed.0.name, landed.1)
      })
  }
}

extension LandingFigures {
  /// The figures of landings, by their order alone.
  fileprivate init(_ landings: [Distribution.Landing]) {
    var tally = LandingTally()
    for landing in landings { tally.add(landing.time, run: landing.run, isDegraded: landing.isDegraded) }
    let ordered = landings.sorted { ($0.time, $0.run) < ($1.time, $1.run) }
    let percentiles = LandingTally.shares.map { share in
      let time = ordered.isEmpty ? 0 : ordered[LandingTally.rank(of: share, among: ordered.count)].time
      return Percentile(time: time, run: ordered.first { $0.time == time }?.run ?? 0)
    }
    self.init(
      count: tally.count, degraded: tally.degraded,
      mean: tally.count == 0 ? 0 : tally.sum.mean(of: tally.count),
      percentiles: percentiles, curve: tally.histogram.points)
  }
}
