/// The place of each moment in the SVG document of a picture, for handles that are laid over it.
package struct TimelineFrame: Hashable, Sendable {
  /// A moment and its place from the left, in pixels of the document.
  package struct Point: Hashable, Sendable {
    /// In nanoseconds since the start.
    package var time: Int64
    package var x: Double
  }

  /// From the start to the end of the axis, in ascending order; between two of them the axis is even.
  package var points: [Point]
  /// The width of the document, in pixels.
  package var width: Double

  private static let stretches: Int64 = 256
}

extension TimelineFrame {
  init(_ timeline: VectorTimeline, span: Int64, width: Double) {
    let stretches = min(Self.stretches, span)
    let (whole, rest) = span.quotientAndRemainder(dividingBy: stretches)
    let even = (0...stretches).map { whole * $0 + rest * $0 / stretches }
    // At its folds the axis is not even.
    let folds = timeline.scene.folds.flatMap { [$0.from, $0.to] }
    points = Set(even + folds).sorted().map { Point(time: $0, x: timeline.x($0)) }
    self.width = width
  }
}
