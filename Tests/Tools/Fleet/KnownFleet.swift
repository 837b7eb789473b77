import LaunchFlowFleet
import LaunchFlowRecords
import LaunchFlowSimulator
import LaunchFlowTestFlows

/// Launches whose truth is known, as lines of the record's format, written from its reference alone.
struct KnownFleet {
  /// How often a rate is measured: at least 120 times in a deep run of the tests.
  static let rollouts = depth > 1 ? max(120, 12 * depth) : 5

  /// Counts in how many trials something happens, and prints it with the seeds of their random numbers.
  static func count(
    _ what: String, in trials: Int = rollouts, from seed: UInt64,
    _ trial: (inout SeededRandom) throws -> Bool
  ) rethrows -> Int {
    let seeds = seed..<seed + UInt64(trials)
    let count = try seeds.count { seed in
      var random = SeededRandom(seed: seed)
      return try trial(&random)
    }
    print("\(what): \(count) of \(trials), seeds \(seeds)")
    return count
  }

  var version = "12"
  /// How many launches each installation makes; 1 leaves the installations out.
  var launchesEach = 1
  /// By how much installations differ: the deviation of the logarithm of their times, and as much of their odds.
  var installations = 0.0
  /// The median landing time in milliseconds.
  var median = 2_000.0
  /// The deviation of the logarithm of a landing time.
  var spread = 0.5
  /// No launch lands later than so many milliseconds: those that would all land then.
  var latest = Double.infinity
  /// The share of degraded launches.
  var degraded = 0.1
  /// The share of launches that take so many milliseconds more, and whether their users leave before they land.
  var late = 0.0
  var delay = 15_000.0
  var leaves = false
  /// By network: its share of the launches, and the factor of its times and of its odds of a degraded launch.
  var networks: [(word: String, share: Double, factor: Double)] = []

  /// The lines of a number of launches.
  func lines(_ count: Int, _ random: inout SeededRandom) -> [String] {
    var (own, installation) = (0.0, UInt64(0))
    return (0..<count).map { number in
      if number % launchesEach == 0 {
        (own, installation) = (Self.normal(&random) * installations, random.next())
      }
      var factor = Elementary.exp(own)
      var labels = ""
      var left = Self.share(&random)
      for network in networks {
        left -= network.share
        guard left < 0 else { continue }
        factor *= network.factor
        labels = #","labels":{"network":"\#(network.word)"}"#
        break
      }
      let isLate = Self.share(&random) < late
      var time = min(latest, median * factor * Elementary.exp(spread * Self.normal(&random)))
      if isLate { time += delay }
      let odds = degraded / (1 - degraded) * factor
      let isDegraded = Self.share(&random) < odds / (1 + odds)
      let landed =
        isLate && leaves
        ? ""
        : #","landed":{"page":"home","at":\#(Int64(time * 1e6))\#(isDegraded ? #","degraded":true"# : "")}"#
      let whose = launchesEach > 1 ? #","installation":"\#(String(installation, radix: 16))""# : ""
      return
        #"{"record":"known","format":1,"id":"\#(String(random.next(), radix: 16))","version":"\#(version)""#
        + labels + whose + landed + #","end":\#(Int64(time * 1e6)),"steps":{}}"#
    }
  }

  private static func share(_ random: inout SeededRandom) -> Double { Double(random.next() >> 11) * 0x1p-53 }

  static func normal(_ random: inout SeededRandom) -> Double { normal(of: share(&random)) }

  static func normal(of share: Double) -> Double { NormalQuantile.value(max(1e-12, share)) }
}

extension RecordedLaunches {
  /// The launches of two fleets, the first one as the version `control`.
  ///
  /// - Parameters:
  ///   - forgetting: Leaves out which installation a launch is of.
  ///   - onlyLanded: Leaves out the launches that never landed.
  static func of(
    _ fleets: KnownFleet, _ other: KnownFleet, _ counts: (Int, Int), within: String? = nil,
    forgetting: Bool = false, onlyLanded: Bool = false, _ random: inout SeededRandom
  ) throws -> RecordedLaunches {
    var before = fleets
    before.version = "control"
    var launches = RecordedLaunches(within: within)
    for line in before.lines(counts.0, &random) + other.lines(counts.1, &random) {
      var record = try LaunchRecord(line: line.utf8)
      if forgetting { record.installation = nil }
      if !onlyLanded || record.landing != nil { launches.add(record) }
    }
    return launches
  }
}
