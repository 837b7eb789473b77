/// A figure, and the bounds between which chance leaves its true value.
package struct Interval: Hashable, Sendable {
  package var seen: Double
  package var least: Double
  /// Infinite where the launches are too few to bound it.
  package var most: Double
}

extension Interval {
  /// A share, by the interval of Wilson ("Probable inference, the law of succession, and statistical inference", 1927).
  ///
  /// - Parameter worth: As many independent launches would say as much; more than 0.
  init(share: Double, worth: Double, reach: Double) {
    let part = reach * reach / worth
    let middle = (share + part / 2) / (1 + part)
    let half = (share * (1 - share) * part + part * part / 4).squareRoot() / (1 + part)
    self.init(seen: share, least: max(0, middle - half), most: min(1, middle + half))
  }

  /// The difference from another figure: each bound takes from both intervals what they reach to its side (Zou and
  /// Donner, "Construction of confidence limits about effect measures", 2008).
  ///
  /// - Parameter correlation: Of the two figures; 0 where they have no launch in common.
  func minus(_ other: Interval, correlation: Double = 0) -> Interval {
    func both(_ own: Double, _ others: Double) -> Double {
      guard own.isFinite, others.isFinite else { return .infinity }
      let shared = correlation == 0 ? 0 : 2 * correlation * own * others
      return (own * own + others * others - shared).squareRoot()
    }
    return Interval(
      seen: seen - other.seen,
      least: seen - other.seen - both(seen - least, other.most - other.seen),
      most: seen - other.seen + both(most - seen, other.seen - other.least))
  }

  func times(_ factor: Double) -> Interval {
    Interval(seen: seen * factor, least: least * factor, most: most * factor)
  }
}

/// A figure before and after a change: nanoseconds, or shares from 0 to 1.
package struct Estimate: Hashable, Sendable {
  package var before: Double
  package var after: Double
  /// The worst that it may be after the change, where the launches leave that open; else the same.
  package var worst: Double
  /// The bounds that chance and the launches leave to the change.
  package var change: Interval
  /// Whether chance alone does not explain the change.
  package var isBeyondChance: Bool { change.least > 0 || change.most < 0 }
}

/// How many standard deviations the bounds of an interval are away.
package enum Looks: Hashable, Sendable {
  /// The launches are judged once, as launches that are played again.
  case once
  /// They are looked at as often as one likes while more arrive: the bounds hold at all looks together. They are those of
  /// a normal mixture (Robbins, "Statistical methods related to the law of the iterated logarithm", 1970).
  case always
  /// They are looked at as often as one likes until each group has the planned launches, and judged then: narrow at the end,
  /// wide before (the boundary of O'Brien and Fleming, for a process without steps).
  case until(Int)

  /// The number of launches at which the mixture is about narrowest.
  private static let mixture = 300.0

  /// - Parameters:
  ///   - risk: How often one bound may be wrong, below 0.5.
  ///   - worth: The product of the two groups' independent launches by their sum; of equal groups, half of one.
  ///   - launches: Of the smaller group.
  func reach(risk: Double, worth: Double = 0, launches: Double = 0) -> Double {
    switch self {
    case .once: return NormalQuantile.value(1 - risk)
    case .always:
      let part = max(worth, 1e-9) / Self.mixture
      return ((1 + 1 / part) * (Elementary.log(1 + part) - 2 * Elementary.log(min(1, 2 * risk)))).squareRoot()
    case .until(let planned):
      let part = min(1, max(launches, 1) / Double(max(1, planned)))
      return NormalQuantile.value(1 - risk / 2) / part.squareRoot()
    }
  }
}
