import LaunchFlowSimulator
import Testing

/// Measured percentiles, and the factor of a run, in scenarios.
@Suite struct MeasuredTimeTests {
  static func text(_ takes: String) -> String {
    """
    { "scenariosFor": "slow.json",
      "scenarios": { "a": { "latencyFactor": 2, "steps": { "ask": { "takes": \(takes) } } } } }
    """
  }

  @Test func `times are drawn evenly between the percentiles`() throws {
    let plan = try Fleet.plan(ReplayTests.slow.replacing("2s", with: "9s"))
    let file = try Fleet.scenarios(
      Self.text(#"{ "quantiles": { "p0": "100ms", "p50": "200ms", "p90": "1s", "p100": "5s" } }"#), for: plan)
    let runs = try Simulation(plan, file.scenarios[0]).distribution(runs: 10_000, seed: 3)
    for (share, time) in [(0.25, 150.0), (0.5, 200), (0.7, 600), (0.9, 1_000), (0.95, 3_000)] {
      #expect((runs.share(within: Int64(time * 1e6)) - share).magnitude < 0.01, "p\(share)")
    }
  }

  @Test(arguments: [
    (#"{ "p0": "1s", "p50": "2s" }"#, #"the percentiles must begin with "p0" and end with "p100""#),
    (
      #"{ "p0": "1s", "half": "2s", "p100": "3s" }"#,
      #""half" is not a percentile; write p0 to p100, as in "p99.9""#
    ),
    (#"{ "p0": "1s", "p90": "2s", "p50": "2s", "p100": "3s" }"#, #""p50" must come before "p90""#),
    (#"{ "p0": "1s", "p50": "3s", "p100": "2s" }"#, "p100 must not be shorter than p50"),
    ("{}", #"the percentiles must begin with "p0" and end with "p100""#),
  ])
  func `percentiles that cannot be drawn from are reported`(quantiles: String, message: String) throws {
    let plan = try Fleet.plan(ReplayTests.slow)
    let source = SourceText(name: "s", text: Self.text("{ \"quantiles\": \(quantiles) }"))
    let reading = ScenarioFile.read(source, for: plan.flow)
    #expect(reading.diagnostics.filter { $0.severity == .error }.map(\.message) == [message])
  }

  @Test func `the factor of a run has the median 1 and its 99th percentile, and spares actions`() throws {
    let http = #""http": { "url": "https://a.example.com/" }"#
    let plan = try Fleet.plan(
      ReplayTests.slow.replacing("2s", with: "9s").replacing(#""action": "ask""#, with: http))
    var scenario = Scenario()
    scenario.latencyFactor = 4
    scenario.steps = [.init("ask", [.init(takes: .fixed(.seconds(1)))])]
    let runs = try Simulation(plan, scenario).distribution(runs: 10_000, seed: 3)
    #expect((Double(runs.time(at: 0.5)) / 1e9 - 1).magnitude < 0.02)
    #expect((Double(runs.time(at: 0.99)) / 4e9 - 1).magnitude < 0.05)
    let action = try Simulation(try Fleet.plan(ReplayTests.slow), scenario).distribution(runs: 100, seed: 3)
    #expect(action.time(at: 0) == 1_000_000_000 && action.time(at: 1) == 1_000_000_000)
  }
}
