import LaunchFlowAuthoring
import Testing

/// Rule 8: in which order a lane takes its steps.
@Suite struct LaneRuleTests {
  private static func onMain(
    _ name: String, priority: Int = 0, needs: [String] = [], whenIdle: Bool = false
  ) -> Flow.Step {
    Rules.action(name, needs: needs) {
      $0.lane = "main"
      $0.priority = priority
      $0.whenIdle = whenIdle
    }
  }

  private static func turns(_ flow: Flow, _ behaviours: [String: [Scenario.Behaviour]]) throws -> [String] {
    try Rules.lines(flow, behaviours).filter { $0.contains("starts") || $0.contains("queued") }
  }

  @Test func `all that are ready at one instant compete by priority`() throws {
    let flow = Rules.flow([
      Self.onMain("low", priority: -5), Self.onMain("a"), Rules.value("constant"),
      Self.onMain("high", priority: 10, needs: ["constant"]), Self.onMain("b"),
    ])
    let one = [Scenario.Behaviour.after(1)]
    #expect(
      try Self.turns(flow, ["low": one, "a": one, "high": one, "b": one]) == [
        "0.0: constant starts", "0.0: high starts", "0.0: low queued", "0.0: a queued", "0.0: b queued",
        "1.0: a starts", "2.0: b starts", "3.0: low starts",
      ])
  }

  @Test func `of several lanes the first step in the file starts first`() throws {
    let steps = [("low", 0, "left"), ("b", 9, "right"), ("a", 5, "left"), ("last", 0, "right")].map { step in
      Rules.action(step.0) {
        $0.priority = step.1
        $0.lane = step.2
      }
    }
    let flow = Rules.flow(steps) { $0.lanes = ["left", "right"].map { Flow.Lane($0, capacity: 1) } }
    #expect(
      try Self.turns(flow, ["*": [.after(1)]]).prefix(4) == [
        "0.0: b starts", "0.0: a starts", "0.0: low queued", "0.0: last queued",
      ])
  }

  @Test func `a later step overtakes those that wait`() throws {
    let flow = Rules.flow([
      Rules.http("ask"), Self.onMain("a"), Self.onMain("b"),
      Self.onMain("show", priority: 1, needs: ["ask"]),
    ])
    let two = [Scenario.Behaviour.after(2)]
    #expect(
      try Self.turns(flow, ["ask": [.after(1)], "a": two, "b": two, "show": two]) == [
        "0.0: ask starts", "0.0: a starts", "0.0: b queued", "1.0: show queued", "2.0: show starts",
        "4.0: b starts",
      ])
  }

  @Test func `idle work waits until its lane has nothing else`() throws {
    let flow = Rules.flow([
      Rules.action("warm-up") {
        $0.lane = "pair"; $0.whenIdle = true; $0.priority = 100
      },
      Rules.action("index") {
        $0.lane = "pair"; $0.whenIdle = true
      },
      Rules.action("a") { $0.lane = "pair" },
      Rules.action("b", needs: ["a"]) { $0.lane = "pair" },
    ]) { $0.lanes = [Flow.Lane("pair", capacity: 2)] }
    let one = [Scenario.Behaviour.after(1)]
    #expect(
      try Self.turns(flow, ["warm-up": one, "index": one, "a": one, "b": one]) == [
        "0.0: a starts", "0.0: warm-up queued", "0.0: index queued", "1.0: b starts", "2.0: warm-up starts",
        "2.0: index starts",
      ])
  }

  @Test func `idle work is not interrupted`() throws {
    let flow = Rules.flow([
      Rules.http("ask"), Self.onMain("warm-up", whenIdle: true),
      Self.onMain("show", priority: 1, needs: ["ask"]),
    ])
    #expect(
      try Self.turns(flow, ["ask": [.after(1)], "warm-up": [.after(3)], "show": [.after(1)]]) == [
        "0.0: ask starts", "0.0: warm-up starts", "1.0: show queued", "3.0: show starts",
      ])
  }

  @Test func `the landing ends the wait of steps that became ready at its instant`() throws {
    var spare = Self.onMain("spare", priority: 1, needs: ["ask"])
    spare.fallback = [.value(1)]
    let flow = Rules.flow(
      [Rules.http("ask"), spare], landings: [Flow.Landing("home", after: ["ask"])])
    #expect(
      try Rules.lines(flow, ["ask": [.after(1)]], only: ["spare"]) == [
        "1.0: LANDED home by rule 0", "1.0: spare cancelled",
      ])
  }
}
