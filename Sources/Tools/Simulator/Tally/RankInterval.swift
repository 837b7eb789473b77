/// The ranks between which a true percentile lies, whatever the distribution of the times.
///
/// The number of runs at or below the true percentile of a share `q` is binomial. So the percentile lies
/// between two times of the sample with at least 95 %: the chance that it is below the lower one, and that it
/// is above the upper one, is at most 2.5 % each.
package struct RankInterval: Hashable, Sendable {
  /// The rank of the lower time, from 0; nil for too few runs.
  package var lower: Int?
  /// The rank of the upper time.
  package var upper: Int?

  private static let mostMissed = 0.025
  /// Weights below this part of the greatest one change no rank.
  private static let negligible = 1e-30

  /// The interval of a share, above 0 and below 1, among a number of runs.
  package init(of share: Double, among count: Int) {
    guard count > 0, share > 0, share < 1 else { return }
    // The weights of the binomial distribution, from the greatest one to both sides: only ratios are needed.
    let mode = min(count, Int(Double(count + 1) * share))
    let odds = share / (1 - share)
    var below: [Double] = []
    var weight = 1.0
    var successes = mode
    while successes > 0, weight > Self.negligible {
      weight *= Double(successes) / (Double(count - successes + 1) * odds)
      successes -= 1
      below.append(weight)
    }
    var above: [Double] = []
    weight = 1
    successes = mode
    while successes < count, weight > Self.negligible {
      weight *= Double(count - successes) / Double(successes + 1) * odds
      successes += 1
      above.append(weight)
    }
    let sum = below.reversed().reduce(0, +) + above.reversed().reduce(0, +) + 1
    // This many successes or fewer are rare enough; the next time is the lower one. Likewise above.
    var rest = Self.mostMissed * sum
    if let place = Self.last(of: below, within: &rest) { lower = mode - 1 - place }
    rest = Self.mostMissed * sum
    if let place = Self.last(of: above, within: &rest) { upper = mode + place }
  }

  /// The first of the weights, from the far end, whose sum with all before it still fits; nil if none fits.
  private static func last(of weights: [Double], within rest: inout Double) -> Int? {
    var found: Int?
    for place in weights.indices.reversed() {
      rest -= weights[place]
      guard rest >= 0 else { break }
      found = place
    }
    return found
  }
}
