import LaunchFlowAuthoring
import Testing

/// Rules 3 and 7: when a run lands, and what becomes of what is open.
@Suite struct LandingRuleTests {
  private static let eager = [
    Flow.Landing("other", when: Condition("a", is: "failed")),
    Flow.Landing("home", after: ["b"]),
  ]

  @Test func `an unknown rule that could still fire holds the landing`() throws {
    let flow = Rules.flow([Rules.http("a"), Rules.http("b")], landings: Self.eager)
    let lines = try Rules.lines(flow, ["a": [.after(3)], "b": [.after(1)]])
    #expect(lines.last == "3.0: LANDED home by rule 1")
  }

  @Test func `a rule lands once enough of its conditions hold`() throws {
    let settled = ["a", "b", "c"].map { Condition($0, is: "available") }
    let flow = Rules.flow(
      [Rules.http("a"), Rules.http("b"), Rules.http("c")],
      landings: [
        Flow.Landing("home", when: Condition([.atLeast(2, of: settled)])), Flow.Landing("other"),
      ])
    let landed = try Rules.lines(flow, ["a": [.hang], "b": [.after(3)], "c": [.after(2)]])
    #expect(landed.contains("3.0: LANDED home by rule 0"))
    // Once two have failed, two of three can no longer hold.
    let failed = try Rules.lines(
      flow, ["a": [.after(1, .error(.client))], "b": [.hang], "c": [.after(2, .error(.client))]])
    #expect(failed.contains("2.0: LANDED other by rule 1, degraded"))
  }

  @Test func `rules that agree land even where one is unknown`() throws {
    let flow = Rules.flow(
      [Rules.http("a"), Rules.http("b")],
      landings: [
        Flow.Landing("home", when: Condition("a", is: "failed")), Flow.Landing("home", after: ["b"]),
      ])
    let lines = try Rules.lines(flow, ["a": [.after(3)], "b": [.after(1)]])
    #expect(lines.contains("1.0: LANDED home by rule 0"))
    #expect(lines.last == "1.0: a cancelled")
  }

  @Test func `rules with different notices do not agree`() throws {
    let flow = Rules.flow(
      [Rules.http("a"), Rules.http("b")],
      landings: [
        Flow.Landing("home", when: Condition("a", is: "failed"), notices: [Flow.Notice("sorry")]),
        Flow.Landing("home", after: ["b"]),
      ])
    let lines = try Rules.lines(flow, ["a": [.after(3)], "b": [.after(1)]])
    #expect(lines.last == "3.0: LANDED home by rule 1")
  }

  @Test(arguments: [[Flow.Notice("")], [Flow.Notice("", when: Condition("b", is: "failed"))]])
  func `an empty notice agrees with none`(_ notices: [Flow.Notice]) throws {
    let flow = Rules.flow(
      [Rules.http("a"), Rules.http("b")],
      landings: [
        Flow.Landing("home", when: Condition("a", is: "failed"), notices: notices),
        Flow.Landing("home", after: ["b"]),
      ])
    let lines = try Rules.lines(flow, ["a": [.after(3)], "b": [.after(1)]])
    #expect(lines.contains("1.0: LANDED home by rule 0"))
  }

  @Test func `a notice with references agrees only with itself`() throws {
    let notice = Flow.Notice("${b.message}")
    let flow = Rules.flow(
      [Rules.http("a"), Rules.http("b")],
      landings: [
        Flow.Landing("home", when: Condition("a", is: "failed"), notices: [notice]),
        Flow.Landing("home", after: ["b"], notices: [notice]),
      ])
    let lines = try Rules.lines(flow, ["a": [.after(3)], "b": [.after(1)]])
    #expect(lines.last == "3.0: LANDED home by rule 1")
  }

  @Test func `after holds a rule unless its condition is false`() throws {
    let rules = [
      Flow.Landing("other", when: Condition("a", is: "failed"), after: ["b"]), Flow.Landing("home"),
    ]
    let flow = Rules.flow([Rules.http("a"), Rules.http("b")], landings: rules)
    let held = try Rules.lines(
      flow, ["a": [.after(1, .error(.client))], "b": [.after(5)]])
    #expect(held.last == "5.0: LANDED other by rule 0, degraded")
    let passed = try Rules.lines(flow, ["a": [.after(1)], "b": [.after(5)]])
    #expect(passed.contains("1.0: LANDED home by rule 1"))
  }

  @Test func `facts of open steps are unknown whatever the word`() throws {
    let rules = [
      Flow.Landing("other", when: Condition([.not(Condition("a", is: "settled"))])), Flow.Landing("home"),
    ]
    let flow = Rules.flow([Rules.http("a")], landings: rules)
    #expect(try Rules.lines(flow, ["a": [.after(2)]]).last == "2.0: LANDED home by rule 1")
  }

