import LaunchFlowRecords

/// The launches of one group of a comparison, weighed by stratum.
package struct GroupSample: Sendable {
  typealias Launch = RecordedLaunches.Launch

  /// Launches with their count, by installation and stratum.
  let launches: [(launch: Launch, count: Int)]
  package let count: Int
  /// How many of them are independent: installations, and launches of unknown ones.
  private(set) var units = 0.0
  /// The variance of the number of launches, whose installations come by chance.
  private(set) var countVariance = 0.0
  /// Of how many installations they are; 0 if they do not say.
  package private(set) var installations = 0
  package let landings: LandingTimes
  /// The weights of the first and of the last launch.
  private let ends: (first: Double, last: Double)
  /// By their numbers; nil for strata that are not compared.
  private var strata: [Stratum?]
  /// The places of each installation's launches; of launches without one, each place alone.
  private var unitPlaces: [Range<Int>] = []

  private struct Stratum {
    /// The weights of all strata add up to 1.
    var weight: Double
    var count = 0.0
    var units = 0.0
  }

  /// - Parameter weights: Of the strata that are compared.
  init(_ all: [Launch: Int], _ weights: [Int32: Double]) {
    let kept = all.filter { weights[$0.key.stratum] != nil }.map { (launch: $0, count: $1) }
      .sorted { $0.launch.order < $1.launch.order }
    launches = kept
    count = kept.reduce(0) { $0 + $1.count }
    strata = Array(repeating: nil, count: 1 + Int(weights.keys.max() ?? -1))
    for (number, weight) in weights { strata[Int(number)] = Stratum(weight: weight) }
    for (launch, count) in kept { strata[Int(launch.stratum)]?.count += Double(count) }
    let parts = strata.map { stratum in stratum.map { $0.weight / $0.count } ?? 0 }
    landings = LandingTimes(
      kept.map { ($0.launch.time, Double($0.count) * parts[Int($0.launch.stratum)]) })
    func weight(_ launch: Launch?) -> Double { launch.map { parts[Int($0.stratum)] } ?? 0 }
    let times = kept.map(\.launch)
    ends = (weight(times.min { $0.time < $1.time }), weight(times.max { $0.time < $1.time }))
    for (place, (launch, _)) in launches.enumerated() {
      if let last = unitPlaces.last, let installation = launch.installation,
        installation == launches[last.lowerBound].launch.installation
      {
        unitPlaces[unitPlaces.count - 1] = last.lowerBound..<place + 1
      } else {
        unitPlaces.append(place..<place + 1)
      }
    }
    for unit in unitPlaces {
      let size = Double(launches[unit].reduce(0) { $0 + $1.count })
      let first = launches[unit.lowerBound].launch
      let isKnown = first.installation != nil
      if isKnown { installations += 1 }
      units += isKnown ? 1 : size
      countVariance += isKnown ? size * size : size
      var last: Int32?
      for (launch, _) in launches[unit] where launch.stratum != last {
        strata[Int(launch.stratum)]?.units += isKnown ? 1 : size
        last = launch.stratum
      }
    }
  }

  /// The share of launches with a property, with bounds that are so many standard deviations away.
  func share(_ holds: (Launch) -> Bool) -> (_ reach: Double) -> Interval {
    let (seen, worth) = estimate(holds)
    return { Interval(share: seen, worth: worth, reach: $0) }
  }

  /// The landing time that a share of the launches does not exceed, with such bounds.
  func time(at share: Double) -> (_ reach: Double) -> Interval {
    let seen = landings.time(at: share)
    let worth = estimate { $0.time <= seen }.worth
    return { landings.time(at: share, within: Interval(share: share, worth: worth, reach: $0), ends: ends) }
  }

  /// A share, and how many independent launches would say as much.
  ///
  /// The variance is that between installations, and no less than that of independent launches, whose share is drawn
  /// towards that of all strata, since a few launches seem to be all alike.
  private func estimate(_ holds: (Launch) -> Bool) -> (seen: Double, worth: Double) {
    var held = strata.map { _ in 0.0 }
    for (launch, count) in launches where holds(launch) { held[Int(launch.stratum)] += Double(count) }
    let all = held.reduce(0, +) / Double(max(1, count))
    var (seen, least, spread) = (0.0, 0.0, 0.0)
    for case (let stratum?, let held) in zip(strata, held) {
      let square = stratum.weight * stratum.weight
      seen += stratum.weight * held / stratum.count
      let drawn = (held + all) / (stratum.count + 1)
      least += square * drawn * (1 - drawn) / (stratum.units > 1 ? stratum.count : 1)
      spread += square / stratum.units
    }
    var between = 0.0
    for unit in unitPlaces {
      var (sum, count) = (0.0, 0.0)
      for (launch, number) in launches[unit] {
        guard let stratum = strata[Int(launch.stratum)] else { continue }
        let share = held[Int(launch.stratum)] / stratum.count
        count = Double(number)
        sum += count * ((holds(launch) ? 1 : 0) - share) * stratum.weight / stratum.count
      }
      between += launches[unit.lowerBound].launch.installation == nil ? sum * sum / count : sum * sum
    }
    if units > 1 { between *= units / (units - 1) }
    let variance = max(least, between)
    seen = min(1, seen)
    let worth = variance > 0 ? seen * (1 - seen) / variance : 0
    return (seen, worth > 0 ? worth : 1 / max(spread, 1e-12))
  }
}

extension RecordedLaunches.Launch {
  /// Launches of one installation are beside one another, and those of one stratum within them.
  fileprivate var order: (UInt64, Int32, Int64, Int32, Int) {
    (installation?.bits ?? 0, stratum, time, page, (isDegraded ? 2 : 0) + (isCancelled ? 1 : 0))
  }
}
