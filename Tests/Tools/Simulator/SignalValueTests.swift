import LaunchFlowAuthoring
import LaunchFlowMachine
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowSimulator

/// Signals with values: what opened the app.
@Suite struct SignalValueTests {
  @Test func `runs are those of the reference`() throws {
    for seed in oracleSeeds(300) {
      var random = SeededRandom(seed: seed)
      let oracle = Self.oracle(&random)
      let known = oracle.run()
      let trace = try Simulation(FlowPlan(Self.flow(oracle)), Self.scenario(oracle, &random)).run().trace
      var found = Self.reading(trace)
      if known.isTaken == nil { found?.isTaken = nil }
      #expect(found == known, "seed \(seed): \(oracle)")
      if found != known { return }
    }
  }

  @Test func `a value is named by the first result that fits`() throws {
    var oracle = SignalValueOracle(
      login: .init(takes: 10, succeeds: true, timeout: 100),
      offers: .init(takes: 0, succeeds: true, timeout: 100))
    oracle.after = ["login"]
    let values: [(JSONValue, String?)] = [
      (["order": 7], "order"), (["order": nil], "unknown"), ("text", "unknown"), (7, "unknown"),
      ([], "unknown"),
      ("", "unknown"), (nil, nil),
    ]
    for (value, result) in values {
      var scenario = Scenario()
      scenario.signals = [Scenario.Signal("link", at: .fixed(.milliseconds(5)))]
      scenario.signals[0].outcome = .value(value)
      let trace = try Simulation(FlowPlan(Self.flow(oracle)), scenario).run().trace
      let given = trace.events.compactMap { event in
        if case .signalled(_, let result) = event.kind { result ?? "-" } else { nil }
      }
      #expect(given == [result ?? "-"])
    }
  }

  @Test func `many runs land as single ones do`() throws {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      let oracle = Self.oracle(&random)
      let simulation = try Simulation(FlowPlan(Self.flow(oracle)), Self.scenario(oracle, &random))
      let many = simulation.distribution(runs: 3)
      let pages = Set(many.landings.map { many.pages[Int($0.page)] })
      #expect(pages == [oracle.run().page], "seed \(seed)")
    }
  }
}

extension SignalValueTests {
  private static func oracle(_ random: inout SeededRandom) -> SignalValueOracle {
    func call(_ random: inout SeededRandom) -> SignalValueOracle.Call {
      .init(
        takes: 100 * random.number(0...6), succeeds: random.chance(75), timeout: 100 * random.number(1...5))
    }
    var oracle = SignalValueOracle(login: call(&random), offers: call(&random))
    if random.chance(70) { oracle.after.insert("login") }
    if random.chance(40) { oracle.after.insert("offers") }
    oracle.limit = random.chance(60) ? 0 : 100 * random.number(1...4)
    oracle.loginWaitsForLink = random.chance(40)
    oracle.homeWaitsForOffers = random.chance(40)
    oracle.given = random.chance(85) ? max(0, 100 * random.number(0...9) + random.number(-1...1)) : nil
    oracle.value = random.pick([.none, .order, .order, .other])
    oracle.cancel = random.chance(20) ? 100 * random.number(0...9) + random.number(0...1) : nil
    return oracle
  }

  private static func flow(_ oracle: SignalValueOracle) -> Flow {
    func call(_ name: String, _ call: SignalValueOracle.Call) -> Flow.Step {
      Rules.action(name, timeout: 1) { $0.timeout = .milliseconds(call.timeout) }
    }
    var link = Flow.Step("link", .wait(.signal("link")))
    link.timeout = .milliseconds(oracle.limit)
    link.after = oracle.after.sorted()
    link.results = [
      Flow.NamedResult("order", Predicate(at: JSONPointer(tokens: ["order"]), [.exists(true)])),
      Flow.NamedResult("unknown", Predicate([])),
    ]
    var flow = Flow(
      name: "links", deadline: .seconds(60), pages: ["login", "order", "web", "home"],
      steps: [call("login", oracle.login), call("offers", oracle.offers), link],
      landings: [
        Flow.Landing(
          "login", when: Condition("login", is: "unavailable"),
          after: oracle.loginWaitsForLink ? ["link"] : []),
        Flow.Landing("order", when: Condition("link", is: "order")),
        Flow.Landing("web", when: Condition("link", is: "available")),
        Flow.Landing("home", after: oracle.homeWaitsForOffers ? ["link", "offers"] : ["link"]),
      ])
    flow.signals = ["link"]
    return flow
  }

  private static func scenario(_ oracle: SignalValueOracle, _ random: inout SeededRandom) -> Scenario {
    var scenario = Scenario()
    scenario.steps = [("login", oracle.login), ("offers", oracle.offers)].map { name, call in
      let outcome: Scenario.Outcome = call.succeeds ? .opaque : .error(.error)
      return Scenario.StepBehaviours(
        name, [Scenario.Behaviour(takes: .fixed(.milliseconds(call.takes)), outcome: outcome)])
    }
    var given = Scenario.Signal("link", at: oracle.given.map { .fixed(.milliseconds($0)) })
    let isNamed = random.chance(50)
    given.outcome =
      switch oracle.value {
      case .none: isNamed ? .opaque : .value(nil)
      case .order: isNamed ? .named("order") : .value(["order": 7])
      case .other: isNamed ? .named("unknown") : .value("https://example.com")
      }
    scenario.signals = [given]
    scenario.cancel = oracle.cancel.map { .milliseconds($0) }
    return scenario
  }

  private static func reading(_ trace: Trace) -> SignalValueOracle.Run? {
    var run = SignalValueOracle.Run(page: "", time: 0, isGiven: false, isTaken: false)
    for event in trace.events {
      switch event.kind {
      case .signalled: run.isGiven = true
      case .settled(let step, let settlement) where trace.steps[step].name == "link":
        run.isTaken = settlement.status == .succeeded
      case .landed(let landing):
        (run.page, run.isCancelled) = (landing.page, landing.isCancelled)
        run.time = Int(event.time / 1_000_000)
        return run
      default: break
      }
    }
    return nil
  }
}
