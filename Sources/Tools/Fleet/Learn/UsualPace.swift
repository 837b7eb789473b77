/// The pace at which a source's attempts usually answer, and the place of each of its cells in it.
///
/// An attempt's exposure is the number of answers that it should have given by its end: the cumulative hazard of
/// Nelson (1969) and Aalen (1978). Attempts end in the middle of their cell's time, so all exposures together are the
/// number of answers. A kind of launches whose attempts answer twice as often as their exposure says is twice as fast,
/// however they were cut.
struct UsualPace {
  let cells: [Int]
  /// By cell of the source: its stretch of time. Stretches have about equal weight, and are finer where calls are slow.
  private(set) var stretches: [Int] = []
  /// By cell of the source: the exposure in its own stretch.
  private(set) var parts: [Double] = []
  /// By stretch: the exposure of an attempt that outlives it.
  private(set) var whole: [Double] = []

  /// The shares of the answers before each further stretch.
  private static let edges = [0.3, 0.6, 0.8, 0.9, 0.95]

  /// - Parameter counts: By cell: how many attempts it has.
  init(of source: Int, _ all: [CallCell], _ counts: [Double]) {
    cells = all.indices.filter { all[$0].source == source }.sorted {
      (all[$0].bucket, $0) < (all[$1].bucket, $1)
    }
    var left = cells.reduce(0.0) { $0 + counts[$1] }
    let answered = cells.reduce(0.0) { all[$1].outcome != nil ? $0 + counts[$1] : $0 }
    var (stretch, before) = (-1, 0.0)
    while stretches.count < cells.count {
      let bucket = all[cells[stretches.count]].bucket
      let same = cells[stretches.count...].prefix { all[$0].bucket == bucket }
      let ended = same.reduce(0.0) { $0 + counts[$1] }
      let answers = same.reduce(0.0) { all[$1].outcome != nil ? $0 + counts[$1] : $0 }
      let rate = answers / max(0.5, left - ended / 2)
      let next = Self.edges.count { $0 * answered <= before + answers / 2 }
      if next != stretch { whole.append(0) }
      stretch = next
      for _ in same {
        stretches.append(whole.count - 1)
        parts.append(whole[whole.count - 1] + rate / 2)
      }
      whole[whole.count - 1] += rate
      (left, before) = (left - ended, before + answers)
    }
  }
}
