import LaunchFlowMachine

/// Chooses the folded periods of an axis, so that the rest can be read.
///
/// - Periods in which nothing begins or ends, each longer than a quarter of the axis, are folded if they
///   leave less than an eighth for the rest.
/// - If the time after the landing, when nobody waits, takes more than two thirds of the axis, its quiet
///   periods longer than a quarter of the visible axis are folded, the longest first. If it then still takes
///   more than four fifths, everything later than twice the time of the landing is folded.
struct AxisFolds {
  private let span: Int64
  /// The landing of the last run; nil if a run did not land.
  private let landed: Int64?
  /// The times at which work begins or ends.
  private let work: Set<Int64>
  /// The periods in which nothing begins or ends, in order.
  private let gaps: [Scene.Fold]
  private var folds: [Scene.Fold] = []

  private static let most = 3

  /// The folds of an axis that several runs share.
  static func folds(_ charts: [RunChart]) -> [Scene.Fold] {
    var folds = AxisFolds(charts)
    folds.foldLongGaps()
    folds.foldQuietTail()
    folds.foldBusyTail()
    return folds.folds
  }

  private init(_ charts: [RunChart]) {
    span = charts.map(\.span).max() ?? 0
    let landings = charts.compactMap(\.summary.landedAt)
    landed = landings.count == charts.count ? landings.max() : nil
    let times: [Int64]
    (work, times) = Self.times(charts, span: span)
    gaps = zip(times, times.dropFirst()).map { Scene.Fold(from: $0, to: $1) }
  }

  private var shown: Int64 { span - folds.reduce(0) { $0 + $1.length } }

  private mutating func foldLongGaps() {
    let long = gaps.filter { $0.length > span / 4 }
    let rest = gaps.filter { $0.length <= span / 4 }
    let length = rest.reduce(0) { $0 + $1.length }
    guard length > 0, length < span / 8, rest.contains(where: { work.contains($0.to) }) else { return }
    for gap in long { fold(gap, edge: length / 8) }
  }

  /// The share of the shown axis after the landing; nil without a landing.
  private var tail: Int64? {
    landed.map { landed in
      span - landed - folds.filter { $0.from >= landed }.reduce(0) { $0 + $1.length }
    }
  }

  private mutating func foldQuietTail() {
    guard let landed, landed > 0 else { return }
    while folds.count < Self.most, let tail, tail / 2 > shown / 3 {
      let longest = gaps.filter { gap in
        gap.from >= landed && gap.length > shown / 4
          && !folds.contains { $0.from >= gap.from && $0.to <= gap.to }
      }.max { $0.length < $1.length }
      guard let longest else { return }
      fold(longest, edge: (shown - longest.length) / 8)
    }
  }

  private mutating func foldBusyTail() {
    guard let landed, landed > 0, let tail, tail / 4 > shown / 5, landed < span / 2 else { return }
    folds.removeAll { $0.from >= 2 * landed }
    // A fold that reaches into the busy tail is merged with it.
    let reaching = folds.last.flatMap { $0.to >= 2 * landed ? folds.popLast() : nil }
    folds.append(.init(from: reaching?.from ?? 2 * landed, to: span))
  }

  /// Folds a period except for an edge on both sides.
  private mutating func fold(_ gap: Scene.Fold, edge: Int64) {
    let edge = max(1, min(edge, gap.length / 8))
    folds.append(.init(from: gap.from + edge, to: gap.to - edge))
    folds.sort { $0.from < $1.from }
  }

  /// The times at which work begins or ends, and all times on the axis that must not be folded, in order and
  /// each once.
  private static func times(_ charts: [RunChart], span: Int64) -> (work: Set<Int64>, all: [Int64]) {
    var work: Set<Int64> = []
    var all: Set<Int64> = [0, span]
    for chart in charts {
      for past in chart.summary.steps {
        work.formUnion([past.start, past.start == nil ? nil : past.end].compactMap(\.self))
        for attempt in past.attempts {
          work.formUnion([attempt.start, attempt.end, attempt.abandonedEnd].compactMap(\.self))
        }
      }
      all.formUnion([chart.summary.landedAt, chart.deadline].compactMap(\.self))
      // The deadline of a step that had settled before it changes nothing.
      for row in chart.rows { all.formUnion(row.row.marks.filter { $0.sign != .stepDeadline }.map(\.time)) }
    }
    work = work.filter { $0 >= 0 && $0 <= span }
    return (work, all.union(work).filter { $0 >= 0 && $0 <= span }.sorted())
  }
}
