/// Figures of a switch's run.
package struct SwitchFigures: Hashable, Sendable {
  /// Times of one kind, in nanoseconds.
  package struct Times: Hashable, Sendable {
    /// The longest; nil if there is none.
    package private(set) var max: Int64?
    /// The number of times that never ended, because the fault or the record was over first.
    package private(set) var never = 0

    /// The longest time, or the greatest number if one never ended; nil if there is none.
    package var worst: Int64? { never > 0 ? .max : max }

    /// Adds a time; nil for one that never ended.
    mutating func add(_ time: Int64?) {
      guard let time else { return never += 1 }
      max = Swift.max(max ?? 0, time)
    }
  }

  /// From a fault's beginning to being offline for it; 0 if the app was offline for it already.
  package internal(set) var detect = Times()
  /// From a fault's end to being online again. Not measured if the next fault begins before.
  package internal(set) var recover = Times()
  package internal(set) var counts = SwitchWatch.Counts()
  package internal(set) var probes = 0
  /// Questions to the quality-of-service server.
  package internal(set) var questions = 0
  package internal(set) var probesPerHour = 0.0

  /// The value of a figure, the greatest number for a time that never ended; nil if nothing was measured.
  package func value(of figure: SwitchScenario.Figure) -> Double? {
    switch figure {
    case .detect: detect.worst.map { Double($0) }
    case .recover: recover.worst.map { Double($0) }
    case .flips: Double(counts.flips)
    case .falseOfflines: Double(counts.falseOfflines)
    case .missed: Double(counts.missed)
    case .probesPerHour: probesPerHour
    }
  }
}
