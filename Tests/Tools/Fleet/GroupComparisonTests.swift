import LaunchFlowFleet
import LaunchFlowRecords
import LaunchFlowTestFlows
import Testing

/// Two groups of launches whose truth is known.
@Suite struct GroupComparisonTests {
  static func gate(_ rules: String..., risk: Double = 0.05) throws -> Gate {
    Gate(try rules.map { try GateRule($0, pages: ["home"]) }, risk: risk)
  }

  static func compare(_ launches: RecordedLaunches, _ looks: Looks = .always) -> GroupComparison {
    GroupComparison(launches, ["control"], ["12"], looks: looks)
  }

  /// In how many of some rollouts a rule ever fails, looked at after each further part of the launches.
  static func alarms(
    _ rollouts: Int, _ fleet: KnownFleet, parts: Int, of count: Int, _ looks: Looks = .always,
    risk: Double = 0.2, forgetting: Bool = false, seed: UInt64
  ) throws -> Int {
    let gate = try gate("p95<=+0%", "degraded<=+0%", risk: risk)
    var random = SeededRandom(seed: seed)
    var control = fleet
    control.version = "control"
    return try (0..<rollouts).count { _ in
      var launches = RecordedLaunches()
      return try (0..<parts).contains { _ in
        for line in control.lines(count, &random) + fleet.lines(count, &random) {
          var record = try LaunchRecord(line: line.utf8)
          if forgetting { record.installation = nil }
          launches.add(record)
        }
        return compare(launches, looks).verdicts(gate).contains(.fails)
      }
    }
  }

  @Test(arguments: [Looks.always, .until(600)])
  func `a version without a change fails no more often than stated, however often one looks`(looks: Looks)
    throws
  {
    let rollouts = KnownFleet.rollouts
    let alarms = try Self.alarms(
      rollouts, KnownFleet(), parts: depth > 1 ? 60 : 3, of: depth > 1 ? 10 : 50, looks, seed: 3)
    print("\(looks): \(alarms) false alarms in \(rollouts) rollouts, \(rollouts / 5) allowed")
    #expect(alarms * 5 <= rollouts)
  }

  /// Installations that differ much, each with many launches, and that alone say which launches are theirs.
  static func keptInstallations(_ launchesEach: Int) -> KnownFleet {
    var fleet = KnownFleet()
    (fleet.launchesEach, fleet.installations) = (launchesEach, 1)
    return fleet
  }

  @Test(arguments: depth > 1 ? [20, 60] : [20])
  func `launches of one installation count together, so that no change fails no more often than stated`(
    launchesEach: Int
  ) throws {
    let rollouts = KnownFleet.rollouts
    let fleet = Self.keptInstallations(launchesEach)
    func alarms(forgetting: Bool) throws -> Int {
      try Self.alarms(
        rollouts, fleet, parts: 3, of: 10 * launchesEach, forgetting: forgetting, seed: 9)
    }
    let found = try alarms(forgetting: false)
    print(
      "\(launchesEach) launches an installation: \(found) false alarms in \(rollouts) rollouts, "
        + "\(try alarms(forgetting: true)) without pseudonyms")
    #expect(found * 5 <= rollouts)
    func compared(forgetting: Bool) throws -> GroupComparison {
      var random = SeededRandom(seed: 9)
      let counts = (10 * launchesEach, 20 * launchesEach)
      return Self.compare(
        try RecordedLaunches.of(fleet, fleet, counts, forgetting: forgetting, &random))
    }
    let (known, forgotten) = (try compared(forgetting: false), try compared(forgetting: true))
    #expect(known.before.installations == 10 && known.after.installations == 20)
    let beyond = try (0..<rollouts).count { number in
      var random = SeededRandom(seed: 900 + UInt64(number))
      let counts = (30 * launchesEach, 30 * launchesEach)
      let comparison = Self.compare(try RecordedLaunches.of(fleet, fleet, counts, &random))
      let figures: [GateRule.Figure] = [
        .time(0.5), .time(0.95), .time(0.99), .degraded, .page(0),
      ]
      return figures.contains { comparison.estimate($0, risk: 0.05 / 5).isBeyondChance }
    }
    print("some figure is beyond chance in \(beyond) of \(rollouts) rollouts without a change")
    #expect(beyond * 20 <= rollouts)
    #expect(forgotten.before.installations == 0)
    let widths = [known, forgotten].map {
      let difference = $0.estimate(.degraded, risk: 0.05).change
      return difference.most - difference.least
    }
    #expect(widths[0] > 1.5 * widths[1])
  }

