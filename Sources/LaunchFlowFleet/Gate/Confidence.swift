import LaunchFlowSimulator

/// Bounds on a share from a count, by Chernoff's inequality in its form with the relative entropy (Hoeffding 1963,
/// theorem 1). They hold for every number of launches: a bound is wrong at most as often as it says.
enum Confidence {
  /// A share that the true one is below at most with a probability of `risk`.
  static func least(_ count: Int, of total: Int, risk: Double) -> Double {
    guard count > 0, total > 0 else { return 0 }
    let seen = Double(count) / Double(total)
    let allowed = -Elementary.log(risk) / Double(total)
    var (low, high) = (0.0, seen)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if entropy(seen, middle) > allowed { low = middle } else { high = middle }
    }
    return low
  }

  /// A share that the true one is above at most with a probability of `risk`.
  static func most(_ count: Int, of total: Int, risk: Double) -> Double {
    1 - least(total - count, of: total, risk: risk)
  }

  /// The relative entropy of two coins.
  private static func entropy(_ seen: Double, _ share: Double) -> Double {
    guard share > 0, share < 1 else { return .infinity }
    let yes = seen > 0 ? seen * Elementary.log(seen / share) : 0
    let no = seen < 1 ? (1 - seen) * Elementary.log((1 - seen) / (1 - share)) : 0
    return yes + no
  }
}
