import LaunchFlowMachine
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// A run that refutes a claim is simulated before it is shown.
@Suite struct PlayedRunTests {
  private static func verify(_ text: FlowText) throws -> Verification {
    let reading = Flow.read(SourceText(name: "played.json", text: text.text))
    return Verifier(try FlowPlan(try #require(reading.document, "\(reading.diagnostics)"))).verify()
  }

  /// The service of the step's own call does not know the failure; that of its fallback does.
  @Test(arguments: [false, true]) func `an own call has no failure of the fallback's service`(
    allowsFallback: Bool
  ) throws {
    let verification = try Self.verify(
      FlowText(
        steps: """
          "ask": { "http": { "service": "main", "path": "/" }, "timeout": "1s",
            "fallback": [{ "http": { "service": "spare", "path": "/" }, "timeout": "2s" }] }
          """,
        landings: #"{ "page": "login", "when": { "ask": "closed" } }, { "page": "home" }"#,
        more: """
          "services": {
            "main": { "baseURL": "https://main.example.com" },
            "spare": { "baseURL": "https://spare.example.com",
              "failures": { "closed": { "status": 423, "allowFallback": \(allowsFallback) } } } },
          "promises": [{ "never": { "ask": "closed" } }],
          """))
    #expect(verification.extent.coversEveryRun)
    switch verification.promises[0].verdict {
    // A fallback that fails leaves the step with the end of its own call.
    case .holds: #expect(allowsFallback)
    case .broken(let witness): #expect(!allowsFallback && witness.page == "login")
    case .open, .brokenByCancellation: Issue.record("\(verification.promises[0].verdict)")
    }
  }

  /// Nothing but its length keeps the wait from being over sooner.
  @Test func `a timer of a run that is shown takes its whole time`() throws {
    let verification = try Self.verify(
      FlowText(
        steps: #""ask": { "action": "ask", "timeout": "5s" }, "pause": { "await": "1s" }"#,
        landings: #"{ "page": "home", "after": ["ask", "pause"] }"#))
    #expect(verification.worstCase?.witness?.landsAt == 5_000_000_000)
  }

  /// The exploration lets a call succeed though it refers to what no constant has.
  @Test func `what no simulation confirms refutes nothing`() throws {
    var flow = FlowShapes.chain(2)
    flow.steps[0] = Flow.Step("s0", .value(["known": 1]))
    flow.steps[1].work = .action(Flow.Action("ask", with: "${s0/missing}"))
    flow.promises = [.never(Condition("s1", is: "succeeded"))]
    let verification = Verifier(FlowPlan(unchecked: flow)).verify()
    #expect(verification.extent.coversEveryRun && verification.extent.incompleteness == .unconfirmed)
    #expect(!verification.promises[0].verdict.isBroken && !verification.promises[0].verdict.isProved)
  }
}
