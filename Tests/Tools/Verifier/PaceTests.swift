import LaunchFlowSimulator
import Testing

@testable import LaunchFlowVerifier

/// Proofs of polls that become rarer, and of attempts that the app extends.
@Suite struct PaceTests {
  private static func plan(_ step: Flow.Step) throws -> FlowPlan {
    let flow = Flow(
      name: "f", deadline: .seconds(60), pages: ["home", "other"], steps: [step],
      landings: [Flow.Landing("home", when: Condition("a", is: "available")), Flow.Landing("other")])
    return try FlowPlan(flow)
  }

  @Test func `an extended attempt is the latest`() throws {
    var step = Flow.Step("a", .action(Flow.Action("a")))
    step.timeout = .seconds(1)
    step.maxTimeout = .seconds(30)
    let plan = try Self.plan(step)
    let proof = Verifier(plan).verify()
    #expect(proof.isProved)
    #expect(proof.bound.withoutDeadline == 30_000_000_000)
    for latest in proof.worstByPage {
      #expect(latest.bound == 30_000_000_000)
      let witness = try #require(latest.witness)
      let run = TraceSummary(try Simulation(plan, witness.scenario).run().trace)
      #expect(run.landedAt == 30_000_000_000 && run.landing?.page == latest.page)
    }
    #expect(proof.worstByPage.count == 2)
  }

  /// A poll of 1, 2, 4 and then 5 s: the last question before the deadline of 20 s is asked at 17 s.
  @Test func `waits that grow are told apart`() throws {
    var step = Flow.Step("a", .action(Flow.Action("a")))
    step.timeout = .seconds(1)
    step.results = [Flow.NamedResult("done", Predicate([.equals(1)]))]
    step.poll = Flow.Poll(every: .seconds(1), until: ["done"])
    step.poll?.factor = 2
    step.poll?.maxEvery = .seconds(5)
    step.deadline = .seconds(20)
    let plan = try Self.plan(step)
    let proof = Verifier(plan).verify()
    #expect(proof.isProved)
    let home = try #require(proof.worstByPage.first { $0.page == "home" })
    #expect(home.bound == 20_000_000_000)
    let witness = try #require(home.witness)
    let trace = try Simulation(plan, witness.scenario).run().trace
    #expect(TraceSummary(trace).landedAt == home.bound)
  }
}
