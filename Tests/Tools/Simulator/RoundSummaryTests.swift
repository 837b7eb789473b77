import LaunchFlowTestFlows
import LaunchFlowTraces
import Testing

@testable import LaunchFlowSimulator

/// What a summary tells of each round of a group.
@Suite struct RoundSummaryTests {
  /// Each round of a group: from when to when, in seconds, and how its members settled.
  private func rounds(
    of group: String = "g", _ flow: Flow, _ behaviours: [String: [Scenario.Behaviour]], events: Int? = nil
  ) throws -> [String] {
    var scenario = Scenario()
    scenario.steps = behaviours.sorted { $0.key < $1.key }.map { Scenario.StepBehaviours($0.key, $0.value) }
    var trace = try Simulation(FlowPlan(flow), scenario).run().trace
    if let events { trace.events.removeLast(trace.events.count - events) }
    let index = try #require(trace.steps.firstIndex { $0.name == group })
    return TraceSummary(trace).steps[index].rounds.map { round in
      let members = round.members.map {
        "\(trace.steps[$0.step].name) \($0.settlement.name ?? $0.settlement.status.rawValue)"
      }
      let seconds = [round.start, round.end].map { $0.map { "\(Double($0) / 1e9)" } ?? "open" }
      return "\(seconds[0])–\(seconds[1]): " + members.joined(separator: ", ")
    }
  }

  @Test func `each round has its members' own ends`() throws {
    #expect(
      try rounds(RoundRuleTests.flow(), ["m": [.after(1, .error(.client)), .after(1), RoundRuleTests.done]])
        == [
          "0.0–1.0: m failed", "2.0–3.0: m succeeded", "4.0–5.0: m done",
        ])
  }

  @Test func `a round ends before the wait that a deadline cuts`() throws {
    #expect(
      try rounds(RoundRuleTests.flow(deadline: 3), ["m": [.after(1)]]) == [
        "0.0–1.0: m succeeded", "2.0–3.0: m succeeded",
      ])
    #expect(
      try rounds(RoundRuleTests.flow(every: 5, flowDeadline: 2), ["m": [.after(1)]]) == [
        "0.0–1.0: m succeeded"
      ])
    #expect(
      try rounds(RoundRuleTests.flow(deadline: 2), ["m": [.hang]]) == ["0.0–2.0: m timed-out"])
  }

  @Test func `late work of an earlier round is forgotten`() throws {
    let flow = RoundRuleTests.flow([
      Rules.http("n", timeout: 5) {
        $0.useFallbackAfter = .milliseconds(500)
        $0.fallback = [.value(1)]
      }
    ])
    var scenario = Scenario()
    scenario.steps = [
      Scenario.StepBehaviours("m", [.after(1), RoundRuleTests.done]),
      Scenario.StepBehaviours("n", [.after(1.5), .after(0)]),
    ]
    let trace = try Simulation(FlowPlan(flow), scenario).run().trace
    let n = try #require(trace.steps.firstIndex { $0.name == "n" })
    let firstRound = trace.events.prefix { $0.time < 2_000_000_000 }
    #expect(firstRound.contains { $0.kind == .lateWork(step: n, attempt: 1) })
    #expect(TraceSummary(trace).steps[n].lateEnd == nil)
  }

  @Test func `a group in a polled one begins anew with it`() throws {
    let inner = Rules.group("inner", [Rules.http("n")])
    let flow = RoundRuleTests.flow([inner])
    let world: [String: [Scenario.Behaviour]] = ["m": [.after(1), RoundRuleTests.done], "n": [.after(0.5)]]
    #expect(
      try rounds(flow, world) == [
        "0.0–1.0: m succeeded, inner succeeded", "2.0–3.0: m done, inner succeeded",
      ])
    #expect(
      try rounds(of: "inner", flow, world) == ["0.0–0.5: n succeeded", "2.0–2.5: n succeeded"])
  }

  @Test func `a group that is not polled has one round, a step and a group that never starts have none`()
    throws
  {
    let group = Rules.group("g", [Rules.http("m")])
    let idle = Rules.group("idle", [Rules.http("n")]) { $0.needs = ["refused"] }
    let flow = Rules.flow(
      [Rules.http("refused"), group, idle], landings: [Flow.Landing("home", after: ["g", "idle"])],
      deadline: 9)
    let world: [String: [Scenario.Behaviour]] = ["m": [.after(1)], "refused": [.after(0, .error(.client))]]
    #expect(try rounds(flow, world) == ["0.0–1.0: m succeeded"])
    #expect(try rounds(of: "idle", flow, world) == [])
    #expect(try rounds(of: "m", flow, world) == [])
  }

  @Test func `a round that goes on is open`() throws {
    // Started, the group, its member and the member's attempt.
    #expect(try rounds(RoundRuleTests.flow(), ["m": [.after(1)]], events: 4) == ["0.0–open: "])
  }
}
