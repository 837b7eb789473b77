import LaunchFlowFleet
import LaunchFlowRecords
import LaunchFlowSimulator
import LaunchFlowTestFlows
import Testing

@Suite struct ReplayTests {
  static let features: RandomFlow.Features = [.plain, .domains, .lanes, .waits, .serverWaits, .hedges]

  /// Where a simulated run lands: page, time, degraded.
  static func landing(_ trace: Trace) -> LaunchRecord.Landing? { LaunchRecord(trace).landing }

  static func holds(_ launch: ReplayedLaunch, _ landing: LaunchRecord.Landing, _ plan: FlowPlan) -> Bool {
    guard let page = plan.pages.firstIndex(of: landing.page) else { return false }
    return launch.earliest <= landing.time && landing.time <= launch.latest && launch.allows(page: page)
      && (landing.isDegraded ? launch.mayBeDegraded : launch.mayBeWhole)
  }

  @Test func `a start's facts give its times again`() throws {
    var step = Flow.Step("ask", .action(Flow.Action("ask")))
    step.timeout = .seconds(1)
    step.retry = Flow.Retry(attempts: 2)
    step.retry?.delayInput = "delay"
    var landing = Flow.Landing("home")
    landing.after = ["ask"]
    var flow = Flow(
      name: "given", deadline: .seconds(60), pages: ["home"], steps: [step], landings: [landing])
    flow.inputs = [Flow.Input("delay", .duration)]
    flow.inputs[0].maximum = .milliseconds(300)
    let plan = try FlowPlan(flow.given([:]))
    var record = LaunchRecord(flow: "given")
    record.facts = [.input("delay", is: "120ms")]
    record.steps = [.init("ask", [.init(start: 0, took: 10_000_000, .failed(.server))])]
    record.end = 10_000_000
    // Nobody knows the second call: after a wait of at most 120 ms it may take its whole time-out.
    #expect(plan.replay(record).latest == 1_130_000_000)
  }

  @Test func `under the same flow every launch may land as it did, and nearly always must`() throws {
    var exact = 0
    let worlds = UInt64(60 * depth)
    for seed in 0..<worlds {
      let flow = RandomFlow.make(seed: seed, features: Self.features)
      let plan = try FlowPlan(flow)
      let scenario = RandomWorld.scenario(for: flow, seed: seed, disturbances: [.offline, .cancel, .network])
      let trace = try Simulation(plan, scenario).run(seed: seed).trace
      let record = try LaunchRecord(line: Array(LaunchRecord(trace).line.utf8))
      let landing = try #require(record.landing)
      let launch = plan.replay(record)
      #expect(Self.holds(launch, landing, plan), "seed \(seed): \(launch) \(landing)")
      if launch.isExact { exact += 1 }
    }
    // These worlds like instants at which several things happen. There a record cannot always tell what came first, and
    // two attempts of one step make more of them.
    print("same flow: \(exact) of \(worlds) decided by the record")
    #expect(exact * 100 > Int(worlds) * 75)
  }

  @Test func `a day of launches under the same flow is decided whole`() throws {
    let (plan, file) = try Fleet.rider()
    let scenario = try #require(file.scenarios.first { $0.name == "odd-day" }).over(file.defaults)
    for record in try Fleet.records(plan, scenario, runs: 40 * depth, seed: 11) {
      let landing = try #require(record.landing)
      let launch = plan.replay(record)
      #expect(launch.isExact && launch.earliest == landing.time)
      #expect(Self.holds(launch, landing, plan))
    }
  }

