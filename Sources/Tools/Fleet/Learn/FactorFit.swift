import LaunchFlowSimulator

/// What the calls of a launch have in common, told apart from what each of them takes by itself.
///
/// The time of a call is its own time, times the factor of its launch. The logarithm of the factor is normal with the
/// mean 0; the own times of a source have any distribution. Both are found in turns (expectation and maximisation,
/// Dempster, Laird and Rubin 1977): how likely each factor of a launch is, given the own times; then the own times by the
/// estimator of Kaplan and Meier, each call at its time divided by each factor, weighted by its likelihood. A call that was
/// cut counts as one that would have taken longer, in both.
struct FactorFit {
  /// The variance of the factor's logarithm.
  private(set) var variance: Double
  /// By source: the own times of its calls; nil for a source without calls.
  private(set) var own: [Survival?]

  /// The 99th percentile of the factor; at most what a scenario may say.
  var p99: Double {
    let factor = Elementary.exp(variance.squareRoot() * NormalQuantile.value(0.99))
    return min(1_000, (factor * 100).rounded() / 100)
  }

  private static let mostRounds = 40
  /// The factors that are tried for each launch.
  private static let nodes = 25
  /// How far they go, in standard deviations.
  private static let reach = 3.2

  /// Fits launches; nil where their calls have nothing in common.
  ///
  /// - Parameter outcomes: By source: how many kinds of outcomes there are.
  init?(_ factor: CommonFactor, outcomes: [Int]) {
    variance = factor.covariance
    guard variance > 0 else { return nil }
    own = []
    var spreads = (0..<factor.sources).map { OwnTimes(factor, source: $0, outcomes: outcomes[$0], variance) }
    for round in 0..<Self.mostRounds {
      for source in spreads.indices { spreads[source]?.begin() }
      var squares = 0.0
      let logs = nodes
      for calls in factor.launches {
        let likely = round == 0 ? first(calls, logs, factor) : likelihoods(calls, logs, spreads)
        for (log, share) in zip(logs, likely) where share > 1e-6 {
          squares += share * log * log
          for call in calls { spreads[call.source]?.add(call, log, share) }
        }
      }
      for source in spreads.indices { spreads[source]?.end() }
      let next = squares / Double(max(1, factor.launches.count))
      let isSettled = round > 2 && (next - variance).magnitude < 0.001 * variance
      variance = next
      if isSettled { break }
    }
    var instant: [Int: [Survival.Observation]] = [:]
    for call in factor.instant {
      instant[call.source, default: []].append(.init(call.time, outcome: call.outcome))
    }
    own = spreads.enumerated().map { source, spread in
      let all = (spread?.observations ?? []) + (instant[source] ?? [])
      return all.isEmpty ? nil : Survival(all, outcomes: outcomes[source])
    }
  }

  /// The logarithms of the factors that are tried.
  private var nodes: [Double] {
    let deviation = variance.squareRoot()
    return (0..<Self.nodes).map {
      deviation * Self.reach * (2 * Double($0) / Double(Self.nodes - 1) - 1)
    }
  }

  /// How likely each factor of a launch is, from its answers alone, as if all times were log-normal.
  private func first(_ calls: [CommonFactor.Call], _ logs: [Double], _ factor: CommonFactor) -> [Double] {
    var (precision, sum) = (1 / variance, 0.0)
    for call in calls where call.outcome != nil {
      let own = max(0.02, factor.variance(call.source) - variance)
      precision += 1 / own
      sum += (call.log - factor.mean(call.source)) / own
    }
    let mean = sum / precision
    return Self.shares(logs.map { -0.5 * precision * ($0 - mean) * ($0 - mean) })
  }

  /// How likely each factor of a launch is, given the own times of the sources.
  private func likelihoods(
    _ calls: [CommonFactor.Call], _ logs: [Double], _ spreads: [OwnTimes?]
  ) -> [Double] {
    var sums = logs.map { -0.5 * $0 * $0 / variance }
    for call in calls { spreads[call.source]?.addLikelihoods(of: call, logs, to: &sums) }
    return Self.shares(sums)
  }

