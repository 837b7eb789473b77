import LaunchFlowRecords

/// Recorded launches before and after a change of their flow.
package struct FleetFigures: Sendable {
  /// How a launch was recorded.
  package struct Before: Hashable, Sendable {
    /// When it landed.
    package var time: Int64
    /// The page's index in the changed flow; -1 for a page that it does not have.
    package var page: Int
    /// Whether it was degraded.
    package var isDegraded: Bool

    /// Describes a launch.
    package init(time: Int64, page: Int, isDegraded: Bool) {
      self.time = time
      self.page = page
      self.isDegraded = isDegraded
    }
  }

  /// The launches as they were recorded.
  package private(set) var before: [Before] = []
  /// The same launches under the changed flow.
  package private(set) var after: [ReplayedLaunch] = []
  private var times: [Int64] = []
  private var earliest: [Int64] = []
  private var latest: [Int64] = []

  /// Collects launches and what became of them, in the same order.
  package init(_ launches: [(before: Before, after: ReplayedLaunch)]) {
    before = launches.map(\.before)
    after = launches.map(\.after)
    times = before.map(\.time).sorted()
    earliest = after.map(\.earliest).sorted()
    latest = after.map(\.latest).sorted()
  }

  /// How many launches there are.
  package var count: Int { before.count }

  /// The recorded landing time that a share of the launches does not exceed; 0 without launches.
  package func recordedTime(at share: Double) -> Int64 { Self.time(times, share) }

  /// The replayed one: with the earliest landing of each launch, and with the latest.
  package func replayedTime(at share: Double) -> (best: Int64, worst: Int64) {
    (Self.time(earliest, share), Self.time(latest, share))
  }

  /// The nearest rank.
  private static func time(_ times: [Int64], _ share: Double) -> Int64 {
    guard !times.isEmpty else { return 0 }
    return times[min(times.count, max(1, Int((share * Double(times.count)).rounded(.up)))) - 1]
  }
}
