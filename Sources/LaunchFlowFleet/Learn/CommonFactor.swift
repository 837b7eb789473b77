import LaunchFlowSimulator

/// What the calls of one launch have in common: on a slow phone or radio, all of them are slow.
///
/// Estimated from pairs of calls of a launch: the covariance of the logarithms of their times, each against the mean of
/// its own step. Calls that were cut have no time, so it is rather too small than too great. A call that the others end,
/// by the landing or a deadline, is heard of only while they are slow, which looks like something in common; so sources
/// with many such calls do not count.
struct CommonFactor {
  /// By source: the count, the sum and the sum of squares of the logarithms.
  private var sums: [(count: Double, sum: Double, squares: Double)]
  /// By launch: its calls, each a source and a logarithm.
  private var launches: [[(source: Int, log: Double)]] = []

  /// By source: how many calls something other than their time-out ended.
  private var ended: [Double]

  /// A source does not count where more than this share of its calls was ended by something else.
  private static let mostEnded = 0.02
  /// So many launches say enough.
  private static let mostLaunches = 50_000

  init(sources: Int) {
    sums = Array(repeating: (0, 0, 0), count: sources)
    ended = Array(repeating: 0, count: sources)
  }

  /// Counts a call that something other than its time-out ended.
  mutating func addEnded(_ source: Int) { ended[source] += 1 }

  private func counts(_ source: Int) -> Bool {
    ended[source] <= Self.mostEnded * (sums[source].count + ended[source])
  }

  /// Adds the calls of one launch that answered: a source and nanoseconds each.
  mutating func add(_ calls: [(source: Int, time: Int64)]) {
    let logs = calls.filter { $0.time > 0 }.map { (source: $0.source, log: Elementary.log(Double($0.time))) }
    for call in logs {
      sums[call.source].count += 1
      sums[call.source].sum += call.log
      sums[call.source].squares += call.log * call.log
    }
    if logs.count > 1, launches.count < Self.mostLaunches { launches.append(logs) }
  }

  /// The variance of the factor's logarithm; 0 where chance explains it.
  var variance: Double {
    var (count, sum, squares) = (0.0, 0.0, 0.0)
    let counting = sums.indices.map(counts)
    for calls in launches {
      let launch = calls.filter { counting[$0.source] }
      var (own, pairs) = (0.0, 0.0)
      for (place, first) in launch.enumerated() {
        for second in launch[(place + 1)...] where first.source != second.source {
          own += (first.log - mean(first.source)) * (second.log - mean(second.source))
          pairs += 1
        }
      }
      guard pairs > 0 else { continue }
      count += 1
      sum += own / pairs
      squares += own / pairs * (own / pairs)
    }
    guard count > 30 else { return 0 }
    let mean = sum / count
    let error = (max(0, squares / count - mean * mean) / count).squareRoot()
    return mean > 4 * error && mean > 0.002 ? mean : 0
  }

  /// The 99th percentile of the factor; nil for none.
  var p99: Double? {
    let variance = variance
    guard variance > 0 else { return nil }
    let factor = Elementary.exp(variance.squareRoot() * NormalQuantile.value(0.99))
    return min(1_000, (factor * 100).rounded() / 100)
  }

  /// The share of a source's spread that is its own, given the factor's variance.
  func shrink(_ source: Int, _ variance: Double) -> Double {
    let (count, _, squares) = sums[source]
    guard variance > 0, count > 1 else { return 1 }
    let own = squares / count - mean(source) * mean(source)
    return own <= 0 ? 1 : max(0.05, 1 - variance / own).squareRoot()
  }

  private func mean(_ source: Int) -> Double {
    sums[source].count == 0 ? 0 : sums[source].sum / sums[source].count
  }
}