  @Test func `users who gave up show, in records or by their absence`() throws {
    var leaving = KnownFleet()
    (leaving.late, leaving.leaves) = (0.06, true)
    var random = SeededRandom(seed: 10)
    let gate = try Self.gate("p99<=+5%")
    let begun = Self.compare(try RecordedLaunches.of(KnownFleet(), leaving, (3_000, 3_000), &random))
    #expect(begun.verdicts(gate) == [.fails])
    #expect(begun.estimate(.unfinished, risk: 0.05).isBeyondChance)
    // Nobody notes that launches began: their records are missing.
    let landed = Self.compare(
      try RecordedLaunches.of(KnownFleet(), leaving, (30_000, 30_000), onlyLanded: true, &random))
    let share = landed.share(risk: 0.05)
    #expect(share.most < 0.5)
    #expect(landed.verdicts(try Self.gate("p95<=+10%")) == [.holds])
    #expect(landed.verdicts(try Self.gate("p95<=+10%"), isWhole: false) == [.launchesMissing])
  }

  @Test func `numbers that fit the shares raise no alarm, however often one looks`() throws {
    var random = SeededRandom(seed: 11)
    var alarms = 0
    let rollouts = KnownFleet.rollouts
    for _ in 0..<rollouts {
      var launches = RecordedLaunches()
      let isAlarmed = try (0..<5).contains { _ in
        var control = KnownFleet()
        control.version = "control"
        let count = (0..<200).count { _ in random.chance(50) }
        for line in control.lines(count, &random) + KnownFleet().lines(200 - count, &random) {
          launches.add(try LaunchRecord(line: line.utf8))
        }
        let share = Self.compare(launches).share(risk: 0.05)
        return share.least > 0.5 || share.most < 0.5
      }
      if isAlarmed { alarms += 1 }
    }
    print("numbers as their shares: \(alarms) false alarms in \(rollouts) rollouts")
    #expect(alarms * 20 <= rollouts)
  }

  @Test func `few launches decide nothing, and a true worsening does not pass`() throws {
    var random = SeededRandom(seed: 4)
    let gate = try Self.gate("degraded<=+1%")
    for _ in 0..<2 * KnownFleet.rollouts {
      var worse = KnownFleet()
      worse.degraded = 0.18
      let launches = try RecordedLaunches.of(KnownFleet(), worse, (5, 5), &random)
      #expect(Self.compare(launches).verdicts(gate) != [.holds])
    }
  }

  @Test func `the stated number of further launches decides`() throws {
    var random = SeededRandom(seed: 5)
    let gate = try Self.gate("degraded<=+10%")
    let few = try RecordedLaunches.of(KnownFleet(), KnownFleet(), (150, 150), &random)
    guard case .undecided(let more?) = Self.compare(few).verdicts(gate)[0] else {
      Issue.record("decided at once")
      return
    }
    let all = 2 * (150 + more)
    let many = try RecordedLaunches.of(KnownFleet(), KnownFleet(), (all, all), &random)
    #expect(more < 1_500 && Self.compare(many).verdicts(gate) == [.holds], "\(more) more")
  }

  @Test func `a worse version fails, each rule for itself, and its interval contains the truth`() throws {
    var random = SeededRandom(seed: 5)
    let gate = try Self.gate("p95<=+20%", "degraded<=+6%", "p95<=20s")
    var slow = KnownFleet()
    slow.median *= 1.5
    let slower = Self.compare(try RecordedLaunches.of(KnownFleet(), slow, (2_000, 2_000), &random))
    #expect(slower.verdicts(gate) == [.fails, .holds, .holds])
    let estimate = slower.estimate(.time(0.5), risk: 0.05)
    #expect(estimate.change.least < 1e9 && 1e9 < estimate.change.most && estimate.isBeyondChance)
    var worse = KnownFleet()
    worse.degraded = 0.25
    let degraded = Self.compare(try RecordedLaunches.of(KnownFleet(), worse, (2_000, 2_000), &random))
    #expect(degraded.verdicts(gate) == [.holds, .fails, .holds])
    #expect(!degraded.estimate(.time(0.95), risk: 0.05).isBeyondChance)
  }

  @Test func `a plan of the launches narrows the intervals at its end`() throws {
    var random = SeededRandom(seed: 8)
    let gate = try Self.gate("degraded<=+0%")
    var worse = KnownFleet()
    worse.degraded = 0.135
    let (rollouts, count) = (depth > 1 ? KnownFleet.rollouts : 1, 1_500)
    var (seen, widths) = ([0, 0], [0.0, 0.0])
    for _ in 0..<rollouts {
      let launches = try RecordedLaunches.of(KnownFleet(), worse, (count, count), &random)
      for (place, looks) in [Looks.always, .until(count)].enumerated() {
        let comparison = Self.compare(launches, looks)
        if comparison.verdicts(gate) == [.fails] { seen[place] += 1 }
        let difference = comparison.estimate(.degraded, risk: 0.05).change
        widths[place] += difference.most - difference.least
      }
    }
    print("3.5 points worse: looking for ever sees it in \(seen[0]), a plan in \(seen[1]) of \(rollouts)")
    #expect(widths[1] < 0.8 * widths[0] && seen[1] >= seen[0])
  }

