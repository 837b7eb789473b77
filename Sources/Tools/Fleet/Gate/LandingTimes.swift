/// Landing times in ascending order, each with the weight of the launches that have landed by then.
package struct LandingTimes: Sendable {
  private let all: [(time: Int64, landed: Double)]
  private let weight: Double

  /// The time of launches that never landed: later than all others.
  package static let never = Int64.max / 4

  /// The tolerance of a sum of weights.
  static let hair = 1e-9

  init(_ launches: [(time: Int64, weight: Double)]) {
    var sum = 0.0
    all = launches.sorted { $0.time < $1.time }.map {
      sum += $0.weight
      return ($0.time, sum)
    }
    weight = sum
  }

  /// The time that a share of the launches does not exceed; 0 without launches.
  package func time(at share: Double) -> Int64 {
    let place = all.partitionPoint { $0.landed >= (share - Self.hair) * weight }
    return all.isEmpty ? 0 : all[min(place, all.count - 1)].time
  }

  /// The time that a share of the launches does not exceed: its bounds are the times at the bounds of the share
  /// (Woodruff, "Confidence intervals for medians and other position measures", 1952).
  ///
  /// - Parameter ends: The weights of the first and of the last launch, which bound nothing.
  func time(at share: Double, within bounds: Interval, ends: (first: Double, last: Double)) -> Interval {
    let latest = bounds.most < 1 - ends.last + Self.hair ? time(at: bounds.most) : Self.never
    return Interval(
      seen: Double(time(at: share)),
      least: bounds.least > ends.first + Self.hair ? Double(time(at: bounds.least)) : 0,
      most: latest < Self.never ? Double(latest) : .infinity)
  }

  /// Points of the curve of landings at even distances, at most this number; the latest landing is among them.
  package func curve(atMost most: Int) -> [(time: Int64, share: Double)] {
    let landed = all.indices.filter {
      all[$0].time < Self.never && ($0 + 1 == all.count || all[$0].time < all[$0 + 1].time)
    }
    return (0..<min(most, landed.count)).map { number in
      let point = all[landed[(number + 1) * landed.count / min(most, landed.count) - 1]]
      return (point.time, point.landed / weight)
    }
  }
}
