/// The times at which requests do not get through.
struct Outages: Sendable {
  /// They fail at once.
  var refused = Spans()
  /// Answers that are under way are lost.
  var lost = Spans()

  /// - Parameter pathless: The times without a path: requests are refused, and answers under way are lost.
  init(_ outages: [Scenario.Outage] = [], pathless: [Range<Int64>] = []) {
    func spans(_ kind: Scenario.Outage.Kind) -> [Range<Int64>] {
      outages.filter { $0.kind == kind }.map {
        $0.from.nanoseconds..<max($0.from.nanoseconds, $0.to?.nanoseconds ?? .max)
      }
    }
    refused = Spans(spans(.refused) + pathless)
    lost = Spans(spans(.silent) + pathless)
  }

  var isEmpty: Bool { refused.ranges.isEmpty && lost.ranges.isEmpty }

  /// The state from a time on, until the first beginning or end of an outage after it.
  func weather(at time: Int64) -> Weather {
    let next = lost.ranges.partitionPoint(where: { $0.lowerBound > time })
    return Weather(
      isRefused: refused.contains(time), isLost: lost.contains(time),
      nextLoss: next < lost.ranges.count ? lost.ranges[next].lowerBound : .max)
  }
}

package struct Weather: Hashable, Sendable {
  /// Whether requests fail at once.
  package var isRefused: Bool
  package var isLost: Bool
  /// The time at which answers under way are lost next; `.max` for never.
  package var nextLoss: Int64
}
