import LaunchFlowModel

/// Where and when many runs of one flow landed. Times are in nanoseconds since the start, shares from 0 to 1.
package struct LandingDistribution: Hashable, Sendable {
  /// One run's landing.
  package struct Landing: Hashable, Sendable {
    /// When, in nanoseconds.
    package var time: Int64
    /// The page's index among the flow's pages; -1 for a run that did not land.
    package var page: Int

    /// Pairs a time with a page's index.
    package init(_ time: Int64, page: Int) {
      self.time = time
      self.page = page
    }
  }

  /// How often a page was landed on, and by when.
  package struct PageShare: Hashable, Sendable {
    /// The page's name.
    package var page: String
    /// The page's title, or its name.
    package var title: String
    /// The part of all runs, from 0 to 1.
    package var share: Double
    /// The cumulative curve of the landings on it, as parts of all runs; its last point has the page's share.
    package var curve: ShareCurve
  }

  /// The flow's name.
  package var flow: String
  /// The flow's title, or its name.
  package var flowTitle: String
  /// The scenario's name, if there was one.
  package var scenario: String?
  /// The seed of all runs.
  package var seed: UInt64?
  /// How many runs there were.
  package var runs: Int
  /// The flow's deadline in nanoseconds.
  package var deadline: Int64
  /// The part of all runs that landed no later than the deadline.
  package var inTime: Double
  /// The pages that were landed on: the most frequent first, equal ones in file order.
  package var pages: [PageShare]
  /// The mean landing time in nanoseconds.
  package var mean: Int64
  /// The time by which half of the runs had landed.
  package var p50: Int64
  /// The time by which 90 % of the runs had landed.
  package var p90: Int64
  /// The time by which 95 % of the runs had landed.
  package var p95: Int64
  /// The time by which 99 % of the runs had landed.
  package var p99: Int64
  /// The latest landing.
  package var max: Int64
  /// The cumulative curve, by time; its last point is the latest landing, with share 1.
  package var curve: ShareCurve

  /// Takes the landings of all runs by time, and counts the figures: percentiles are nearest ranks, times that
  /// really occurred. Nil when there are none.
  ///
  /// - Parameters:
  ///   - pages: The flow's pages, in file order.
  ///   - landings: The landings, ascending by time.
  ///   - points: How many points a curve has at the most, or nearly so.
  package init?(
    flow: String, title: String? = nil, scenario: String? = nil, seed: UInt64? = nil, deadline: Int64,
    pages: [Flow.Page],
    landings: [Landing], points: Int = 512
  ) {
    guard let last = landings.last, points > 0 else { return nil }
    let count = landings.count
    let rank = { (share: Double) in
      landings[Swift.min(count - 1, Swift.max(0, Int((share * Double(count)).rounded(.up)) - 1))].time
    }
    self.flow = flow
    flowTitle = title ?? flow
    self.scenario = scenario
    self.seed = seed
    runs = count
    self.deadline = deadline
    inTime = Double(landings.count { $0.time <= deadline }) / Double(count)
    mean = (landings.reduce(0.0) { $0 + Double($1.time) } / Double(count)).clampedToInt64
    (p50, p90, p95, p99) = (rank(0.5), rank(0.9), rank(0.95), rank(0.99))
    max = last.time
    curve = Self.curve(landings.map(\.time), of: count, points: points)
    var times: [[Int64]] = Array(repeating: [], count: pages.count)
    for landing in landings where pages.indices.contains(landing.page) {
      times[landing.page].append(landing.time)
    }
    self.pages = times.enumerated().filter { !$0.element.isEmpty }.sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map { index, times in
      PageShare(
        page: pages[index].name, title: pages[index].title ?? pages[index].name,
        share: Double(times.count) / Double(count),
        curve: Self.curve(times, of: count, points: points))
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

extension LandingDistribution {
  /// The percentiles and the latest landing, with their names and shares.
  static let ranks = [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("max", 1.0)]

  /// What pictures call a page; nil is that of the runs that did not land.
  func title(ofPage name: String?) -> String {
    guard let name else { return "not landed" }
    return pages.first { $0.page == name }?.title ?? name
  }

  /// The percentiles and the latest landing, with their names.
  var percentiles: [(name: String, time: Int64)] {
    zip(Self.ranks.map(\.0), [p50, p90, p95, p99, max]).map { ($0, $1) }
  }

  /// Mean, percentiles and the latest landing, with their names.
  var figures: [(name: String, time: Int64)] { [("mean", mean)] + percentiles }

  /// The flow and its scenario.
  var title: String { [flowTitle, scenario].compactMap(\.self).joined(separator: " · ") }
}
