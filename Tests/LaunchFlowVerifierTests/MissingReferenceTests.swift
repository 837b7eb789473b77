import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowWitnesses
import LaunchFlowSimulator
import LaunchFlowTestAttacks
import Testing

@testable import LaunchFlowVerifier

/// A constant is known, and so is what it lacks.
@Suite struct MissingReferenceTests {
  private func verify(constant: String, more: String = "") throws -> (Verification, FlowPlan) {
    let text = """
      { "flow": "references", "deadline": "20s", "pages": ["home", "login"],
        "steps": {
          "first": { "action": "first", "timeout": "2s", "fallback": [ { "value": \(constant) } ] \(more) },
          "second": { "needs": ["first"], "action": "second", "with": { "x": "${first/x}" }, "timeout": "3s" }
        },
        "landings": [ { "page": "home", "when": { "second": "succeeded" } }, { "page": "login" } ],
        "promises": [ { "never": { "first": "recovered", "second": "succeeded" } } ] }
      """
    let reading = Flow.read(SourceText(name: "references.json", text: text))
    let plan = try FlowPlan(try #require(reading.document, "\(reading.diagnostics)"))
    return (Verifier(plan).verify(), plan)
  }

  private func replay(_ verification: Verification, _ plan: FlowPlan) throws {
    let witness = try #require(verification.worstCase?.witness)
    let trace = try Simulation(plan, witness.scenario).run().trace
    let reading = PromiseReading(plan.flow, witness.scenario, trace)
    #expect(reading.landedAt == verification.worstCase?.bound)
  }

  @Test func `what refers to a constant that lacks it ends at once`() throws {
    let (verification, plan) = try verify(constant: "{}")
    // Either the first takes its 2 s and fails, or it answers, and then the second takes 3 s.
    #expect(verification.worstCase?.bound == 5_000_000_000)
    #expect(!verification.hasProblems)
    try replay(verification, plan)
  }

  @Test func `what refers to a constant that has it does not`() throws {
    let (verification, plan) = try verify(constant: #"{ "x": 1 }"#)
    guard case .broken(let witness?) = verification.promises[0].verdict else {
      Issue.record("\(verification.promises[0].verdict)")
      return
    }
    let trace = try Simulation(plan, witness.scenario).run().trace
    #expect(!PromiseReading(plan.flow, witness.scenario, trace).isKept(plan.flow.promises[0]))
  }

  @Test(arguments: [("https://eu.example.com", true), ("https://example.org", false)])
  func `a constant address is called only where it is allowed`(address: String, isAllowed: Bool) throws {
    let text = """
      { "flow": "references", "deadline": "20s", "pages": ["home", "login"],
        "services": { "regional": { "baseURL": "${first/host}", "allowedHosts": ["*.example.com"] } },
        "steps": {
          "first": { "action": "first", "timeout": "2s", "fallback": [ { "value": { "host": "\(address)" } } ] },
          "second": { "needs": ["first"], "http": { "service": "regional", "path": "/x" }, "timeout": "3s" }
        },
        "landings": [ { "page": "home", "when": { "second": "succeeded" } }, { "page": "login" } ],
        "promises": [ { "never": { "first": "recovered", "second": "succeeded" } } ] }
      """
    let reading = Flow.read(SourceText(name: "references.json", text: text))
    let plan = try FlowPlan(try #require(reading.document, "\(reading.diagnostics)"))
    let verification = Verifier(plan).verify()
    #expect(verification.hasProblems == isAllowed)
    try replay(verification, plan)
  }

  @Test func `a late answer does not take the constant's place`() throws {
    // Not even for a second try of its own, after the first's late answer.
    let (verification, plan) = try verify(
      constant: "{}", more: #", "useFallbackAfter": "1s""#)
    try replay(verification, plan)
    #expect(!verification.hasProblems)
    var flow = plan.flow
    flow.steps[1].retry = Flow.Retry(attempts: 2)
    flow.steps[1].retry?.on = [.malformed]
    #expect(!Verifier(try FlowPlan(flow)).verify().hasProblems)
  }

  /// What "beside" lacks is known from the start, so that it ends in the instant of its start.
  private static let constant = """
    "constant": { "value": {} },
    """
  private static let beside = """
    "beside": { "needs": ["constant"], "action": "beside", "with": { "x": "${constant/x}" }, "timeout": "1s"
    """

  private func replayAll(steps: String, landings: String, promises: String = "[]") throws -> Verification {
    let text = """
      { "flow": "references", "deadline": "20s", "pages": ["home", "login"], "steps": { \(steps) },
        "landings": [ \(landings), { "page": "login" } ], "promises": \(promises) }
      """
    let reading = Flow.read(SourceText(name: "references.json", text: text))
    let plan = try FlowPlan(try #require(reading.document, "\(reading.diagnostics)"))
    let verification = Verifier(plan).verify()
    for latest in verification.worstByPage {
      let witness = try #require(latest.witness)
      #expect(witness.landsAt == latest.bound)
      let trace = try Simulation(plan, witness.scenario).run().trace
      let replayed = PromiseReading(plan.flow, witness.scenario, trace)
      #expect(replayed.landedAt == latest.bound)
      #expect(replayed.page == latest.page)
    }
    for promise in verification.promises {
      guard let witness = promise.verdict.witness else { continue }
      let trace = try Simulation(plan, witness.scenario).run().trace
      #expect(
        withoutCauses(trace.events.prefix(witness.trace.events.count)) == withoutCauses(witness.trace.events))
    }
    return verification
  }

  @Test func `what comes before its end comes in the same instant`() throws {
    let verification = try replayAll(
      steps: """
        \(Self.constant) "group": { "failFast": true, "steps": {
          "before": { "action": "before", "timeout": "1s" }, \(Self.beside) } } }
        """, landings: #"{ "page": "home", "when": { "before": "failed" }, "after": ["group"] }"#)
    #expect(verification.worstByPage.map(\.bound) == [0, 0])
  }

  @Test func `no switch turns between its start and its end`() throws {
    let verification = try replayAll(
      steps: """
        \(Self.constant)
        "call": { "needs": ["constant"], "http": { "url": "https://example.com/${constant/x}" }, "timeout": "1s",
          "fallback": [ { "http": { "url": "https://example.com/b" }, "timeout": "1s" } ] }
        """, landings: #"{ "page": "home", "after": ["call"] }"#,
      promises: #"[ { "never": { "offline": false, "call": "failed" } } ]"#)
    #expect(verification.promises[0].verdict.witness != nil)
  }
}
