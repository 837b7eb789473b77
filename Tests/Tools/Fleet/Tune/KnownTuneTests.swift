import LaunchFlowFleet
import LaunchFlowSimulator
import LaunchFlowTestFlows
import Testing

/// Flows of random numbers for which it is known by construction whether better times exist, and which are best.
@Suite struct KnownTuneTests {
  /// A call that answers at an even time between two, in milliseconds, or hangs.
  struct Call {
    var from: Int
    var to: Int
    var hangs: Double
    var timeout: Int
  }

  /// Calls in a row, and one beside them that is fast and never hangs.
  struct Case {
    var calls: [Call]
    var isRow = true
    /// The time-outs that are tried of all calls, in milliseconds.
    var values: [Int]
    var keep = "degraded<=+0%"
    /// The best time-out of each call; nil where nothing better exists.
    var best: [Int]?

    func flow(_ timeouts: [Int]) throws -> Flow {
      var steps = timeouts.enumerated().map { place, timeout in
        TunerTests.step(
          "call-\(place)", "\(timeout)ms", isRow && place > 0 ? #", "after": ["call-\#(place - 1)"]"# : "")
      }
      steps.append(TunerTests.step("beside", "3s"))
      let names = (timeouts.indices.map { "call-\($0)" } + ["beside"]).map { "\"\($0)\"" }
      return try TunerTests.flow(steps, landing: #""after": [\#(names.joined(separator: ", "))]"#)
    }

    var world: Scenario {
      func behaviour(_ name: String, _ call: Call) -> Scenario.StepBehaviours {
        let times = [("p0", call.from), ("p100", call.to)].map {
          Scenario.Quantile($0, .milliseconds($1))
        }
        return .init(
          name,
          [
            .init(
              takes: .quantiles(times),
              outcome: call.hangs > 0
                ? .odds([.init("ok", 1 - call.hangs), .init("hang", call.hangs)]) : .opaque)
          ])
      }
      var world = Scenario(name: "day")
      world.steps =
        calls.enumerated().map { behaviour("call-\($0)", $1) }
        + [behaviour("beside", Call(from: 5, to: 50, hangs: 0, timeout: 0))]
      return world
    }

    func tune(_ seed: UInt64) throws -> TuneOutcome {
      let list = values.map { "\($0)ms" }.joined(separator: ",")
      var tuner = try TunerTests.tuner(
        try flow(calls.map(\.timeout)), world, ["*.timeout=" + list], [keep, "worst<=60s"])
      (tuner.runs, tuner.seed) = (200, seed)
      return try tuner.tune()
    }

    /// The p95 of a flow under luck that has chosen nothing.
    func p95(_ flow: Flow) throws -> Double {
      Double(try Simulation(FlowPlan(flow), world).distribution(runs: 2_000, seed: 999).time(at: 0.95))
    }
  }

  static let trials = depth > 1 ? 20 : 1

  /// Counts the cases in which the search finds what there is to find.
  static func found(_ what: String, from seed: UInt64, _ make: (inout SeededRandom) -> Case) throws -> Int {
    try KnownFleet.count(what, in: trials, from: seed) { random in
      let known = make(&random)
      let outcome = try known.tune(random.next() >> 1)
      guard let best = known.best else { return outcome.better == nil && outcome.candidates > 0 }
      guard let better = outcome.better else { return false }
      let own = try known.p95(try known.flow(known.calls.map(\.timeout)))
      let (optimum, tuned) = (try known.p95(try known.flow(best)), try known.p95(better.flow))
      return optimum < 0.9 * own && tuned <= optimum + (own - optimum) / 10
    }
  }

  /// Calls answer between two times or hang. An earlier time-out cuts more than a tenth of the answers, and a later one
  /// only makes hangs longer.
  @Test func `where every earlier time-out costs more fallbacks than allowed, none is found`() throws {
    let found = try Self.found("none exists, none found", from: 300) { random in
      let timeout = 1_000 + 500 * random.number(0...4)
      let calls = (0..<random.number(1...3)).map { _ in
        Call(from: 0, to: timeout, hangs: Double(random.number(6...15)) / 100, timeout: timeout)
      }
      return Case(
        calls: calls, isRow: random.chance(50),
        values: (2...12).map { $0 * timeout / 10 }.filter { $0 * 10 <= timeout * 9 || $0 >= timeout })
    }
    #expect(found == Self.trials)
  }

  @Test func `where no call is ever waited for, none is found`() throws {
    let found = try Self.found("nothing to gain, none found", from: 400) { random in
      let calls = (0..<random.number(1...4)).map { _ in
        Call(from: 300, to: 300 + random.number(1...100), hangs: 0, timeout: 1_000 * random.number(1...4))
      }
      return Case(
        calls: calls, isRow: random.chance(50), values: [100, 200, 500, 700, 1_000, 2_000, 4_000],
        keep: "degraded<=+2%")
    }
    #expect(found == Self.trials)
  }

  /// One call of several hangs often. The best time-out is the first that cuts no answer.
  @Test func `the one time-out that delays the landing is found`() throws {
    let found = try Self.found("one time-out is best, found", from: 500) { random in
      let slow = random.number(0...2)
      var best: [Int] = []
      let calls = (0..<3).map { place -> Call in
        let latest = 100 * random.number(4...9)
        best.append(place == slow ? latest : 4_000)
        return Call(
          from: 50, to: latest, hangs: place == slow ? Double(random.number(8...20)) / 100 : 0, timeout: 4_000
        )
      }
      return Case(
        calls: calls, isRow: random.chance(50), values: (1...40).map { $0 * 100 }, best: best)
    }
    #expect(found == Self.trials)
  }

  @Test func `one number for all calls is found`() throws {
    let found = try Self.found("one number for all is best, found", from: 600) { random in
      let latest = 100 * random.number(4...9)
      let calls = (0..<random.number(3...5)).map { _ in
        Call(from: 50, to: latest, hangs: Double(random.number(8...15)) / 100, timeout: 3_000)
      }
      return Case(calls: calls, values: (1...30).map { $0 * 100 }, best: calls.map { _ in latest })
    }
    #expect(found == Self.trials)
  }

  /// The slow call can only be cut earlier if the other one, beside it, is cut later: the rule allows no more fallbacks.
  @Test func `a shorter time-out that a longer one pays for is found`() throws {
    let found = try Self.found("two time-outs pay for each other, found", from: 700) { random in
      let (short, long) = (100 * random.number(4...6), 100 * random.number(24...30))
      let calls = [
        // Half of its answers are cut, and it delays nothing.
        Call(from: 0, to: short * 2, hangs: 0, timeout: short),
        Call(from: 0, to: long, hangs: 0, timeout: long),
      ]
      let values = [short, short * 2, long * 3 / 4, long * 98 / 100, long]
      return Case(calls: calls, isRow: false, values: values, best: [short * 2, long * 3 / 4])
    }
    #expect(found == Self.trials)
  }
}
