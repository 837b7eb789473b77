import LaunchFlowMachine
import LaunchFlowSimulator
import LaunchFlowTestAttacks
import Testing

@testable import LaunchFlowVerifier

/// Promises about the time of the landing on one page.
@Suite struct PagePromiseTests {
  /// Lands on `home` within a second, else on `other` within 4 s.
  private static func flow(_ promises: [Flow.Promise]) -> Flow {
    var ask = Flow.Step("ask", .action(Flow.Action("ask")))
    ask.timeout = .seconds(1)
    var slow = Flow.Step("slow", .action(Flow.Action("slow")))
    slow.timeout = .seconds(4)
    var flow = Flow(
      name: "pages", deadline: .seconds(5), pages: ["home", "other"], steps: [ask, slow],
      landings: [
        Flow.Landing("home", when: Condition("ask", is: "available")),
        Flow.Landing("other", after: ["ask", "slow"]),
      ])
    flow.promises = promises
    return flow
  }

  @Test(arguments: [
    (Flow.Promise.within(.seconds(1), landing: "home"), true),
    (.within(.milliseconds(999), landing: "home"), false),
    (.within(.seconds(4), landing: "other"), true),
    (.within(.milliseconds(3_999), landing: "other"), false),
    (.within(.seconds(1)), false),
    (.within(.seconds(4)), true),
  ])
  func boundTheirPageOnly(_ promise: Flow.Promise, _ holds: Bool) throws {
    let plan = try FlowPlan(Self.flow([promise]))
    let verification = Verifier(plan).verify()
    #expect(verification.extent.isComplete)
    let verdict = try #require(verification.promises.first).verdict
    #expect(verdict.isProved == holds)
    guard case .broken(let witness) = verdict else {
      #expect(holds)
      return
    }
    #expect(witness.run.broken == [0])
  }
}
