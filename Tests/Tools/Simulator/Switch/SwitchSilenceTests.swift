import LaunchFlowSimulator
import LaunchFlowSwitch
import LaunchFlowTestFlows
import Testing

/// Silences in, offline periods out. What must come is computed here by walking through time by hand, apart
/// from the machine and from the simulator.
@Suite("Switch simulation: a trace of silences")
struct SwitchSilenceTests {
  /// Milliseconds of the sample switch.
  struct Figures {
    var timeout: Int64 = 3_000
    var every: Int64 = 60_000
    var everyWhileDown: Int64 = 5_000
    var windowDown: Int64 = 2_000
    var windowUp: Int64 = 500
    var latency: Int64 = 80
  }

  /// Probing and debounce alone, as a person would reckon it.
  static func expected(_ silences: [Range<Int64>], _ figures: Figures, until end: Int64) -> [Range<Int64>] {
    // When a probe sent at a time has its result, and whether that is good.
    func probe(_ sent: Int64) -> (time: Int64, isGood: Bool) {
      let isLost = silences.contains { $0.lowerBound <= sent + figures.latency && sent < $0.upperBound }
      return isLost ? (sent + figures.timeout, false) : (sent + figures.latency, true)
    }
    var periods: [Range<Int64>] = []
    var wentDown: Int64?
    var next: Int64 = 0
    while next <= end {
      let regular = probe(next)
      let isDown = wentDown != nil
      guard regular.isGood == isDown else {
        next = regular.time + (isDown ? figures.everyWhileDown : figures.every)
        continue
      }
      let deciding = probe(regular.time + (isDown ? figures.windowUp : figures.windowDown))
      if deciding.time <= end {
        if let from = wentDown, deciding.isGood {
          periods.append(from..<deciding.time)
          wentDown = nil
        } else if wentDown == nil, !deciding.isGood {
          wentDown = deciding.time
        }
      }
      next = deciding.time + (wentDown == nil ? figures.every : figures.everyWhileDown)
    }
    if let from = wentDown { periods.append(from..<Int64.max) }
    return periods
  }

  static func simulated(
    _ silences: [Range<Int64>], _ figures: Figures, until end: Int64
  ) throws -> [Range<Int64>] {
    var document = OfflineSwitchDocument.probing()
    document.network?.timeout = .milliseconds(figures.timeout)
    document.network?.every = .milliseconds(figures.every)
    document.network?.everyWhileDown = .milliseconds(figures.everyWhileDown)
    document.network?.debounce.down = .milliseconds(figures.windowDown)
    document.network?.debounce.up = .milliseconds(figures.windowUp)
    var scenario = SwitchScenario()
    scenario.length = .milliseconds(end)
    scenario.probeTakes = .fixed(.milliseconds(figures.latency))
    scenario.network = silences.map {
      Scenario.Outage(from: .milliseconds($0.lowerBound), to: .milliseconds($0.upperBound), .silent)
    }
    let trace = try SwitchSimulation(SwitchPlan(document), scenario).run().trace
    return trace.periods.map { period in
      period.from / 1_000_000..<(period.to.map { $0 / 1_000_000 } ?? .max)
    }
  }

  /// What a till in a shop recorded in one afternoon, from and to in milliseconds.
  static let recorded: [Range<Int64>] = [
    12_400..<13_050, 61_000..<61_900, 119_500..<131_200, 240_000..<244_999, 303_700..<303_710,
    358_000..<428_400, 430_100..<431_000, 432_500..<440_000, 700_000..<1_300_500, 1_300_900..<1_301_000,
  ]

  @Test func `gives the offline periods that probing and debounce make`() throws {
    let figures = Figures()
    let expected = Self.expected(Self.recorded, figures, until: 1_800_000)
    #expect(try Self.simulated(Self.recorded, figures, until: 1_800_000) == expected)
    // By hand, too: the silence at 119.5 s is seen by the probe of 120.16 s, which ends at its time-out at
    // 123.16 s; the window ends at 125.16 s, and the deciding probe at its time-out.
    #expect(expected.first?.lowerBound == 128_160)
    #expect(expected.count >= 3)
  }

  @Test(arguments: seeds(100))
  func `does so for any silences`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var silences: [Range<Int64>] = []
    var time: Int64 = 0
    while time < 900_000 {
      let from = time + Int64.random(in: 1...120_000, using: &random)
      let to =
        from
        + [Int64.random(in: 1...1_000, using: &random), .random(in: 1...90_000, using: &random)][
          Int(seed % 2)]
      silences.append(from..<to)
      time = to
    }
    var figures = Figures()
    figures.windowDown = Int64.random(in: 0...6_000, using: &random)
    figures.windowUp = Int64.random(in: 1...3_000, using: &random)
    figures.latency = Int64.random(in: 0...2_500, using: &random)
    let expected = Self.expected(silences, figures, until: 1_200_000)
    #expect(try Self.simulated(silences, figures, until: 1_200_000) == expected, "seed \(seed)")
  }
}