  @Test func `a plan counts launches, and what decides at its end decides nothing before`() throws {
    var random = SeededRandom(seed: 12)
    var worse = Self.keptInstallations(10)
    worse.degraded = 0.125
    let launches = try RecordedLaunches.of(Self.keptInstallations(10), worse, (6_000, 6_000), &random)
    let gate = try Self.gate("degraded<=+0%")
    #expect(Self.compare(launches, .until(6_000)).verdicts(gate) == [.fails])
    guard case .undecided(let more?) = Self.compare(launches, .until(60_000)).verdicts(gate)[0] else {
      Issue.record("a tenth of the plan decided")
      return
    }
    #expect(more < 54_000)
  }

  @Test func `another mix of networks is told, and comparing within them takes it away and narrows`() throws {
    var random = SeededRandom(seed: 6)
    func fleet(_ edge: Double) -> KnownFleet {
      var fleet = KnownFleet()
      fleet.networks = [("edge", edge, 4), ("wifi", 1 - edge, 1)]
      return fleet
    }
    let mixed = Self.compare(try RecordedLaunches.of(fleet(0.1), fleet(0.6), (1_000, 1_000), &random))
    #expect(mixed.estimate(.degraded, risk: 0.05).isBeyondChance)
    #expect(mixed.imbalances.map(\.label) == ["network"])
    #expect((mixed.imbalances[0].before - mixed.imbalances[0].after).magnitude > 0.25)
    random = SeededRandom(seed: 6)
    let fair = Self.compare(
      try RecordedLaunches.of(fleet(0.1), fleet(0.6), (1_000, 1_000), within: "network", &random))
    #expect(!fair.estimate(.degraded, risk: 0.05).isBeyondChance)
    #expect(!fair.estimate(.time(0.95), risk: 0.05).isBeyondChance)
    #expect(fair.imbalances.isEmpty && fair.unmatched.isEmpty)
    // In groups of one mix, the networks explain a part of what differs.
    func width(_ within: String?) throws -> Double {
      random = SeededRandom(seed: 7)
      let launches = try RecordedLaunches.of(fleet(0.4), fleet(0.4), (1_000, 1_000), within: within, &random)
      let difference = Self.compare(launches).estimate(.time(0.5), risk: 0.05).change
      return difference.most - difference.least
    }
    let (within, without) = (try width("network"), try width(nil))
    #expect(within < 0.95 * without)
  }

  @Test func `few launches, no launches and words of one group bound nothing`() throws {
    var random = SeededRandom(seed: 7)
    let few = Self.compare(try RecordedLaunches.of(KnownFleet(), KnownFleet(), (3, 4), &random))
    let late = few.estimate(.time(0.99), risk: 0.05)
    #expect(late.change.least == -.infinity && late.change.most == .infinity && !late.isBeyondChance)
    let none = Self.compare(try RecordedLaunches.of(KnownFleet(), KnownFleet(), (0, 4), &random))
    let rule = try Self.gate("p95<=8s")
    #expect(!none.isPossible && none.verdicts(rule) == [.undecided(more: nil)])
    var (edge, wifi) = (KnownFleet(), KnownFleet())
    (edge.networks, wifi.networks) = ([("edge", 1, 1)], [("wifi", 1, 1)])
    let apart = Self.compare(try RecordedLaunches.of(wifi, edge, (5, 6), within: "network", &random))
    #expect(!apart.isPossible && apart.unmatched.map(\.word) == ["edge", "wifi"])
    #expect(apart.unmatched.map(\.count) == [6, 5])
  }

  @Test func `names of hostile records take bounded memory`() {
    var launches = RecordedLaunches(within: "user")
    for number in 0..<3_000 {
      var record = LaunchRecord(flow: "f", version: "\(number % 2)")
      record.landing = LaunchRecord.Landing(page: "page-\(number)", time: 1)
      record.labels = LaunchLabel.list(["user": "u\(number)", "word": "w\(number)"])
      launches.add(record)
    }
    let comparison = GroupComparison(launches, ["0"], ["1"])
    #expect(comparison.pages.count <= RecordedLaunches.mostWords)
    #expect(comparison.unmatched.count <= RecordedLaunches.mostWords)
  }
}
