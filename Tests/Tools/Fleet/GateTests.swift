import LaunchFlowFleet
import LaunchFlowTestFlows
import Testing

@Suite struct GateTests {
  static let pages = ["home", "login"]

  static func rule(_ text: String) throws(InvalidText) -> GateRule { try GateRule(text, pages: pages) }

  /// Launches whose times before and after have one distribution, for a factor of 1, and go together half the time.
  static func figures(
    _ count: Int, factor: Double = 1, worse: Int = 0, _ random: inout SeededRandom
  ) -> ReplayedFleet {
    func draw() -> Int64 {
      let number = Int64(random.number(1...1_000))
      return number * number * 1_000
    }
    let launches = (0..<count).map { _ -> ReplayedFleet.Launch in
      let time = draw()
      let after = Int64(Double(random.chance(50) ? time : draw()) * factor)
      let was = random.chance(10)
      let isDegraded = random.chance(50) ? was : random.chance(10)
      let isWorse = random.chance(worse)
      return .init(
        time: time, page: random.chance(90) ? 0 : 1, isDegraded: was,
        after: .init(
          earliest: after, latest: after, pages: random.chance(isWorse ? 0 : 90) ? 1 : 2,
          mayBeDegraded: isDegraded || isWorse, mayBeWhole: !(isDegraded || isWorse),
          wasStopped: false))
    }
    return ReplayedFleet(launches)
  }

  /// How many of some fleets may be judged wrongly with a risk, and three standard deviations more.
  static func most(of fleets: Int, risk: Double) -> Int {
    let mean = Double(fleets) * risk
    return Int(mean + 3 * (mean * (1 - risk)).squareRoot())
  }

  @Test(arguments: depth > 1 ? [100, 1_000, 5_000] : [100, 500])
  func `a flow that is no worse fails no more often than stated`(launches: Int) throws {
    var random = SeededRandom(seed: UInt64(launches))
    let gate = Gate(
      [try Self.rule("p95<=+0%"), try Self.rule("degraded<=+0%"), try Self.rule("home>=-0%")], risk: 0.2)
    let fleets = 20 * depth
    var alarms = 0
    for _ in 0..<fleets where Self.figures(launches, &random).verdicts(gate).contains(.fails) { alarms += 1 }
    let most = Self.most(of: fleets, risk: 0.2)
    print("false alarms: \(alarms) of \(fleets) with \(launches) launches, at most \(most)")
    #expect(alarms <= most)
  }

  @Test func `the bounds of a change miss the truth no more often than stated`() throws {
    var random = SeededRandom(seed: 8)
    var misses = (times: 0, shares: 0)
    let fleets = 40 * depth
    for _ in 0..<fleets {
      let fleet = Self.figures(400, factor: 1.3, &random)
      let time = fleet.estimate(.time(0.95), risk: 0.1)
      let degraded = fleet.estimate(.degraded, risk: 0.1).change
      // The 950th of a thousand times, and three tenths more.
      let truth = 0.3 * 950 * 950 * 1_000
      if truth < time.change.least || truth > time.change.most { misses.times += 1 }
      if degraded.least > 0 || degraded.most < 0 { misses.shares += 1 }
      #expect(time.after == time.worst && time.change.most < 2 * truth)
      #expect(degraded.most - degraded.least < 0.15)
    }
    print("missed: \(misses) of \(fleets), \(fleets / 10) allowed")
    #expect(max(misses.times, misses.shares) * 10 <= fleets)
  }

  /// Launches that all land at one time now, or no later than one, as with a shorter deadline.
  static func limited(_ count: Int, atMost most: Int64, isFixed: Bool, _ random: inout SeededRandom)
    -> ReplayedFleet
  {
    ReplayedFleet(
      (0..<count).map { _ in
        let number = Int64(random.number(1...1_000))
        let time = number * number * 1_000
        let after = isFixed ? most : min(time, most)
        return .init(
          time: time, page: 0, isDegraded: false,
          after: .init(
            earliest: after, latest: after, pages: 1, mayBeDegraded: false, mayBeWhole: true,
            wasStopped: false))
      })
  }

  @Test(arguments: [true, false])
  func `a landing time that no longer varies keeps the doubt about the recorded one`(isFixed: Bool) throws {
    var random = SeededRandom(seed: isFixed ? 21 : 22)
    // The 950th of a thousand times, and the time that a rule allows just so.
    let before = 950 * 950 * 1_000
    let most = isFixed ? Int64(Double(before) * 1.05) : Int64(before) * 9 / 10
    let truth = Double(most) - Double(before)
    let gate = Gate([try Self.rule("p95<=+5%")], risk: 0.1)
    let fleets = 20 * depth
    var (misses, alarms) = (0, 0)
    for _ in 0..<fleets {
      let fleet = Self.limited(400, atMost: most, isFixed: isFixed, &random)
      let change = fleet.estimate(.time(0.95), risk: 0.1).change
      #expect(change.most - change.least > 0.02 * Double(before), "\(change)")
      if truth < change.least || truth > change.most { misses += 1 }
      if fleet.verdicts(gate) == [.fails] { alarms += 1 }
    }
    let allowed = Self.most(of: fleets, risk: 0.1)
    print("missed \(misses), false alarms \(alarms) of \(fleets), at most \(allowed)")
    #expect(max(misses, alarms) <= allowed)
  }

