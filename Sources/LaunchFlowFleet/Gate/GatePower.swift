/// How often a gate sees that a share of launches got worse: of those that are degraded, or later than a bound.
public struct GatePower: Sendable {
  /// How often the gate fails by chance, at most.
  public let risk: Double
  /// By how much the share may grow.
  public let allowed: Double

  /// Describes a gate with a single rule.
  ///
  /// - Parameters:
  ///   - risk: Above 0 and below 1.
  ///   - allowed: From 0 to 1.
  public init(risk: Double, allowed: Double) {
    self.risk = risk
    self.allowed = allowed
  }

  /// How often a gate of replayed launches fails where each launch got worse with a probability, and none got better.
  public func replayed(_ launches: Int, worse: Double) -> Double {
    let better = Confidence.most(0, of: launches, risk: risk / 2)
    let least = first(0...launches) {
      Confidence.least($0, of: launches, risk: risk / 2) - better > allowed
    }
    return least.map { Confidence.atLeast($0, of: launches, share: worse) } ?? 0
  }

  /// How often a gate of two groups, each of so many launches, fails.
  ///
  /// - Parameters:
  ///   - launches: At least 1.
  ///   - before: The true share in the first group.
  ///   - after: The true share in the second group.
  public func compared(_ launches: Int, before: Double, after: Double) -> Double {
    // Counts that are this rare in the first group say nothing about the power.
    let deviation = (Double(launches) * before * (1 - before)).squareRoot()
    let middle = Double(launches) * before
    let lowest = max(0, Int(middle - 5 * deviation))
    let highest = min(launches, Int(middle + 5 * deviation) + 1)
    var power = 0.0
    var needed = 0
    // Steps of a tenth of a deviation are fine enough.
    let step = max(1, Int(deviation / 10))
    for count in stride(from: lowest, through: highest, by: step) {
      let limit = Confidence.most(count, of: launches, risk: risk / 2) + allowed
      let found = first(needed...launches) { Confidence.least($0, of: launches, risk: risk / 2) > limit }
      guard let found else { break }
      needed = found
      let share =
        Confidence.atLeast(count, of: launches, share: before)
        - (count + step <= launches ? Confidence.atLeast(count + step, of: launches, share: before) : 0)
      power += share * Confidence.atLeast(needed, of: launches, share: after)
    }
    return min(1, max(0, power))
  }

  /// The least number of launches with a power, to about 1 %; nil for more than ten million.
  public static func launches(for power: Double, _ of: (Int) -> Double) -> Int? {
    var high = 16
    while of(high) < power {
      high *= 2
      guard high <= 1 << 23 else { return nil }
    }
    var low = high / 2
    while high - low > max(1, high / 100) {
      let middle = (low + high) / 2
      if of(middle) < power { low = middle } else { high = middle }
    }
    return high
  }

  /// The first number at which something holds that then holds for all greater ones; nil for none.
  private func first(_ numbers: ClosedRange<Int>, _ holds: (Int) -> Bool) -> Int? {
    guard holds(numbers.upperBound) else { return nil }
    var (low, high) = (numbers.lowerBound, numbers.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
