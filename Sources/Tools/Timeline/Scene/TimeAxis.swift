/// The axis of time that all pictures share.
enum TimeAxis {
  /// The distances of ticks that read well, in nanoseconds, from 1 ns to a day.
  static let roundSteps: [Int64] = {
    var steps: [Int64] = []
    var power: Int64 = 1
    while power <= 10_000_000_000 {
      steps += [power, 2 * power, 5 * power]
      power *= 10
    }
    let second: Int64 = 1_000_000_000
    return steps.filter { $0 <= 20 * second }
      + [30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 43_200, 86_400].map { $0 * second }
  }()

  /// Round times from 0 to the end of the axis, at least a given share of it apart.
  static func ticks(span: Int64, apart: Double) -> [Int64] {
    guard let step = roundSteps.first(where: { Double($0) >= apart * Double(span) }) else { return [0] }
    return Array(stride(from: 0, through: span, by: Int(step)))
  }
}

/// The places of an axis's times.
struct TimeScale {
  /// The end of the axis, in nanoseconds.
  let span: Int64
  /// The edges, in pixels.
  let left: Double
  let right: Double

  /// The place of a time; an edge for a time beyond the axis.
  func x(_ time: Int64) -> Double {
    min(right, left + Double(min(span, max(0, time))) * ((right - left) / Double(max(1, span))))
  }

  /// Round times that have room for their labels.
  var ticks: [Int64] {
    TimeAxis.ticks(span: span, apart: (span < 60_000_000_000 ? 64 : 84) / max(1, right - left))
  }
}
