import LaunchFlowSimulator
import Testing

/// Classes of runs, factors of loss and codes in odds.
@Suite struct RunClassTests {
  static let flow = #"""
    { "flow": "two", "deadline": "9s", "pages": ["home", "login"],
      "steps": { "ask": { "http": { "url": "https://a.example.com/" }, "timeout": "8s" },
        "act": { "action": "act", "timeout": "8s" } },
      "landings": [{ "page": "home", "after": ["ask", "act"] }, { "page": "login" }] }
    """#

  static func file(_ scenario: String) -> String {
    #"{ "scenariosFor": "two.json", "scenarios": { "a": \#(scenario) } }"#
  }

  @Test func `each run is of one class, by their shares`() throws {
    let plan = try Fleet.plan(Self.flow)
    let file = try Fleet.scenarios(
      Self.file(
        #"""
        { "steps": { "ask": { "takes": "1s" } },
          "classes": { "fast": { "share": 0.7 },
            "slow": { "share": 0.3, "steps": { "ask": { "takes": "3s" }, "act": { "takes": "4s" } } } } }
        """#), for: plan)
    let simulation = try Simulation(plan, file.scenarios[0])
    let runs = simulation.distribution(runs: 4_000, seed: 3)
    #expect((runs.share(within: 1_000_000_000) - 0.7).magnitude < 0.02)
    #expect(runs.time(at: 0) == 1_000_000_000 && runs.time(at: 1) == 4_000_000_000)
    let landings = Array(runs.landings)
    // A single run is of the same class as among many.
    for run in 0..<40 as Range<UInt64> {
      let landing = simulation.run(seed: 3, run: run).trace.events.first {
        if case .landed = $0.kind { true } else { false }
      }
      #expect(landing?.time == landings[Int(run)].time)
    }
    let script = try ScenarioScript(plan, file.scenarios[0], seed: 3, run: 5)
    let isSlow = landings[5].time == 4_000_000_000
    #expect(script.attempt(1, of: 1, .own, at: 0).takes == (isSlow ? 4_000_000_000 : 0))
    // What a command line says of a step holds in every class.
    var command = Scenario()
    command.steps = [.init("act", [.init(takes: .fixed(.seconds(2)))])]
    let set = try Simulation(plan, command.over(file.scenarios[0])).distribution(runs: 200, seed: 3)
    #expect(set.time(at: 0) == 2_000_000_000 && set.time(at: 1) == 3_000_000_000)
    #expect(try Fleet.scenarios(file.json.text(), for: plan) == file)
  }

  @Test func `the factor of loss keeps the odds of all runs together`() throws {
    let plan = try Fleet.plan(Self.flow)
    let file = try Fleet.scenarios(
      Self.file(
        #"{ "lossFactor": 4, "steps": { "*": { "odds": { "ok": 0.8, "network": 0.15, "hang": 0.05 } } } }"#),
      for: plan)
    let simulation = try Simulation(plan, file.scenarios[0])
    var (lost, acted, hung) = (0, 0, 0)
    let runs = 3_000
    for run in 0..<UInt64(runs) {
      for event in simulation.run(seed: 9, run: run).trace.events {
        guard case .attemptEnded(let step, _, let end) = event.kind else { continue }
        if end == .failed(.network) { if step == 0 { lost += 1 } else { acted += 1 } }
        if end == .failed(.timeout), step == 0 { hung += 1 }
      }
    }
    #expect((Double(lost) / Double(runs) - 0.15).magnitude < 0.02, "\(lost)")
    #expect((Double(acted) / Double(runs) - 0.15).magnitude < 0.02, "actions have no factor: \(acted)")
    #expect((Double(hung) / Double(runs) - 0.05).magnitude < 0.015, "\(hung)")
  }

  @Test(arguments: [
    (
      #"{ "classes": { "a": { "share": 0.5 }, "b": { "share": 0.4 } } }"#,
      "the shares of the classes add up to 0.9, not to 1"
    ),
    (
      #"{ "classes": { "a": { "share": 1, "steps": { "asked": { "hang": true } } } } }"#,
      #"the flow has no step "asked""#
    ),
    (
      #"{ "classes": { "a": { "share": 1, "steps": { "ask": { "odds": { "ok": 0.5 } } } } } }"#,
      "the odds add up to 0.5, not to 1"
    ),
    (
      #"{ "steps": { "act": { "odds": { "status 503": 1 } } } }"#,
      #""act" is an action, which gets no HTTP answer"#
    ),
    (
      #"{ "steps": { "ask": { "odds": { "code 7": 1 } } } }"#, #"the answers to "ask" have no code"#
    ),
    (
      #"{ "steps": { "ask": { "odds": { "status 99": 1 } } } }"#,
      #""status 99" is not an outcome of "ask""#
    ),
  ])
  func `what cannot be played is reported`(scenario: String, message: String) throws {
    let plan = try Fleet.plan(Self.flow)
    let reading = ScenarioFile.read(SourceText(name: "s", text: Self.file(scenario)), for: plan.flow)
    #expect(reading.diagnostics.filter { $0.severity == .error }.map(\.message) == [message])
  }

  @Test(arguments: [
    ("status 503", 503, JSONValue?.none), ("code 7", 200, JSONValue.integer(7)),
    ("code E_BUSY", 200, "E_BUSY"),
    ("status 409 code -1", 409, .integer(-1)),
  ])
  func `codes are written as they are read`(words: String, status: Int, code: JSONValue?) {
    let codes = Scenario.Odds.Codes(words)
    #expect(codes == .init(status: status, code: code) && codes?.words == words)
  }

  @Test(arguments: [
    "status", "status 600", "code", "code ", "status 503 7", "code 7 8", "status 503 code", "503",
  ])
  func `other words are no codes`(words: String) {
    #expect(Scenario.Odds.Codes(words) == nil)
  }
}