  @Test func `a flow that is worse fails, and each rule for itself`() throws {
    var random = SeededRandom(seed: 1)
    let rules = ["p95<=+5%", "p95<=10s", "degraded<=+3%", "degraded<=60%", "home>=-3%", "home>=10%"]
    let gate = Gate(try rules.map { try Self.rule($0) }, risk: 0.05)
    let same = Self.figures(4_000, &random).verdicts(gate)
    #expect(same == [.holds, .holds, .holds, .holds, .holds, .holds])
    let slower = Self.figures(4_000, factor: 1.3, &random).verdicts(gate)
    #expect(slower == [.fails, .holds, .holds, .holds, .holds, .holds])
    let degraded = Self.figures(4_000, worse: 30, &random).verdicts(gate)
    #expect(degraded == [.holds, .holds, .fails, .holds, .fails, .holds])
  }

  @Test func `what the records leave open neither fails nor holds`() throws {
    let launches = (0..<1_000).map { number -> ReplayedFleet.Launch in
      .init(
        time: Int64(number), page: 0, isDegraded: false,
        after: .init(
          earliest: Int64(number), latest: 9_000, pages: 3, mayBeDegraded: true, mayBeWhole: true,
          wasStopped: false))
    }
    let gate = Gate(
      try ["p95<=+5%", "degraded<=+1%", "home>=-1%"].map { try Self.rule($0) }, risk: 0.05)
    let verdicts = ReplayedFleet(launches).verdicts(gate)
    #expect(!verdicts.contains(.holds) && !verdicts.contains(.fails))
  }

  @Test func `few launches decide nothing, and say how many would`() throws {
    func verdict(_ count: Int, worse: Int) throws -> Gate.Verdict {
      let launches = (0..<count).map { number -> ReplayedFleet.Launch in
        let isWorse = number < worse
        return .init(
          time: 1, page: 0, isDegraded: false,
          after: .init(
            earliest: 1, latest: 1, pages: 1, mayBeDegraded: isWorse, mayBeWhole: !isWorse,
            wasStopped: false))
      }
      return ReplayedFleet(launches).verdicts(Gate([try Self.rule("degraded<=+2%")], risk: 0.05))[0]
    }
    guard case .undecided(let more?) = try verdict(40, worse: 0) else {
      Issue.record("40 launches of which none is worse decided")
      return
    }
    #expect(try verdict(40 + more, worse: 0) == .holds)
    #expect(try verdict((40 + more) / 2, worse: 0) != .holds)
    #expect(try verdict(400, worse: 20) == .fails)
    #expect(try verdict(400, worse: 8) == .undecided(more: nil))
  }

  @Test func `times that come in lumps are no worse where the percentile stays`() throws {
    // Ten in a hundred land with the time-out, before and after; two more of them is no later p95.
    let launches = (0..<1_000).map { number -> ReplayedFleet.Launch in
      let time: Int64 = number % 10 == 0 ? 5_000 : 1_000
      let now: Int64 = number % 50 == 1 ? 5_000 : time
      return .init(
        time: time, page: 0, isDegraded: false,
        after: .init(
          earliest: now, latest: now, pages: 1, mayBeDegraded: false, mayBeWhole: true, wasStopped: false))
    }
    #expect(
      ReplayedFleet(launches).verdicts(Gate([try Self.rule("p95<=+0%")], risk: 0.05)) == [.holds])
  }

  @Test(arguments: [
    ("p95", "'p95' has no '<=' or '>='; write 'p95<=+5%', for example"),
    ("p96<=8s", "'p96' is not a figure; did you mean 'p90'?"),
    ("p95>=8s", "'p95' is bounded from above; write 'p95<=8s'"),
    ("home<=1%", "a page's share is bounded from below; write 'home>=1%'"),
    ("p95<=8", "'8' is not a bound of p95; write '+5%' or '8s', for example"),
    ("degraded<=1", "'1' is not a bound of degraded; write '2%' or '+1%', for example"),
    ("nowhere>=1%", "'nowhere' is not a figure; expected one of: p50, p90, p95, p99, degraded, home, login"),
  ])
  func `a wrong rule says what to write`(text: String, message: String) {
    do throws(InvalidText) {
      _ = try Self.rule(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.description == message)
    }
  }
}

extension ReplayedFleet {
  init(_ launches: [Launch]) {
    self.init(Dictionary(launches.map { ($0, 1) }, uniquingKeysWith: +))
  }
}