  @Test func `Kleene logic decides without waiting`() throws {
    let either = Condition([.any([Condition("a", is: "succeeded"), Condition("b", is: "succeeded")])])
    let both = Condition([.all([Condition("a", is: "failed"), Condition("b", is: "failed")])])
    let flow = Rules.flow(
      [Rules.http("a"), Rules.http("b")],
      landings: [Flow.Landing("other", when: either), Flow.Landing("home", when: both), Flow.Landing("home")])
    let lines = try Rules.lines(flow, ["a": [.after(1)], "b": [.after(5)]])
    #expect(lines.contains("1.0: LANDED other by rule 0"))
  }

  @Test func `continuing steps start run and store after the landing`() throws {
    let flow = Rules.flow(
      [
        Rules.http("a"),
        Rules.http("b") {
          $0.afterLanding = .continue; $0.store = "c"
        },
        Rules.http("later", needs: ["b"]) { $0.afterLanding = .continue }, Rules.http("gone"),
      ], landings: [Flow.Landing("home", after: ["a"])])
    let lines = try Rules.lines(
      flow, ["a": [.after(1)], "b": [.after(3)], "later": [.after(1)], "gone": [.after(9)]],
      only: ["b", "later", "gone"])
    #expect(
      Array(lines.drop { !$0.contains("LANDED") }) == [
        "1.0: LANDED home by rule 0", "1.0: gone attempt 1 cancelled", "1.0: gone cancelled",
        "3.0: b attempt 1 succeeded", "3.0: b stored to c", "3.0: b succeeded from live",
        "3.0: later starts", "3.0: later attempt 1", "4.0: later attempt 1 succeeded",
        "4.0: later succeeded from live",
      ])
  }

  @Test func `a continuing step whose need was cancelled is skipped`() throws {
    let flow = Rules.flow(
      [
        Rules.http("a"), Rules.http("gone"), Rules.http("b", needs: ["gone"]) { $0.afterLanding = .continue },
      ],
      landings: [Flow.Landing("home", after: ["a"])])
    let lines = try Rules.lines(flow, ["a": [.after(1)], "gone": [.after(9)]], only: ["b"])
    #expect(lines.last == "1.0: b skipped: needs gone, cancelled")
  }

  @Test func `the tail runs after the landing and reads its page`() throws {
    var onHome = Rules.action("greet")
    onHome.when = Condition("landing", is: "home")
    var elsewhere = Rules.action("mourn")
    elsewhere.when = Condition("landing", is: "other")
    let flow = Rules.flow(
      [Rules.http("a"), onHome, elsewhere, Rules.action("last", after: ["mourn"])],
      landings: [Flow.Landing("home", after: ["a"])])
    let lines = try Rules.lines(
      flow, ["a": [.after(1)], "greet": [.after(2)]], only: ["greet", "mourn", "last"])
    #expect(
      lines == [
        "1.0: LANDED home by rule 0", "1.0: mourn skipped: condition", "1.0: greet starts",
        "1.0: greet attempt 1", "1.0: last starts", "1.0: last attempt 1", "1.0: last attempt 1 succeeded",
        "1.0: last succeeded from live", "3.0: greet attempt 1 succeeded", "3.0: greet succeeded from live",
      ])
  }

  @Test func `a cancelled run lands and its tail runs`() throws {
    let flow = Rules.flow(
      [
        Rules.http("a") { $0.fallback = [.value(1)] }, Rules.http("b") { $0.afterLanding = .continue },
        Rules.action("unlock", after: ["landing"]),
      ], landings: [Flow.Landing("other", when: Condition("a", is: "cancelled")), Flow.Landing("home")])
    let lines = try Rules.lines(flow, ["*": [.after(5)]]) { $0.cancel = .seconds(2) }
    #expect(
      Array(lines.drop { !$0.contains("run cancelled") }) == [
        "2.0: run cancelled", "2.0: a attempt 1 cancelled", "2.0: a cancelled", "2.0: b attempt 1 cancelled",
        "2.0: b cancelled", "2.0: LANDED other by rule 0, cancelled", "2.0: unlock starts",
        "2.0: unlock attempt 1", "7.0: unlock attempt 1 succeeded", "7.0: unlock succeeded from live",
      ])
  }

  @Test func `a cancellation after the landing changes nothing`() throws {
    let flow = Rules.flow(
      [Rules.http("a"), Rules.http("b") { $0.afterLanding = .continue }],
      landings: [Flow.Landing("home", after: ["a"])])
    let calm = try Rules.lines(flow, ["a": [.after(1)], "b": [.after(3)]])
    let cancelled = try Rules.lines(flow, ["a": [.after(1)], "b": [.after(3)]]) { $0.cancel = .seconds(2) }
    #expect(calm == cancelled)
  }
}