  /// Shares that add up to 1, from their logarithms up to a constant.
  private static func shares(_ logs: [Double]) -> [Double] {
    let greatest = logs.max() ?? 0
    let parts = logs.map { Elementary.exp($0 - greatest) }
    let sum = parts.reduce(0, +)
    return parts.map { $0 / sum }
  }
}

/// The own times of a source's calls while they are fitted, in bins of equal width of the logarithm.
private struct OwnTimes {
  private let low: Double
  private let bins: Int
  private let outcomes: Int
  /// By bin and outcome; the last one of a bin is of calls that were cut.
  private var weights: [Double]
  /// By bin: the logarithm of the share of calls that answer in it.
  private var answering: [Double] = []
  /// By bin: the logarithm of the share of calls that do not answer before it.
  private var waiting: [Double] = []

  /// The width of a bin.
  private static let width = 0.02
  private static let mostBins = 4_000
  /// What has not been seen is not impossible.
  private static let least = 1e-9

  init?(_ factor: CommonFactor, source: Int, outcomes: Int, _ variance: Double) {
    var (least, most) = (Double.infinity, -Double.infinity)
    for calls in factor.launches {
      for call in calls where call.source == source {
        least = min(least, call.log)
        most = max(most, call.log)
      }
    }
    guard least <= most else { return nil }
    // The variance may grow while it is fitted; what is beyond the bins counts in the outermost.
    let margin = 5 * variance.squareRoot()
    low = least - margin
    bins = min(Self.mostBins, Int((most - least + 2 * margin) / Self.width) + 1)
    self.outcomes = outcomes
    weights = Array(repeating: 0, count: bins * (outcomes + 1))
  }

  private func bin(_ log: Double) -> Int { max(0, min(bins - 1, Int((log - low) / Self.width))) }

  mutating func begin() { for place in weights.indices { weights[place] = 0 } }

  /// Counts a call as one whose launch has a factor, with the share that this is likely.
  mutating func add(_ call: CommonFactor.Call, _ factor: Double, _ share: Double) {
    weights[bin(call.log - factor) * (outcomes + 1) + (call.outcome ?? outcomes)] += share
  }

  /// Estimates the own times from the counts.
  mutating func end() {
    var left = weights.reduce(0, +)
    var surviving = 1.0
    answering = []
    waiting = []
    for bin in 0..<bins {
      let all = weights[(bin * (outcomes + 1))..<((bin + 1) * (outcomes + 1))]
      let sum = all.reduce(0, +)
      let deaths = sum - (all.last ?? 0)
      waiting.append(Elementary.log(max(Self.least, surviving)))
      let share = left > 0 ? surviving * min(1, deaths / left) : 0
      answering.append(Elementary.log(max(Self.least, share)))
      surviving = max(0, surviving - share)
      left -= sum
    }
  }

  /// Adds the logarithms of the likelihoods of a call under each factor.
  func addLikelihoods(of call: CommonFactor.Call, _ factors: [Double], to sums: inout [Double]) {
    let log = call.log
    for place in factors.indices {
      let bin = bin(log - factors[place])
      sums[place] += call.outcome == nil ? waiting[bin] : answering[bin]
    }
  }

  /// The calls at their own times.
  var observations: [Survival.Observation] {
    var observations: [Survival.Observation] = []
    for bin in 0..<bins {
      let time = Int64(min(Elementary.exp(low + (Double(bin) + 0.5) * Self.width), 0x1p62))
      for outcome in 0...outcomes {
        let weight = weights[bin * (outcomes + 1) + outcome]
        guard weight > 1e-9 else { continue }
        observations.append(.init(time, outcome: outcome < outcomes ? outcome : nil, weight: weight))
      }
    }
    return observations
  }
}