  /// An answer 300 µs after its fallback was due and one 300 µs before are both at 2 s in a rounded record.
  @Test(arguments: [1_999_700, 2_000_300, 2_001_300]) func `a rounded record leaves open what came first`(
    takes: Int
  ) throws {
    let plan = try Fleet.plan(
      #"""
      { "flow": "race", "deadline": "10s", "pages": ["home"],
        "steps": { "ask": { "action": "ask", "timeout": "4s", "useFallbackAfter": "2s", "fallback": [{ "value": 1 }] },
          "other": { "action": "other", "timeout": "4s" } },
        "landings": [{ "page": "home", "after": ["ask", "other"] }] }
      """#)
    var scenario = Scenario()
    scenario.steps = [
      .init("ask", [.init(takes: .fixed(.microseconds(takes)))]),
      .init("other", [.init(takes: .fixed(.seconds(3)))]),
    ]
    let record = LaunchRecord(try Simulation(plan, scenario).run().trace)
    let exact = plan.replay(record)
    #expect(exact.isExact && exact.mayBeDegraded == (takes > 2_000_000))
    let rounded = plan.replay(record.rounded())
    #expect(rounded.isExact == (takes > 2_001_000))
    let landing = try #require(record.rounded().landing)
    #expect(Self.holds(rounded, landing, plan), "\(rounded) \(landing)")
    #expect(rounded.earliest == landing.time && rounded.latest == landing.time)
  }

  /// Waits between attempts are no whole milliseconds, whether drawn or not.
  @Test func `under the same flow a rounded record allows the landing that it has`() throws {
    let text = #"""
      { "flow": "chain", "deadline": "30s", "pages": ["home", "away"],
        "steps": {
          "a": { "action": "a", "timeout": "700ms", "useFallbackAfter": "650ms", "fallback": [{ "value": 1 }],
            "retry": { "attempts": 3, "delay": "10ms", "factor": 1.37, "on": "any" } },
          "b": { "needs": ["a"], "action": "b", "timeout": "40ms", "retry": { "attempts": 5, "delay": "30ms", "jitter": "full" } },
          "c": { "action": "c", "timeout": "600ms" } },
        "landings": [{ "page": "home", "after": ["b", "c"], "when": { "b": "available" } }, { "page": "away" }] }
      """#
    let plan = try Fleet.plan(text)
    var scenario = Scenario()
    scenario.steps = ["a", "b", "c"].map {
      .init(
        $0,
        [
          .init(
            takes: .quantiles([.init("p0", .milliseconds(1)), .init("p100", .milliseconds(60))]),
            outcome: .odds([.init("ok", 0.6), .init("server", 0.4)]))
        ])
    }
    let simulation = try Simulation(plan, scenario)
    var exact = 0
    for run in 0..<UInt64(400 * depth) {
      let record = LaunchRecord(simulation.run(seed: 7, run: run).trace).rounded()
      let landing = try #require(record.landing)
      let launch = plan.replay(record)
      #expect(Self.holds(launch, landing, plan), "run \(run): \(launch) \(landing)")
      if launch.isExact { exact += 1 }
    }
    #expect(exact > 300 * depth)
  }

  @Test func `under a changed flow the interval contains the truth`() throws {
    var (changed, exact, stopped) = (0, 0, 0)
    let worlds = UInt64(60 * depth)
    for seed in 10_000..<10_000 + worlds {
      let flow = RandomFlow.make(seed: seed, features: Self.features)
      var random = SeededRandom(seed: seed)
      let other = ChangedFlow.make(flow, using: &random)
      guard !isSame(other, flow), let plan = try? FlowPlan(other) else { continue }
      let scenario = ChangedFlow.withoutCoincidences(
        RandomWorld.scenario(for: flow, seed: seed), [flow, other])
      let record = LaunchRecord(try Simulation(FlowPlan(flow), scenario).run(seed: seed).trace)
      let truth = try #require(Self.landing(try Simulation(plan, scenario).run(seed: seed).trace))
      let launch = plan.replay(record, mostInputs: 3_000)
      changed += 1
      if launch.isExact { exact += 1 }
      if launch.wasStopped { stopped += 1 }
      #expect(Self.holds(launch, truth, plan), "seed \(seed): \(launch), truth \(truth)")
      #expect(!launch.isExact || launch.earliest == truth.time, "seed \(seed)")
    }
    print("changed flows: \(changed), decided by the record: \(exact), search stopped: \(stopped)")
    #expect(changed * 7 > Int(worlds) * 3 && exact > changed / 4)
  }

  static let slow = #"""
    { "flow": "slow", "deadline": "10s", "pages": ["home", "login"],
      "steps": { "ask": { "action": "ask", "timeout": "2s" } },
      "landings": [{ "page": "home", "when": { "ask": "available" } }, { "page": "login" }] }
    """#

  @Test func `a call that was cut and may now take longer gives an interval`() throws {
    let plan = try Fleet.plan(Self.slow)
    var scenario = Scenario()
    scenario.steps = [.init("ask", [.init(takes: .fixed(.seconds(3)))])]
    let record = LaunchRecord(try Simulation(plan, scenario).run().trace)
    let longer = try Fleet.plan(Self.slow.replacing("2s", with: "5s"))
    let second: Int64 = 1_000_000_000
    var expected = ReplayedLaunch(
      earliest: 2 * second + 1, latest: 5 * second, pages: 0b11, mayBeDegraded: true, mayBeWhole: true,
      wasStopped: false)
    expected.openSteps = 0b1
    #expect(longer.replay(record) == expected)
    // What is not read can be left as it is, and a shorter time-out is decided.
    let shorter = try Fleet.plan(Self.slow.replacing("2s", with: "1s"))
    expected = ReplayedLaunch(
      earliest: second, latest: second, pages: 0b10, mayBeDegraded: true, mayBeWhole: false,
      wasStopped: false)
    #expect(shorter.replay(record) == expected)
  }

  @Test func `two calls that nobody knows keep their order where one waits for the other`() throws {
    let text = #"""
      { "flow": "chain", "deadline": "10s", "pages": ["home"],
        "steps": { "a": { "action": "a", "timeout": "1s" }, "b": { "after": ["a"], "action": "b", "timeout": "2s" } },
        "landings": [{ "page": "home", "after": ["b"] }, { "page": "home" }] }
      """#
    let plan = try Fleet.plan(text)
    var record = LaunchRecord(flow: "chain")
    record.end = 0
    let launch = plan.replay(record)
    #expect(launch.earliest == 0 && launch.latest == 3_000_000_000 && !launch.wasStopped, "\(launch)")
  }

  @Test func `a search that would take too long says all that is possible`() throws {
    let steps = (0..<12).map { #""s\#($0)": { "action": "a", "timeout": "\#($0 + 1)s" }"# }
    let names = (0..<12).map { "\"s\($0)\"" }.joined(separator: ",")
    let text = """
      { "flow": "wide", "deadline": "15s", "pages": ["home"], "steps": { \(steps.joined(separator: ",")) },
        "landings": [{ "page": "home", "after": [\(names)] }, { "page": "home" }] }
      """
    let plan = try Fleet.plan(text)
    let launch = plan.replay(LaunchRecord(flow: "wide"))
    #expect(launch.wasStopped && launch.earliest == 0 && launch.latest == 15_000_000_000, "\(launch)")
  }

  @Test func `a record of hostile names and times is played without harm`() throws {
    let (plan, _) = try Fleet.rider()
    for line in [
      #"{"record":"x","format":1,"end":0,"steps":{"login":[{"at":0,"for":2305843009213693951,"end":"ok"}]}}"#,
      #"{"record":"x","format":1,"end":0,"steps":{"login":[{"at":0,"for":0,"end":"ok:\u0000"}]},"signals":[{"name":"x","at":9}]}"#,
      #"{"record":"x","format":1,"end":0,"steps":{},"switches":[{"at":0,"offline":true,"domain":"\u202e"},{"at":0,"offline":true}]}"#,
      #"{"record":"x","format":1,"end":0,"steps":{},"facts":[{"input":"signed-in","is":"9"},{"offline":true}]}"#,
    ] {
      let launch = plan.replay(try LaunchRecord(line: Array(line.utf8)))
      #expect(launch.earliest <= launch.latest && launch.latest <= plan.deadline)
    }
  }
}
