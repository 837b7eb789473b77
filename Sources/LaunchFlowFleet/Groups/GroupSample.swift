/// The launches of one group of a comparison, weighed by stratum.
struct GroupSample: Sendable {
  typealias Launch = RecordedLaunches.Launch

  /// By stratum and unit.
  let launches: [Launch]
  /// The landing times, ascending.
  let times: [Int64]
  /// How many units there are.
  private(set) var units = 0
  /// By place in `times`: the weight of the launches up to there.
  private let landed: [Double]
  /// By stratum; they add up to 1.
  private let weights: [Int32: Double]

  /// - Parameter weights: Of the strata that are compared.
  init(_ all: [Launch], _ weights: [Int32: Double]) {
    self.weights = weights
    launches = all.filter { weights[$0.stratum] != nil }
      .sorted { ($0.stratum, $0.unit) < ($1.stratum, $1.unit) }
    var counts: [Int32: Double] = [:]
    for launch in launches { counts[launch.stratum, default: 0] += 1 }
    let parts = weights.merging(counts) { $0 / $1 }
    let order = launches.sorted { $0.time < $1.time }
    times = order.map(\.time)
    var sum = 0.0
    landed = order.map { launch in
      sum += parts[launch.stratum] ?? 0
      return sum
    }
    units = Int(strata { _ in false }.reduce(0) { $0 + $1.sums.units })
  }

  /// The landed share by a time.
  func landed(by time: Int64) -> Double {
    let place = first { times[$0] > time }
    return place == times.count ? 1 : place > 0 ? landed[place - 1] : 0
  }

  /// The share of launches with a property.
  func share(_ reach: Double, _ holds: (Launch) -> Bool) -> Interval {
    let (seen, worth) = estimate(holds)
    return Interval(share: seen, worth: worth, reach: reach)
  }

  /// The landing time that a share of the launches does not exceed: its bounds are the times at the bounds of the share
  /// (Woodruff, "Confidence intervals for medians and other position measures", 1952).
  func time(at share: Double, _ reach: Double) -> Interval {
    let seen = times[place(of: share)]
    let bounds = Interval(share: share, worth: estimate { $0.time <= seen }.worth, reach: reach)
    let (low, high) = (place(of: bounds.least), place(of: bounds.most))
    // The first and the last launch bound nothing.
    return Interval(
      seen: Double(seen), least: low > 0 ? Double(times[low]) : 0,
      most: high < times.count - 1 && times[high] < RecordedLaunches.never ? Double(times[high]) : .infinity)
  }

  /// A sum of weights misses a round number by a hair.
  private func place(of share: Double) -> Int { min(times.count - 1, first { landed[$0] >= share - 1e-9 }) }

  /// The first place from which on something holds; the count of launches for none.
  private func first(_ holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// A share, and how many independent launches would say as much.
  private func estimate(_ holds: (Launch) -> Bool) -> (seen: Double, worth: Double) {
    let strata = strata(holds)
    let all = strata.reduce(0) { $0 + $1.sums.held } / Double(max(1, launches.count))
    var (seen, variance, spread) = (0.0, 0.0, 0.0)
    for (stratum, sums) in strata {
      let weight = weights[stratum] ?? 0
      seen += weight * sums.held / sums.count
      variance += weight * weight * sums.variance(all)
      spread += weight * weight / sums.units
    }
    seen = min(1, seen)
    let worth = variance > 0 ? seen * (1 - seen) / variance : 0
    return (seen, worth > 0 ? worth : 1 / max(spread, 1e-12))
  }

  private func strata(_ holds: (Launch) -> Bool) -> [(stratum: Int32, sums: UnitSums)] {
    var strata: [(stratum: Int32, sums: UnitSums)] = []
    var place = 0
    while place < launches.count {
      let (stratum, unit) = (launches[place].stratum, launches[place].unit)
      var (count, held) = (0.0, 0.0)
      while place < launches.count, launches[place].unit == unit, launches[place].stratum == stratum {
        count += 1
        if holds(launches[place]) { held += 1 }
        place += 1
      }
      if strata.last?.stratum != stratum { strata.append((stratum, UnitSums())) }
      strata[strata.count - 1].sums.add(count, held)
    }
    return strata
  }
}

/// The launches of one stratum, those with a property, and their squares over units.
private struct UnitSums {
  private(set) var count = 0.0
  private(set) var held = 0.0
  private(set) var units = 0.0
  private var countSquares = 0.0
  private var heldSquares = 0.0
  private var products = 0.0

  mutating func add(_ count: Double, _ held: Double) {
    self.count += count
    self.held += held
    units += 1
    countSquares += count * count
    heldSquares += held * held
    products += count * held
  }

  /// The variance of the share: that between units, and no less than that of independent launches, whose share is drawn
  /// towards that of all strata, since a few launches seem to be all alike.
  func variance(_ all: Double) -> Double {
    let share = held / count
    let drawn = (held + all) / (count + 1)
    let apart = drawn * (1 - drawn) / count
    guard units > 1 else { return max(apart, drawn * (1 - drawn)) }
    let between = heldSquares - 2 * share * products + share * share * countSquares
    return max(apart, between * units / (units - 1) / (count * count))
  }
}
