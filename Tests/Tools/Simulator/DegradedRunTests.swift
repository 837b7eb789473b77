import LaunchFlowSimulator
import Testing

/// A run is degraded if an `http` or `action` step failed, timed out or was recovered before its landing.
@Suite struct DegradedRunTests {
  private func isDegraded(
    _ steps: [Flow.Step], landings: [Flow.Landing]? = nil, _ behaviours: [String: [Scenario.Behaviour]] = [:]
  ) throws -> Bool {
    let lines = try Rules.lines(Rules.flow(steps, landings: landings), behaviours)
    return try #require(lines.first { $0.contains("LANDED") }).hasSuffix(", degraded")
  }

  private static let cached = Flow.Step("c", .cache("c"))
  private static let failing: [String: [Scenario.Behaviour]] = ["a": [.after(1, .error(.server))]]

  @Test(arguments: [Rules.http("a"), Rules.action("a")]) func `calls that go wrong degrade`(step: Flow.Step)
    throws
  {
    #expect(try !isDegraded([step]))
    #expect(try isDegraded([step], Self.failing))
    #expect(try isDegraded([step], ["a": [.hang]]))
    var recovered = step
    recovered.fallback = [.value(1)]
    #expect(try isDegraded([recovered], Self.failing))
  }

  @Test func `a cache that holds nothing does not degrade`() throws {
    #expect(try !isDegraded([Self.cached]))
    var recovered = Self.cached
    recovered.fallback = [.value(1)]
    #expect(try !isDegraded([recovered]))
    #expect(try !isDegraded([Rules.group("g", [Self.cached])]))
  }

  @Test func `a group degrades by its members alone`() throws {
    #expect(try isDegraded([Rules.group("g", [Rules.http("a")])], Self.failing))
    // The group times out, while no call went wrong: its member still waits for another step.
    let group = Rules.group("g", [Rules.http("a", after: ["b"])]) { $0.deadline = .seconds(1) }
    #expect(try !isDegraded([Rules.http("b"), group], ["b": [.after(2)]]))
  }

  @Test func `many runs count calls that no landing waits for, as a single run does`() throws {
    let flow = Rules.flow(
      [Rules.http("a"), Rules.http("b")], landings: [Flow.Landing("home", after: ["b"])])
    var scenario = Scenario()
    scenario.steps = [.init("a", [.after(1, .error(.server))]), .init("b", [.after(2)])]
    let simulation = try Simulation(FlowPlan(flow), scenario)
    #expect(simulation.distribution(runs: 1).tally.all.degraded == 1)
    #expect(
      try isDegraded(
        flow.steps, landings: flow.landings, ["a": [.after(1, .error(.server))], "b": [.after(2)]]))
  }

  @Test func `what goes wrong after the landing does not count`() throws {
    let late = Rules.http("a") { $0.afterLanding = .continue }
    #expect(try !isDegraded([late], landings: [Flow.Landing("home")], Self.failing))
  }
}
