import LaunchFlowFleet
import LaunchFlowRecords
import LaunchFlowSimulator
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

  /// In how many rollouts a rule ever fails, looked at after each further part of the launches, and in how many some
  /// figure is ever beyond chance.
  static func alarms(
    _ what: String, _ fleet: KnownFleet, parts: Int, of count: Int, _ looks: Looks = .always,
    risk: Double = 0.05, forgetting: Bool = false, seed: UInt64
  ) throws -> (fails: Int, beyond: Int) {
    let gate = try gate("p95<=+0%", "degraded<=+0%", risk: risk)
    var control = fleet
    control.version = "control"
    var beyond = 0
    let fails = try KnownFleet.count("\(what): a rule ever fails at \(parts) looks", from: seed) { random in
      var launches = RecordedLaunches()
      var (isBeyond, isFailed) = (false, false)
      for _ in 0..<parts {
        for line in control.lines(count, &random) + fleet.lines(count, &random) {
          var record = try LaunchRecord(line: line.utf8)
          if forgetting { record.installation = nil }
          launches.add(record)
        }
        let comparison = compare(launches, looks)
        if comparison.verdicts(gate).contains(.fails) { isFailed = true }
        if isSomeBeyondChance(comparison, risk) { isBeyond = true }
      }
      if isBeyond { beyond += 1 }
      return isFailed
    }
    print("\(what): some figure is ever beyond chance: \(beyond) of \(KnownFleet.rollouts)")
    return (fails, beyond)
  }

  /// Whether any figure is, all of which miss the truth together as often as a risk says.
  static func isSomeBeyondChance(_ comparison: GroupComparison, _ risk: Double) -> Bool {
    let figures: [GateRule.Figure] = [.time(0.5), .time(0.95), .time(0.99), .degraded, .page(0)]
    return figures.contains {
      comparison.estimate($0, risk: risk / Double(figures.count)).isBeyondChance
    }
  }

  /// Every hour for two weeks, with the few launches of a small fleet.
  @Test(arguments: [Looks.always, .until(5 * 336)])
  func `a version without a change fails no more often than stated, however often one looks`(looks: Looks)
    throws
  {
    let found = try Self.alarms(
      "without a change, judged \(looks)", KnownFleet(), parts: depth > 1 ? 336 : 3, of: depth > 1 ? 5 : 50,
      looks, seed: 3)
    #expect(max(found.fails, found.beyond) * 20 <= KnownFleet.rollouts)
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
    let fleet = Self.keptInstallations(launchesEach)
    func alarms(forgetting: Bool) throws -> (fails: Int, beyond: Int) {
      try Self.alarms(
        "\(launchesEach) launches an installation" + (forgetting ? ", without pseudonyms" : ""), fleet,
        parts: 3, of: 10 * launchesEach, forgetting: forgetting, seed: 9)
    }
    let found = try alarms(forgetting: false)
    #expect(max(found.fails, found.beyond) * 20 <= KnownFleet.rollouts)
    if depth > 1 { #expect(try alarms(forgetting: true).beyond * 20 > KnownFleet.rollouts) }
    func compared(forgetting: Bool) throws -> GroupComparison {
      var random = SeededRandom(seed: 9)
      let counts = (10 * launchesEach, 20 * launchesEach)
      return Self.compare(
        try RecordedLaunches.of(fleet, fleet, counts, forgetting: forgetting, &random))
    }
    let (known, forgotten) = (try compared(forgetting: false), try compared(forgetting: true))
    #expect(known.before.installations == 10 && known.after.installations == 20)
    #expect(forgotten.before.installations == 0)
    let widths = [known, forgotten].map {
      let difference = $0.estimate(.degraded, risk: 0.05).change
      return difference.most - difference.least
    }
    #expect(widths[0] > 1.5 * widths[1])
  }

  @Test func `users who gave up show, in records or by their absence`() throws {
    var leaving = KnownFleet()
    (leaving.late, leaving.leaves) = (depth > 1 ? 0.03 : 0.06, true)
    let count = depth > 1 ? 38_000 : 6_000
    let gate = try Self.gate("p95<=+5%")
    var (fails, held, missing) = (0, 0, 0)
    let trials = depth > 1 ? KnownFleet.rollouts : 1
    let silent = try KnownFleet.count(
      "users who leave are missing, and neither a rule nor the numbers tell", in: trials, from: 10
    ) { random in
      var (all, landed) = (RecordedLaunches(), RecordedLaunches())
      var control = KnownFleet()
      control.version = "control"
      for line in control.lines(count, &random) + leaving.lines(count, &random) {
        let record = try LaunchRecord(line: line.utf8)
        all.add(record)
        if record.landing != nil { landed.add(record) }
      }
      let begun = Self.compare(all)
      let verdicts = begun.verdicts(gate)
      if verdicts == [.fails] { fails += 1 }
      if verdicts == [.holds] { held += 1 }
      #expect(begun.estimate(.unfinished, risk: 0.05).isBeyondChance)
      // Nobody notes that launches began: their records are missing.
      let without = Self.compare(landed, .until(count))
      let share = without.share(risk: 0.05)
      let isWhole = share.most >= 0.5
      if !isWhole { missing += 1 }
      return without.verdicts(gate, isWhole: isWhole) == [.holds]
    }
    print("with notes of the begun: fails in \(fails), holds in \(held); without: missing in \(missing)")
    #expect(fails == trials && held == 0 && silent * 10 <= trials)
  }

  @Test func `numbers that fit the shares raise no alarm, however often one looks`() throws {
    let alarms = try KnownFleet.count("numbers that fit the shares raise an alarm", from: 11) { random in
      var launches = RecordedLaunches()
      return try (0..<5).contains { _ in
        var control = KnownFleet()
        control.version = "control"
        let count = (0..<200).count { _ in random.chance(50) }
        for line in control.lines(count, &random) + KnownFleet().lines(200 - count, &random) {
          launches.add(try LaunchRecord(line: line.utf8))
        }
        let share = Self.compare(launches).share(risk: 0.05)
        return share.least > 0.5 || share.most < 0.5
      }
    }
    #expect(alarms * 20 <= KnownFleet.rollouts)
  }

  @Test func `few launches decide nothing, and a true worsening does not pass`() throws {
    let gate = try Self.gate("degraded<=+1%")
    var worse = KnownFleet()
    worse.degraded = 0.18
    for count in [5, 50, 500] {
      let passed = try KnownFleet.count("8 points worse, \(count) launches a group: it holds", from: 4) {
        Self.compare(try RecordedLaunches.of(KnownFleet(), worse, (count, count), &$0)).verdicts(gate)
          == [.holds]
      }
      #expect(passed == 0)
    }
  }

  /// Rare harm, many launches at one time, and groups of unequal size, judged once at the end of a plan.
  @Test(arguments: [(0.004, Double.infinity, 400), (0.1, 4_000, 400), (0.1, .infinity, 40)])
  func `a rule is judged wrongly no more often than stated`(degraded: Double, latest: Double, control: Int)
    throws
  {
    var fleet = KnownFleet()
    (fleet.degraded, fleet.latest) = (degraded, latest)
    let what = "\(degraded) degraded, at most \(latest) ms, \(control) launches in the control group"
    func judged(_ other: KnownFleet, _ rules: String..., risk: Double, as wrong: Gate.Verdict) throws -> Int {
      let gate = Gate(try rules.map { try GateRule($0, pages: []) }, risk: risk)
      return try KnownFleet.count("\(what): \(rules) \(wrong)", from: 20) {
        let launches = try RecordedLaunches.of(fleet, other, (control, 800), &$0)
        return Self.compare(launches, .until(control)).verdicts(gate).contains(wrong)
      }
    }
    let most = GateTests.most(of: KnownFleet.rollouts, risk: 0.05)
    let alike = try judged(fleet, "p95<=+0%", "degraded<=+0%", risk: 0.05, as: .fails)
    var (later, worse) = (fleet, fleet)
    later.median *= 1.3
    worse.degraded += 0.06
    // Each rule is broken by a little more than it allows.
    let held = try [
      judged(later, latest < .infinity ? "p50<=+29%" : "p95<=+29%", risk: 0.05, as: .holds),
      judged(worse, "degraded<=+5%", risk: 0.05, as: .holds),
    ]
    #expect(([alike] + held).allSatisfy { $0 <= most })
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
    let gate = try Self.gate("degraded<=+0%")
    var worse = KnownFleet()
    worse.degraded = 0.135
    let (trials, count) = (depth > 1 ? KnownFleet.rollouts : 1, 1_500)
    var (forEver, widths) = (0, [0.0, 0.0])
    let seen = try KnownFleet.count("3.5 points worse is seen by a plan", in: trials, from: 8) { random in
      let launches = try RecordedLaunches.of(KnownFleet(), worse, (count, count), &random)
      let verdicts = [Looks.always, .until(count)].enumerated().map { place, looks in
        let comparison = Self.compare(launches, looks)
        let difference = comparison.estimate(.degraded, risk: 0.05).change
        widths[place] += difference.most - difference.least
        return comparison.verdicts(gate)
      }
      if verdicts[0] == [.fails] { forEver += 1 }
      return verdicts[1] == [.fails]
    }
    print("looking for ever sees it in \(forEver)")
    // A test with one look, of the same risk, sees it in 91 of 100.
    #expect(widths[1] < 0.8 * widths[0] && seen >= forEver && (depth == 1 || seen * 4 > trials * 3))
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

  /// Small strata that explain nothing must not widen, and those that explain much narrow.
  @Test(arguments: [(0.0, 1.03), (1.5, 0.9)])
  func `comparing within twenty words widens nothing`(differs: Double, most: Double) throws {
    var fleet = KnownFleet()
    fleet.networks = (0..<20).map {
      ("w\($0)", 0.05, Elementary.exp(differs * KnownFleet.normal(of: (Double($0) + 0.5) / 20)))
    }
    let trials = depth > 1 ? KnownFleet.rollouts : 2
    var (sums, beyond) = ([0.0, 0.0], 0)
    let misses = try KnownFleet.count(
      "twenty words that differ by \(differs), compared within: some figure is beyond chance", in: trials,
      from: 70
    ) { random in
      var (within, without) = (RecordedLaunches(within: "network"), RecordedLaunches())
      var control = fleet
      control.version = "control"
      for line in control.lines(1_000, &random) + fleet.lines(1_000, &random) {
        let record = try LaunchRecord(line: line.utf8)
        within.add(record)
        without.add(record)
      }
      let comparisons = [within, without].map { Self.compare($0) }
      for (place, comparison) in comparisons.enumerated() {
        let change = comparison.estimate(.degraded, risk: 0.05).change
        sums[place] += change.most - change.least
      }
      if Self.isSomeBeyondChance(comparisons[1], 0.05) { beyond += 1 }
      return Self.isSomeBeyondChance(comparisons[0], 0.05)
    }
    let mean = sums.map { 50 * $0 / Double(trials) }
    print("degraded ±\(mean[0]) points within, ±\(mean[1]) without, beyond chance \(beyond)")
    #expect(mean[0] <= most * mean[1] && misses * 20 <= trials)
  }

  @Test func `few launches, no launches and words of one group bound nothing`() throws {
    var random = SeededRandom(seed: 7)
    let few = Self.compare(try RecordedLaunches.of(KnownFleet(), KnownFleet(), (3, 4), &random))
    let late = few.estimate(.time(0.99), risk: 0.05)
    #expect(late.change.least == -.infinity && late.change.most == .infinity && !late.isBeyondChance)
    let none = Self.compare(try RecordedLaunches.of(KnownFleet(), KnownFleet(), (0, 4), &random))
    let rule = try Self.gate("p95<=8s")
    #expect(none.smallest == 0 && none.verdicts(rule) == [.undecided(more: nil)])
    var (edge, wifi) = (KnownFleet(), KnownFleet())
    (edge.networks, wifi.networks) = ([("edge", 1, 1)], [("wifi", 1, 1)])
    let apart = Self.compare(try RecordedLaunches.of(wifi, edge, (5, 6), within: "network", &random))
    #expect(apart.smallest == 0 && apart.unmatched.map(\.word) == ["edge", "wifi"])
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
