import LaunchFlowFleet
import LaunchFlowRecords
import LaunchFlowTestFlows
import Testing

@Suite struct GroupComparisonTests {
  /// Launches whose time is a square of an even number, some of them degraded or on the login page.
  static func group(
    _ count: Int, factor: Double = 1, degraded: Int = 10, slow: Int = 0, within: String? = nil,
    _ random: inout SeededRandom
  ) -> LaunchGroup {
    var group = LaunchGroup(within: within)
    for _ in 0..<count {
      var record = LaunchRecord(flow: "f")
      let isSlow = random.chance(slow)
      let number = Int64(random.number(1...1_000))
      let time = Double(number * number * 1_000) * factor * (isSlow ? 3 : 1)
      record.landing = LaunchRecord.Landing(
        page: random.chance(90) ? "home" : "login", time: Int64(time),
        isDegraded: random.chance(isSlow ? 60 : degraded))
      record.labels = LaunchLabel.list(["network": isSlow ? "edge" : "wifi"])
      group.add(record)
    }
    return group
  }

  static func gate(_ rules: String...) throws -> Gate {
    Gate(try rules.map { try GateRule($0, pages: ["home", "login"]) }, risk: 0.2)
  }

  @Test(arguments: [60, 400])
  func `groups that do not differ are told to no more often than stated`(launches: Int) throws {
    var random = SeededRandom(seed: UInt64(launches))
    let gate = try Self.gate("p95<=+0%", "degraded<=+0%", "home>=-0%")
    let fleets = 20 * depth
    var (alarms, misses) = (0, 0)
    for _ in 0..<fleets {
      let comparison = GroupComparison(Self.group(launches, &random), Self.group(launches * 2, &random))
      if gate.verdicts(comparison).contains(.fails) { alarms += 1 }
      let figures = [
        comparison.time(at: 0.5, risk: 0.1), comparison.time(at: 0.95, risk: 0.1),
        comparison.share(.degraded, risk: 0.1), comparison.share(.page("login"), risk: 0.1),
      ]
      misses += figures.count(where: \.isBeyondChance)
    }
    print("false alarms: \(alarms) of \(fleets), missed: \(misses) of \(fleets * 4)")
    #expect(alarms * 5 <= fleets && misses * 10 <= fleets * 4)
  }

  @Test func `a worse version fails, each rule for itself, and its interval contains the truth`() throws {
    var random = SeededRandom(seed: 5)
    let control = Self.group(3_000, &random)
    let gate = try Self.gate("p95<=+5%", "degraded<=+3%", "home>=-3%", "p95<=10s")
    let slower = GroupComparison(control, Self.group(3_000, factor: 1.3, &random))
    #expect(gate.verdicts(slower) == [.fails, .holds, .holds, .holds])
    let estimate = slower.time(at: 0.95, risk: 0.05)
    // The 950th square, and 1.3 of it.
    let truth = 0.3 * 950 * 950 * 1_000
    #expect(try #require(estimate.least) < truth && truth < #require(estimate.most))
    #expect(estimate.isBeyondChance)
    let degraded = GroupComparison(control, Self.group(3_000, degraded: 25, &random))
    #expect(gate.verdicts(degraded) == [.holds, .fails, .holds, .holds])
    #expect(!degraded.time(at: 0.95, risk: 0.05).isBeyondChance)
  }

  @Test func `another mix of networks is told, and comparing within them takes it away`() throws {
    var random = SeededRandom(seed: 6)
    func groups(_ within: String?) -> GroupComparison {
      GroupComparison(
        Self.group(2_000, slow: 10, within: within, &random),
        Self.group(2_000, slow: 40, within: within, &random))
    }
    let mixed = groups(nil)
    #expect(mixed.share(.degraded, risk: 0.05).isBeyondChance)
    #expect(mixed.imbalances.map(\.label) == ["network"])
    #expect((mixed.imbalances[0].before - mixed.imbalances[0].after).magnitude > 0.25)
    let fair = groups("network")
    #expect(!fair.share(.degraded, risk: 0.05).isBeyondChance)
    #expect(fair.share(.degraded, risk: 0.05).difference.magnitude < 0.03)
    #expect(!fair.time(at: 0.95, risk: 0.05).isBeyondChance)
    #expect(fair.imbalances.isEmpty && fair.unmatched.isEmpty)
  }

  @Test func `few launches, no launches and words of one group bound nothing`() {
    var random = SeededRandom(seed: 7)
    let few = GroupComparison(Self.group(3, &random), Self.group(4, &random))
    let late = few.time(at: 0.99, risk: 0.05)
    #expect(late.least == nil && late.most == nil && !late.isBeyondChance)
    let none = GroupComparison(LaunchGroup(), Self.group(4, &random))
    #expect(!none.isPossible && none.time(at: 0.5, risk: 0.05).least == nil)
    let apart = GroupComparison(
      Self.group(5, slow: 0, within: "network", &random),
      Self.group(6, slow: 100, within: "network", &random))
    #expect(!apart.isPossible && apart.unmatched.map(\.word) == ["edge", "wifi"])
    #expect(apart.unmatched.map(\.count) == [6, 5])
  }

  @Test func `names of hostile records take bounded memory`() {
    var group = LaunchGroup(within: "user")
    for number in 0..<5_000 {
      var record = LaunchRecord(flow: "f")
      record.landing = LaunchRecord.Landing(page: "page-\(number)", time: 1)
      record.labels = LaunchLabel.list(["user": "u\(number)", "word": "w\(number)"])
      group.add(record)
    }
    let comparison = GroupComparison(group, group)
    #expect(comparison.pages.count <= (LaunchGroup.mostWords + 1) * 2 && comparison.before == 5_000)
  }
}
