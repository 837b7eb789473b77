import LaunchFlowSimulator
import Testing

/// What an app would not send, a simulation does not send either.
@Suite struct RequestRuleTests {
  private static func flow(_ address: String, fallback: JSONValue? = nil) -> Flow {
    var service = Flow.Service("regional")
    service.baseURL = .address(address)
    service.allowedHosts = ["*.example.com"]
    var step = Flow.Step("b", .http(Flow.Request(.service("regional", path: "/b"))))
    step.timeout = .seconds(1)
    step.needs = ["a"]
    let first = Rules.http("a") { step in step.fallback = fallback.map { [.value($0)] } ?? [] }
    return Rules.flow([first, step]) { $0.services = [service] }
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var address = "${a/host}/v1"
    var value: JSONValue
    var isSent = false
  }

  @Test(arguments: [
    Example(testDescription: "allowed", value: ["host": "https://eu.example.com"], isSent: true),
    Example(testDescription: "another's host", value: ["host": "https://example.org"]),
    Example(testDescription: "in the clear", value: ["host": "http://eu.example.com"]),
    Example(testDescription: "no address", value: ["host": "nowhere"]),
    Example(testDescription: "nothing there", value: ["name": "eu"]),
    Example(
      testDescription: "a part of the path", address: "https://eu.example.com/${a/id}", value: ["id": 7],
      isSent: true),
    Example(
      testDescription: "up the path", address: "https://eu.example.com/${a/id}", value: ["id": ".."]),
    Example(
      testDescription: "null in a text", address: "https://eu.example.com/${a/id}", value: ["id": .null]),
  ]) func aValueInAnAddress(_ example: Example) throws {
    let flow = Self.flow(example.address)
    let lines = try Rules.lines(flow, ["a": [.after(1, .value(example.value))]], only: ["b"])
    let end = example.isSent ? "succeeded" : "failed: malformed"
    #expect(lines.contains("1.0: b attempt 1 \(end)"), "\(lines)")
    // Nothing is known against a value of which nothing is known.
    #expect(try Rules.lines(flow, ["a": [.after(1)]], only: ["b"]).contains("1.0: b attempt 1 succeeded"))
  }

  @Test func `an input in a path`() throws {
    var flow = Self.flow("https://eu.example.com/${region}")
    flow.inputs = [Flow.Input("region", .string)]
    func lines(_ region: JSONValue) throws -> [String] {
      try Rules.lines(flow, only: ["b"]) { $0.inputs = [Flow.NamedValue("region", region)] }
    }
    #expect(try lines("eu").contains("0.0: b attempt 1 succeeded"))
    #expect(try lines("..").contains("0.0: b attempt 1 failed: malformed"))
  }

  /// Many runs share one driver; what it found out of one value does not count for another.
  @Test func `each run sends what its own values allow`() throws {
    var flow = Self.flow("${a/host}", fallback: ["host": "https://example.org"])
    flow.landings = [
      Flow.Landing("home", when: Condition("b", is: "succeeded")), Flow.Landing("other", after: ["b"]),
    ]
    var scenario = Scenario()
    let odds: [Scenario.Odds] = [Scenario.Odds("ok", 0.5), Scenario.Odds("network", 0.5)]
    scenario.steps = [Scenario.StepBehaviours("a", [.after(1, .odds(odds))])]
    let simulation = try Simulation(try FlowPlan(flow), scenario)
    let pages = (UInt64(0)..<40).map { run in
      simulation.run(run: run).trace.events.compactMap { event in
        if case .landed(let landing) = event.kind { landing.page } else { nil }
      }
    }
    let homes = pages.filter { $0 == ["home"] }.count
    #expect(homes > 0 && homes < 40)
    let distribution = simulation.distribution(runs: 40)
    #expect(distribution.shares.first { $0.page == "home" }?.count == homes)
  }

  /// Its fallback's value lacks nothing, the late one does: the next step gets the value that its step settled with.
  @Test func `a late answer replaces no value that steps refer to`() throws {
    let flow = Rules.flow([
      Rules.http("a") {
        $0.useFallbackAfter = .seconds(1)
        $0.fallback = [.value(["token": "kept"])]
      },
      Rules.wait("pause", for: .time(.seconds(3))),
      Rules.http("b", needs: ["a"], after: ["pause"]) {
        $0.work = .http(Flow.Request(.url("https://example.com/${a/token}")))
      },
    ])
    let lines = try Rules.lines(flow, ["a": [.after(2, .value([:]))], "b": [.after(1)]], only: ["a", "b"])
    #expect(lines.contains("2.0: a attempt 1 succeeded"))
    #expect(lines.contains("4.0: b succeeded from live"))
  }

  @Test func `a fallback is sent where the own request is not`() throws {
    var flow = Self.flow("${a/host}")
    flow.services.append(Flow.Service("spare"))
    flow.services[1].baseURL = .address("https://eu.example.com/${a/id}")
    flow.steps[1].fallback = [
      .http(Flow.Request(.service("spare", path: "/b")), timeout: .seconds(1))
    ]
    let lines = try Rules.lines(
      flow, ["a": [.after(1, .value(["host": "https://example.org", "id": 7]))]], only: ["b"])
    #expect(lines.contains("1.0: b attempt 1 failed: malformed"), "\(lines)")
    #expect(lines.contains("1.0: b recovered from alternate"), "\(lines)")
    // What was found out of the fallback's request does not count for the own one in the next run.
    flow.landings = [
      Flow.Landing("home", when: Condition("b", is: "succeeded")), Flow.Landing("other", after: ["b"]),
    ]
    var scenario = Scenario()
    scenario.steps = [
      Scenario.StepBehaviours("a", [.after(1, .value(["host": "https://example.org", "id": 7]))])
    ]
    let distribution = try Simulation(try FlowPlan(flow), scenario).distribution(runs: 3)
    #expect(distribution.shares.first { $0.page == "other" }?.count == 3)
  }

  @Test func `what is missing is missed beside what is not known`() throws {
    var flow = Self.flow("https://eu.example.com/${a/id}/${c/id}")
    flow.steps.insert(Rules.http("c"), at: 1)
    flow.steps[2].needs = ["a", "c"]
    let lines = try Rules.lines(flow, ["a": [.after(1, .value(["name": "eu"]))]], only: ["b"])
    #expect(lines.contains("1.0: b attempt 1 failed: malformed"), "\(lines)")
  }

  @Test func `a parameter that the request replaces is not missed`() throws {
    var flow = Self.flow("https://eu.example.com")
    flow.services[0].query = [Flow.NamedValue("q", "${a/id}")]
    func lines() throws -> [String] {
      try Rules.lines(flow, ["a": [.after(1, .value(["name": "eu"]))]], only: ["b"])
    }
    #expect(try lines().contains("1.0: b attempt 1 failed: malformed"))
    var request = Flow.Request(.service("regional", path: "/b"))
    request.query = [Flow.NamedValue("q", 1)]
    flow.steps[1].work = .http(request)
    #expect(try lines().contains("1.0: b attempt 1 succeeded"))
  }
}
