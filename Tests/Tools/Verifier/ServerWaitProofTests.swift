import LaunchFlowSimulator
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// A server may ask for any wait up to the longest one that the file allows.
@Suite struct ServerWaitProofTests {
  private static func plan(_ keys: String, landings: String = "") throws -> FlowPlan {
    let text = FlowText(
      steps: #"""
        "ask": { "http": { "url": "https://example.com/ask" }, "timeout": "1s", \#(keys) }
        """#,
      landings: landings + #"{ "page": "home", "after": ["ask"] }"#)
    let reading = Flow.read(SourceText(name: "waits.json", text: text.text))
    return try FlowPlan(try #require(reading.document, "\(reading.diagnostics)"))
  }

  @Test(arguments: [
    (#""retry": { "attempts": 2, "maxDelay": "3s" }"#, 5_000),
    (#""retry": { "attempts": 2, "maxDelay": "3s", "jitter": "none", "on": ["throttled"] }"#, 5_000),
    (#""retry": { "attempts": 3, "maxDelay": "2s", "on": ["server"] }"#, 7_000),
    // The file's own waits are all that there are.
    (#""retry": { "attempts": 2 }"#, 2_200),
    (#""retry": { "attempts": 2, "maxDelay": "3s", "on": ["network", "timeout"] }"#, 2_200),
    // A deadline ends the step, and a wait that would not end before it does not begin.
    (#""retry": { "attempts": 2, "maxDelay": "3s" }, "deadline": "4s""#, 4_000),
    (
      #""retry": { "attempts": 2, "maxDelay": "3s" }, "deadline": "1100ms", "fallback": [{ "value": 1 }]"#,
      1_100
    ),
    (
      #""retry": { "attempts": 2, "maxDelay": "3s" }, "useFallbackAfter": "2s", "fallback": [{ "value": 1 }]"#,
      2_000
    ),
  ])
  func `the latest landing is exact, and its run is shown`(keys: String, milliseconds: Int64) throws {
    let plan = try Self.plan(keys)
    let verification = Verifier(plan).verify()
    #expect(verification.extent.coversEveryRun)
    #expect(verification.worstCase?.bound == milliseconds * 1_000_000)
    #expect(verification.bound.nanoseconds == milliseconds * 1_000_000)
    let witness = try #require(verification.worstCase?.witness)
    #expect(witness.landsAt == milliseconds * 1_000_000)
    let run = TraceSummary(try Simulation(plan, witness.scenario).run(seed: 1).trace)
    #expect(run.landedAt == milliseconds * 1_000_000)
    // The exploration alone comes to the same.
    var explorer = Explorer(plan, WorldChoices(plan))
    explorer.explore(Budget())
    #expect(
      explorer.isComplete && explorer.findings.landings.values.map(\.time).max() == milliseconds * 1_000_000)
  }

  @Test func `a wait that is too long is a run of its own`() throws {
    let plan = try Self.plan(
      #""retry": { "attempts": 3, "maxDelay": "1s", "on": ["throttled"] }"#,
      landings: #"{ "page": "login", "when": { "ask": { "error": "throttled" } } }, "#)
    let verification = Verifier(plan).verify()
    let page = try #require(verification.worstByPage.first { $0.page == "login" })
    #expect(page.bound == 5_000_000_000)
    #expect(verification.unreachable.isEmpty)
  }
}
