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

  /// The time by which a share of runs had landed. Of all landings it is the latest.
  package struct Percentile: Hashable, Sendable {
    /// What it is called, such as `p95`.
    package var name: String
    /// The share, from 0 to 1.
    package var share: Double
    /// The time in nanoseconds.
    package var time: Int64
    /// Between these times the true percentile lies with at least 95 %; nil where the runs are too few to say.
    package var low: Int64?
    package var high: Int64?

    /// The percentiles that are told, by share.
    package static let names: [(name: String, share: Double)] = [
      ("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("max", 1),
    ]

    package init(_ name: String, _ share: Double, _ time: Int64, low: Int64? = nil, high: Int64? = nil) {
      self.name = name
      self.share = share
      self.time = time
      self.low = low
      self.high = high
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
    /// The part of all runs that landed on it degraded.
    package var degraded: Double
    /// The mean time of the landings on it, in nanoseconds.
    package var mean: Int64
    /// The percentiles of the landings on it.
    package var percentiles: [Percentile]
    /// The cumulative curve of the landings on it, as parts of all runs; its last point has the page's share.
    package var curve: ShareCurve

    package init(
      page: String, title: String, share: Double, degraded: Double = 0, mean: Int64,
      percentiles: [Percentile],
      curve: ShareCurve
    ) {
      self.page = page
      self.title = title
      self.share = share
      self.degraded = degraded
      self.mean = mean
      self.percentiles = percentiles
      self.curve = curve
    }
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
  /// The part of all runs in which some step had by the landing been recovered, failed or timed out.
  package var degraded: Double
  /// The pages that were landed on: the most frequent first, equal ones in file order.
  package var pages: [PageShare]
  /// The mean landing time in nanoseconds.
  package var mean: Int64
  /// The percentiles, and as the last one the latest landing.
  package var percentiles: [Percentile]
  /// By what part of itself a percentile may exceed the exact one; nil where all are exact.
  package var relativeError: Double?
  /// The cumulative curve, by time; its last point is the latest landing, with share 1.
  package var curve: ShareCurve

  package init(
    flow: String, title: String? = nil, scenario: String?, seed: UInt64?, runs: Int, deadline: Int64,
    inTime: Double, degraded: Double = 0, pages: [PageShare], mean: Int64, percentiles: [Percentile],
    relativeError: Double? = nil, curve: ShareCurve
  ) {
    self.flow = flow
    flowTitle = title ?? flow
    self.scenario = scenario
    self.seed = seed
    self.runs = runs
    self.deadline = deadline
    self.inTime = inTime
    self.degraded = degraded
    self.pages = pages
    self.mean = mean
    self.percentiles = percentiles
    self.relativeError = relativeError
    self.curve = curve
  }
}

extension LandingDistribution {
  /// What pictures call a page; nil is that of the runs that did not land.
  func title(ofPage name: String?) -> String {
    guard let name else { return "not landed" }
    return pages.first { $0.page == name }?.title ?? name
  }

  /// Mean, percentiles and the latest landing, with their names.
  var figures: [(name: String, time: Int64)] { [("mean", mean)] + percentiles.map { ($0.name, $0.time) } }

  /// The flow and its scenario.
  var title: String { [flowTitle, scenario].compactMap(\.self).joined(separator: " · ") }
}
