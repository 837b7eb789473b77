import LaunchFlowSimulator
import Testing

@testable import LaunchFlowAuthoring

/// What further starts of a scenario do, by "ifRunning", inputs and time.
@Suite struct FurtherStartTests {
  /// A run of one second; `changed` lets it land elsewhere.
  private static func simulation(
    _ repetition: Repetition, _ starts: [Scenario.FurtherStart], _ change: (inout Scenario) -> Void = { _ in }
  ) throws -> Simulation {
    let flow = Rules.flow(
      [Rules.http("a")],
      landings: [
        Flow.Landing("other", when: Condition("a", is: "unavailable")), Flow.Landing("home", after: ["a"]),
      ]
    ) {
      $0.ifRunning = repetition
      var who = Flow.Input("who", .string)
      who.defaultValue = "me"
      $0.inputs = [who]
    }
    var scenario = Scenario()
    scenario.steps = [Scenario.StepBehaviours("a", [.after(1)])]
    scenario.starts = starts
    change(&scenario)
    return try Simulation(try FlowPlan(flow), scenario)
  }

  private static func landing(_ run: SimulatedRun?) -> String {
    guard let run, case let summary = TraceSummary(run.trace), let landing = summary.landing else {
      return "none"
    }
    let time = Duration.nanoseconds(summary.landedAt ?? -1).documentText
    return "\(landing.page) \(time)" + (landing.isCancelled ? " cancelled" : "")
  }

  private static func lines(_ run: SimulatedRun) -> [String] {
    [landing(run)]
      + run.starts.map { "\($0.outcome) \($0.holds.map(String.init) ?? "-") \(landing(run.run(heldBy: $0)))" }
  }

  /// An equal start in mid-run, one at the instant of the landing, one with other inputs in mid-run.
  @Test(
    arguments: [
      (.beside, ["home 1s", "begin 1 home 1s", "begin 2 home 1s", "begin 3 home 1s"]),
      (.join, ["home 1s", "join 0 home 1s", "begin 2 home 1s", "begin 3 home 1s"]),
      (.refuse, ["home 1s", "refuse - none", "begin 2 home 1s", "begin 3 home 1s"]),
      (.replace, ["other 400ms cancelled", "replace 1 home 1s", "begin 2 home 1s", "begin 3 home 1s"]),
    ] as [(Repetition, [String])])
  func `a further start does what the flow declares`(_ repetition: Repetition, _ expected: [String]) throws {
    // With "replace" the second run lands at 1.4 s, so the start at the landing comes then.
    let landing: Duration = repetition == .replace ? .milliseconds(1_400) : .seconds(1)
    let run = try Self.simulation(
      repetition,
      [
        .init(time: landing), .init(time: .milliseconds(400)),
        .init(time: landing + .milliseconds(500), inputs: [.init("who", "you")]),
      ]
    ).run()
    #expect(Self.lines(run) == expected)
    #expect(run.starts.map(\.time) == [.milliseconds(400), landing, landing + .milliseconds(500)])
  }

  @Test func `a joined run outlives the cancel of its first start`() throws {
    let alone = try Self.simulation(.join, []) { $0.cancel = .milliseconds(600) }.run()
    #expect(Self.lines(alone) == ["other 600ms cancelled"])
    let joined = try Self.simulation(.join, [.init(time: .milliseconds(400))]) {
      $0.cancel = .milliseconds(600)
    }
    .run()
    #expect(Self.lines(joined) == ["home 1s", "join 0 home 1s"])
    let late = try Self.simulation(.join, [.init(time: .milliseconds(600))]) {
      $0.cancel = .milliseconds(600)
    }
    .run()
    #expect(Self.lines(late) == ["other 600ms cancelled", "begin 1 home 1s"])
  }

  /// At one instant the cancellation comes first, whatever else starts later.
  @Test(arguments: [[], [Scenario.FurtherStart(time: .seconds(5))]])
  func `a cancel at the instant of the landing comes first`(_ starts: [Scenario.FurtherStart]) throws {
    let run = try Self.simulation(.join, starts) { $0.cancel = .seconds(1) }.run()
    #expect(Self.lines(run).first == "other 1s cancelled")
    let late = try Self.simulation(.join, starts) { $0.cancel = .nanoseconds(1_000_000_001) }.run()
    #expect(Self.lines(late).first == "home 1s")
  }

  @Test func `a replaced start cannot be cancelled again`() throws {
    let run = try Self.simulation(.replace, [.init(time: .milliseconds(300))]) {
      $0.cancel = .milliseconds(600)
    }
    .run()
    #expect(Self.lines(run) == ["other 300ms cancelled", "replace 1 home 1s"])
  }

  @Test func `outages and offline periods go on for a later start`() throws {
    let run = try Self.simulation(.beside, [.init(time: .seconds(3)), .init(time: .seconds(5))]) {
      $0.network = [.init(from: .zero, to: .seconds(4), .refused)]
    }.run()
    #expect(Self.lines(run) == ["other 0s", "begin 1 other 0s", "begin 2 home 1s"])
  }

  @Test func `a further start draws the luck of a later run`() throws {
    let uniform: (inout Scenario) -> Void = {
      $0.steps = [
        Scenario.StepBehaviours(
          "a",
          [
            .init(
              takes: .quantiles([.init("p0", .milliseconds(1)), .init("p100", .seconds(9))]), outcome: .opaque
            )
          ])
      ]
    }
    let twice = try Self.simulation(.beside, [.init(time: .milliseconds(1))], uniform)
    let alone = try Self.simulation(.beside, [], uniform)
    for seed: UInt64 in 1...5 {
      let run = twice.run(seed: seed)
      #expect(run.starts[0].run?.trace == alone.run(seed: seed, run: 1).trace)
      #expect(run.trace == alone.run(seed: seed).trace)
    }
  }

  @Test func `inputs that a flow has not are refused`() throws {
    #expect(throws: InvalidScenario.self) {
      try Self.simulation(.beside, [.init(time: .seconds(1), inputs: [.init("nobody", 1)])])
    }
  }

  @Test(
    arguments: [
      ([.init(outcome: .join), .init(outcome: .begin)], []),
      ([.init(outcome: .join, landing: ["home"]), .init(outcome: .begin, landing: ["other", "home"])], []),
      ([.init(outcome: .join, landing: ["other"]), .init(outcome: .begin)], ["starts/0: other, not home"]),
      ([.init(outcome: .refuse)], ["starts: refuse, not join, begin"]),
    ] as [([Scenario.Expectation.Start], [String])])
  func `expectations of starts are checked`(
    _ expected: [Scenario.Expectation.Start], _ failures: [String]
  ) throws {
    let simulation = try Self.simulation(.join, [.init(time: .milliseconds(1)), .init(time: .seconds(2))]) {
      $0.expect = Scenario.Expectation()
      $0.expect?.starts = expected
    }
    let found = ExpectationCheck.failures(of: simulation).map {
      "\($0.path.tokens.joined(separator: "/")): \($0.expected), not \($0.actual)"
    }
    #expect(found == failures)
  }
}
