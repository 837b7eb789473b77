/// The places of an axis's times: linear, except for the folds, which all have one width.
struct TimeScale {
  /// The width of a fold in pixels.
  static let foldWidth = 34.0

  private let left: Double
  private let right: Double
  private let span: Int64
  private let folds: [Scene.Fold]
  /// Pixels for a nanosecond outside the folds.
  private let pace: Double

  /// Maps an axis from 0 to its end, in nanoseconds, to the pixels between two edges.
  init(span: Int64, folds: [Scene.Fold], left: Double, right: Double) {
    self.left = left
    self.right = right
    self.span = span
    self.folds = folds
    let hidden = folds.reduce(Int64(0)) { $0 + $1.length }
    pace = (right - left - Self.foldWidth * Double(folds.count)) / Double(max(1, span - hidden))
  }

  /// The place of a time; an edge for a time beyond the axis.
  func x(_ time: Int64) -> Double {
    let time = min(span, max(0, time))
    var (x, from) = (left, Int64(0))
    for fold in folds {
      guard time > fold.from else { break }
      x += Double(fold.from - from) * pace
      guard time >= fold.to else {
        return x + Self.foldWidth * Double(time - fold.from) / Double(fold.length)
      }
      (x, from) = (x + Self.foldWidth, fold.to)
    }
    return min(right, max(left, x + Double(time - from) * pace))
  }

  /// Round times that have room for their labels, none within a fold or at its right edge.
  var ticks: [Int64] {
    let hidden = folds.reduce(Int64(0)) { $0 + $1.length }
    let room = span < 60_000_000_000 ? 64.0 : 84
    let apart = room / max(1, pace * Double(span - hidden))
    // A fold may hide a long time, so ticks are placed between the folds alone.
    let ends = folds.map(\.from) + [span]
    let stretches = zip([0] + folds.map(\.to), ends).map { $0...max($0, $1) }
    return TimeAxis.ticks(in: stretches, apart: apart * Double(span - hidden)).filter { tick in
      !folds.contains { tick > $0.from && (tick < $0.to || x(tick) - x($0.to) < room / 3) }
        && !folds.contains { tick <= $0.from && x($0.from) - x(tick) < room / 3 && tick > 0 }
    }
  }
}
