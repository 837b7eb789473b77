import LaunchFlowSimulator

/// The pace at which a source's attempts usually answer, and the place of each of its cells in it.
///
/// An attempt's exposure is the number of answers that it should have given by its end: the cumulative hazard of
/// Nelson (1969) and Aalen (1978). A kind of launches whose attempts answer twice as often as their exposure says is
/// twice as fast, however they were cut.
struct UsualPace {
  /// The source's cells.
  let cells: [Int]
  /// By cell of the source: its stretch of time. Stretches have about equal weight, and are finer where calls are slow.
  let stretches: [Int]
  /// By cell of the source: the exposure in its own stretch.
  let parts: [Double]
  /// By stretch: the exposure of an attempt that outlives it.
  let whole: [Double]

  /// The shares of the answers before each further stretch.
  private static let edges = [0.3, 0.6, 0.8, 0.9, 0.95]

  /// - Parameters:
  ///   - source: The number of the source.
  ///   - times: By cell: the times of its attempts.
  init(of source: Int, _ all: [CallCell], _ times: [TimeBins]) {
    cells = all.indices.filter { all[$0].source == source }.sorted {
      (all[$0].bucket, $0) < (all[$1].bucket, $1)
    }
    let observations = cells.map { times[$0].observations(outcome: all[$0].outcome == nil ? nil : 0) }
    let survival = Survival(observations.flatMap(\.self), outcomes: 1)
    let answered = Double(max(1, survival.answered))
    var (stretches, ends): ([Int], [Double]) = ([], [])
    var (bucket, sum, width) = (-1, 0.0, 0.0)
    var stretch = -1
    for (place, cell) in cells.enumerated() {
      if all[cell].bucket != bucket {
        bucket = all[cell].bucket
        sum += width
        width = cells.reduce(0) {
          all[$1].bucket == bucket && all[$1].outcome != nil ? $0 + Double(times[$1].count) / answered : $0
        }
        let next = Self.edges.count { $0 <= sum + width / 2 }
        if next != stretch { ends.append(ends.last ?? 0) }
        stretch = next
      }
      stretches.append(ends.count - 1)
      if all[cell].outcome != nil, let last = observations[place].last {
        ends[ends.count - 1] = max(ends[ends.count - 1], survival.exposure(of: last.time, hasAnswered: false))
      }
    }
    let starts = [0] + ends.dropLast()
    whole = zip(starts, ends).map { $1 - $0 }
    parts = cells.indices.map { [whole] place in
      let count = observations[place].reduce(0) { $0 + $1.weight }
      let exposure = observations[place].reduce(0) {
        $0 + $1.weight / count * survival.exposure(of: $1.time, hasAnswered: $1.outcome != nil)
      }
      return min(whole[stretches[place]], max(0, exposure - starts[stretches[place]]))
    }
    self.stretches = stretches
  }
}

extension Survival {
  /// The number of answers that an attempt should have given by a time. Attempts that answer at one time do so one after
  /// another.
  fileprivate func exposure(of time: Int64, hasAnswered: Bool) -> Double {
    let later = times.place { $0 > time }
    guard later > 0 else { return 0 }
    let left = max(Self.hair, 1 - shares[later - 1])
    guard hasAnswered else { return -Elementary.log(left) }
    let before = max(Self.hair, later > 1 ? 1 - shares[later - 2] : 1)
    let staying = min(1 - Self.hair, left / before)
    return 1 - Elementary.log(before) + staying / (1 - staying) * Elementary.log(staying)
  }

  /// No share is smaller.
  private static let hair = 1e-12
}
