import LaunchFlowSimulator

/// What the `network` errors of one launch have in common: on a bad connection, several calls are lost.
///
/// Two calls of a launch are lost together as often as each alone, times the mean square of the level of loss. Only first
/// attempts count, each step once: a second attempt is made only because the first one failed.
struct LossLevel {
  /// Pairs of calls of two sources in one launch.
  private struct Pairs {
    var count = 0.0
    var first = 0.0
    var second = 0.0
    var both = 0.0
  }

  private var pairs: [Pair: Pairs] = [:]

  private struct Pair: Hashable {
    var first: Int
    var second: Int
  }

  /// So many calls of a launch say enough.
  private static let mostCalls = 32
  /// Fewer calls that are lost together may be chance.
  private static let leastBoth = 10.0

  /// Adds the calls of one launch that answered, one a source.
  mutating func add(_ calls: [(source: Int, isLost: Bool)]) {
    let calls = calls.prefix(Self.mostCalls).sorted { $0.source < $1.source }
    for (place, first) in calls.enumerated() {
      for second in calls[(place + 1)...] {
        let pair = Pair(first: first.source, second: second.source)
        pairs[pair, default: Pairs()].count += 1
        if first.isLost { pairs[pair]?.first += 1 }
        if second.isLost { pairs[pair]?.second += 1 }
        if first.isLost, second.isLost { pairs[pair]?.both += 1 }
      }
    }
  }

  /// Adds the calls of other launches.
  mutating func add(_ others: LossLevel) {
    for (pair, count) in others.pairs {
      pairs[pair, default: Pairs()].count += count.count
      pairs[pair]?.first += count.first
      pairs[pair]?.second += count.second
      pairs[pair]?.both += count.both
    }
  }

  /// The 99th percentile of the factor of a launch, whose mean is 1; nil where chance explains what is lost together.
  var p99: Double? {
    // In one order, since a sum of parts depends on it.
    let all = pairs.sorted { ($0.key.first, $0.key.second) < ($1.key.first, $1.key.second) }.map(\.value)
    let both = all.reduce(0) { $0 + $1.both }
    let expected = all.reduce(0) { $0 + $1.first * $1.second / $1.count }
    guard both >= Self.leastBoth, both - expected > 4 * expected.squareRoot() else { return nil }
    // The mean square of a log-normal factor with the mean 1.
    let variance = Elementary.log(both / expected)
    let quantile = NormalQuantile.value(0.99)
    let sigma = min(quantile, variance.squareRoot())
    let factor = Elementary.exp(sigma * quantile - sigma * sigma / 2)
    return min(14, (factor * 10).rounded() / 10)
  }
}
