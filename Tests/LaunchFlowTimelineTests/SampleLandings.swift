import LaunchFlowModel
import LaunchFlowTimeline

extension LandingDistribution {
  /// Counts landings, ascending by time; nil when there are none. The curves have a point for each landing, or nearly as
  /// many as asked for.
  init?(
    flow: String, title: String? = nil, scenario: String? = nil, seed: UInt64? = nil, deadline: Int64,
    pages: [Flow.Page], landings: [Landing], points: Int = 512
  ) {
    guard !landings.isEmpty else { return nil }
    let all = landings.map(\.time)
    let ofPages = pages.indices.map { page in landings.filter { $0.page == page }.map(\.time) }
    let landedOn = pages.indices.filter { !ofPages[$0].isEmpty }.sorted {
      (ofPages[$1].count, $0) < (ofPages[$0].count, $1)
    }
    self.init(
      flow: flow, title: title, scenario: scenario, seed: seed, runs: all.count, deadline: deadline,
      inTime: Double(all.count { $0 <= deadline }) / Double(all.count),
      pages: landedOn.map { page in
        let times = ofPages[page]
        return PageShare(
          page: pages[page].name, title: pages[page].title ?? pages[page].name,
          share: Double(times.count) / Double(all.count), mean: Self.mean(times),
          percentiles: Self.percentiles(times), curve: Self.curve(times, of: all.count, points: points))
      }, mean: Self.mean(all), percentiles: Self.percentiles(all),
      curve: Self.curve(all, of: all.count, points: points))
  }

  private static func mean(_ times: [Int64]) -> Int64 { times.reduce(0, +) / Int64(times.count) }

  private static func percentiles(_ times: [Int64]) -> [Percentile] {
    Percentile.names.map { name, share in
      let rank = (share * Double(times.count)).rounded(.up)
      return Percentile(name, share, times[Swift.max(1, Int(rank)) - 1])
    }
  }

  private static func curve(_ times: [Int64], of count: Int, points: Int) -> ShareCurve {
    let stride = Swift.max(1, times.count / points)
    return ShareCurve(
      points: times.indices.compactMap { index in
        index % stride == stride - 1 || index == times.count - 1
          ? .init(times[index], Double(index + 1) / Double(count)) : nil
      })
  }
}
