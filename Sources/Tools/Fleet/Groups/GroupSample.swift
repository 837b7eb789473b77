/// The launches of one group of a comparison, weighed by stratum.
package struct GroupSample: Sendable {
  typealias Launch = RecordedLaunches.Launch

  /// Launches with their count, by installation and stratum.
  let launches: [(launch: Launch, count: Int)]
  package let count: Int
  package let landings: LandingTimes
  /// The weights of the first and of the last launch.
  private let ends: (first: Double, last: Double)
  /// By their numbers; nil for strata that are not compared.
  private var strata: [Stratum?]
  private var units: [Unit] = []

  private struct Stratum {
    /// The weights of all strata add up to 1.
    var weight: Double
    var count = 0.0
    var units = 0.0
  }

  /// What is independent of others: an installation, or equal launches of unknown installations, which are independent
  /// of one another.
  private struct Unit {
    var places: Range<Int>
    /// For how many independent units it stands, and how many launches each of them has.
    var copies: Double
    var size: Double
  }

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
    var start = 0
    while start < kept.count {
      let installation = kept[start].launch.installation
      let same = kept[start...].prefix { installation != nil && $0.launch.installation == installation }
      let places = start..<max(same.endIndex, start + 1)
      let size = Double(kept[places].reduce(0) { $0 + $1.count })
      let copies = installation == nil ? size : 1
      units.append(Unit(places: places, copies: copies, size: size / copies))
      for stratum in Set(kept[places].map(\.launch.stratum)) { strata[Int(stratum)]?.units += copies }
      start = places.upperBound
    }
  }

  /// Of how many installations the launches are; 0 if they do not say.
  package var installations: Int {
    units.count { launches[$0.places.lowerBound].launch.installation != nil }
  }

  /// How many of the launches are independent: installations, and launches of unknown ones.
  var independent: Double { units.reduce(0) { $0 + $1.copies } }

  /// The variance of the number of launches, whose installations come by chance.
  var countVariance: Double { units.reduce(0) { $0 + $1.copies * $1.size * $1.size } }

  /// A figure, with bounds at this number of standard deviations.
  func interval(_ figure: GateRule.Figure, reach: Double) -> Interval {
    guard case .time(let share) = figure else {
      let (seen, worth) = estimate(figure.holds)
      return Interval(share: seen, worth: worth, reach: reach)
    }
    let seen = landings.time(at: share)
    let worth = estimate { $0.time <= seen }.worth
    return landings.time(at: share, within: Interval(share: share, worth: worth, reach: reach), ends: ends)
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
    for unit in units {
      var sum = 0.0
      for (launch, number) in launches[unit.places] {
        guard let stratum = strata[Int(launch.stratum)] else { continue }
        let share = held[Int(launch.stratum)] / stratum.count
        sum +=
          Double(number) * ((holds(launch) ? 1 : 0) - share) * stratum.weight / stratum.count / unit.copies
      }
      between += unit.copies * sum * sum
    }
    if independent > 1 { between *= independent / (independent - 1) }
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

extension GateRule.Figure {
  fileprivate func holds(_ launch: RecordedLaunches.Launch) -> Bool {
    switch self {
    case .time, .worst: false
    case .degraded: launch.isDegraded
    case .cancelled: launch.isCancelled
    case .unfinished: launch.page < 0
    case .page(let page): launch.page == page
    case .later(let time): launch.time > time
    }
  }
}
