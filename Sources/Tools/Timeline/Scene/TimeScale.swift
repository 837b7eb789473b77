/// The places of an axis's times.
struct TimeScale {
  private let left: Double
  private let right: Double
  private let span: Int64
  /// Pixels for a nanosecond.
  private let pace: Double

  /// Maps an axis from 0 to its end, in nanoseconds, to the pixels between two edges.
  init(span: Int64, left: Double, right: Double) {
    self.left = left
    self.right = right
    self.span = span
    pace = (right - left) / Double(max(1, span))
  }

  /// The place of a time; an edge for a time beyond the axis.
  func x(_ time: Int64) -> Double { min(right, left + Double(min(span, max(0, time))) * pace) }

  /// Round times that have room for their labels.
  var ticks: [Int64] {
    TimeAxis.ticks(span: span, apart: (span < 60_000_000_000 ? 64 : 84) / max(1, right - left))
  }
}
