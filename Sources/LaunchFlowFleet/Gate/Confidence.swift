import LaunchFlowSimulator

/// Bounds on a share from a count, after Clopper and Pearson ("The use of confidence or fiducial limits illustrated in
/// the case of the binomial", 1934). They hold for every number of launches: a bound is wrong at most as often as it
/// says.
package enum Confidence {
  /// A share that the true one is below at most with a probability of `risk`.
  package static func least(_ count: Int, of total: Int, risk: Double) -> Double {
    guard count > 0, total > 0, count <= total else { return 0 }
    if count == total { return Elementary.exp(Elementary.log(risk) / Double(total)) }
    var (low, high) = (0.0, Double(count) / Double(total))
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if atLeast(count, of: total, share: middle) < risk { low = middle } else { high = middle }
    }
    return low
  }

  /// A share that the true one is above at most with a probability of `risk`.
  package static func most(_ count: Int, of total: Int, risk: Double) -> Double {
    1 - least(total - count, of: total, risk: risk)
  }

  /// The probability of so many or more among a number of launches.
  ///
  /// - Parameters:
  ///   - count: At least 0.
  ///   - total: At least the count.
  ///   - share: The probability of each, from 0 to 1.
  package static func atLeast(_ count: Int, of total: Int, share: Double) -> Double {
    guard count > 0 else { return 1 }
    guard share > 0 else { return 0 }
    guard share < 1 else { return 1 }
    guard Double(count) > share * Double(total) else {
      // The shorter side of the sum.
      return 1 - atLeast(total - count + 1, of: total, share: 1 - share)
    }
    let odds = share / (1 - share)
    var (sum, term, successes) = (1.0, 1.0, count)
    while successes < total, term > 1e-13 * sum {
      term *= Double(total - successes) / Double(successes + 1) * odds
      successes += 1
      sum += term
    }
    return min(1, sum * exactly(count, of: total, share: share))
  }

  /// The probability of exactly so many, by the saddle-point form (Loader 2000), which loses no digits.
  private static func exactly(_ count: Int, of total: Int, share: Double) -> Double {
    if count == total { return Elementary.exp(Double(total) * Elementary.log(share)) }
    let (n, k) = (Double(total), Double(count))
    let correction = stirlingError(total) - stirlingError(count) - stirlingError(total - count)
    let scale = (n / (2 * Double.pi * k * (n - k))).squareRoot()
    return scale * Elementary.exp(correction - n * entropy(k / n, share))
  }

  /// By how much the logarithm of a factorial exceeds Stirling's formula.
  private static func stirlingError(_ number: Int) -> Double {
    let n = Double(number)
    guard number < 16 else {
      return (1 / 12 - (1 / 360 - (1 / 1_260 - 1 / (1_680 * n * n)) / (n * n)) / (n * n)) / n
    }
    let factorial = (1...max(1, number)).reduce(1.0) { $0 * Double($1) }
    return Elementary.log(factorial) - (n + 0.5) * Elementary.log(n) + n - 0.5 * Elementary.log(2 * Double.pi)
  }

  /// The relative entropy of two coins, of which neither always falls on one side.
  private static func entropy(_ seen: Double, _ share: Double) -> Double {
    seen * Elementary.log(seen / share) + (1 - seen) * Elementary.log((1 - seen) / (1 - share))
  }
}
