import LaunchFlowSimulator
import LaunchFlowTestAttacks
import Testing

@testable import LaunchFlowVerifier

/// A payment holds its order locked; whatever ends it but success, somebody who closes the app included,
/// must unlock the order.
@Suite struct CancelledRunTests {
  private static func payment(_ unlock: String) -> String {
    """
    { "flow": "payment", "deadline": "20s", "pages": ["paid", "unpaid"],
      "steps": {
        "lock": { "action": "lock", "timeout": "2s" },
        "pay": { "needs": ["lock"], "action": "pay", "timeout": "9s", "failures": { "refused": {} } },
        "unlock": { \(unlock), "action": "unlock", "timeout": "2s" }
      },
      "landings": [ { "page": "paid", "when": { "pay": "succeeded" } }, { "page": "unpaid" } ],
      "promises": [
        { "within": "11s" },
        { "if": { "lock": "succeeded", "not": { "pay": "succeeded" } },
          "then": { "unlock": ["succeeded", "failed", "timed-out"] } },
        { "never": { "pay": "succeeded", "unlock": "settled", "not": { "unlock": "skipped" } } }
      ] }
    """
  }

  private func verify(_ unlock: String) throws -> (Verification, FlowPlan) {
    let reading = Flow.read(SourceText(name: "payment.json", text: Self.payment(unlock)))
    let plan = try FlowPlan(try #require(reading.document, "\(reading.diagnostics)"))
    return (Verifier(plan).verify(), plan)
  }

  @Test func `an unlock in the tail is proved for cancelled runs too`() throws {
    let (verification, _) = try verify(
      #""after": ["landing"], "when": { "not": { "pay": "succeeded" } }"#)
    #expect(verification.extent.isComplete)
    #expect(verification.isProved)
    #expect(verification.onlyCancelled.isEmpty)
  }

  @Test func `an unlock before the landing is missed when the run is cancelled`() throws {
    let (verification, plan) = try verify(
      #""when": { "pay": "unavailable" }, "afterLanding": "continue""#)
    guard case .brokenByCancellation(let witness) = verification.promises[1].verdict else {
      Issue.record("\(verification.promises[1].verdict)")
      return
    }
    #expect(!verification.isProved)
    let trace = try Simulation(plan, witness.scenario).run().trace
    #expect(witness.scenario.cancel != nil)
    #expect(!PromiseReading(plan.flow, witness.scenario, trace).isKept(plan.flow.promises[1]))
    // The shortest: it is cancelled as soon as the order is locked.
    #expect(witness.scenario.cancel == .nanoseconds(1))
    if case .holds = verification.promises[0].verdict {} else { Issue.record("cancelled runs land later") }
  }

  @Test func `what only cancelled runs come to is told apart`() throws {
    var flow = Flow(
      name: "cancelled", deadline: .seconds(9), pages: ["home", "nowhere"],
      steps: [Flow.Step("ask", .action(Flow.Action("ask")))],
      landings: [
        Flow.Landing("nowhere", when: Condition("ask", is: "cancelled")),
        Flow.Landing("home", after: ["ask"]),
      ])
    flow.steps[0].timeout = .seconds(1)
    let verification = Verifier(try FlowPlan(flow)).verify()
    #expect(verification.unreachable.isEmpty)
    #expect(verification.onlyCancelled == [.page("nowhere"), .rule(0, page: "nowhere")])
    #expect(ProvedRules.diagnostics(of: flow) == [])
  }
}
