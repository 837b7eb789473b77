import LaunchFlowMachine
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// The waits of a poll grow to their longest, which is a wait of its own.
@Suite struct PollGrowthTests {
  /// Rounds begin at 0, 100, 300, 600 and 900 ms. The longest wait follows one that is shorter and that may grow no
  /// more: once they were taken for one.
  private func flow(deadline: String) throws -> FlowPlan {
    let text = """
      {
        "flow": "poll", "deadline": "\(deadline)", "pages": ["home", "login"],
        "steps": {
          "wait": {
            "steps": { "look": { "value": "x" } },
            "deadline": "5s", "poll": { "every": "100ms", "factor": 2, "maxEvery": "300ms", "until": ["never"] },
            "results": { "never": { "look": "failed" } }
          }
        },
        "landings": [{ "page": "home", "after": ["wait"] }, { "page": "login" }]
      }
      """
    let reading = Flow.read(SourceText(name: "poll.json", text: text))
    return try FlowPlan(try #require(reading.document, "\(reading.diagnostics)"))
  }

  @Test(arguments: [("500ms", 4), ("590ms", 4), ("650ms", 5), ("901ms", 6)])
  func `a proof takes as many rounds as a run`(deadline: String, events: Int) throws {
    let plan = try flow(deadline: deadline)
    var explorer = Explorer(plan, WorldChoices(plan))
    explorer.explore(Budget())
    let landing = try #require(explorer.findings.landings.values.first)
    let path = RunPath(explorer, to: landing.end)
    #expect(path.events.count == events)
    let witness = path.witness(named: "latest", explorer.choices, pinsEnd: true)
    #expect(witness?.landsAt == plan.deadline)
  }
}
