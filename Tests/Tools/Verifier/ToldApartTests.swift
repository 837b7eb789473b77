import LaunchFlowMachine
import Testing

@testable import LaunchFlowVerifier

/// Of answers that lead to the same state one is followed. What is still asked of a settled step is kept.
@Suite struct ToldApartTests {
  /// A step with two results and a refusal, another one behind it, and what is asked of the first.
  private static func plan(
    ask: String = "", blocked: String = "", then: String, promise: String = ""
  ) throws -> FlowPlan {
    let text = """
      { "flow": "told-apart", "deadline": "20s", "pages": ["home", "login"],
        "defaults": { "timeout": "1s" },
        "steps": {
          "ask": { "action": "ask", "results": { "new": { "equals": 1 }, "old": { "equals": 2 } },
                   "failures": { "blocked": { "equals": 3 \(blocked) } } \(ask) },
          "then": { "action": "then", \(then) } },
        "landings": [ { "page": "home", "after": ["then"] } ],
        "promises": [ \(promise) ] }
      """
    let reading = Flow.read(SourceText(name: "told-apart.json", text: text))
    return try FlowPlan(try #require(reading.document, "\(reading.diagnostics)"))
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var ask = ""
    var blocked = ""
    var then: String
    var promise = ""
    /// How many states follow from the answers to `ask`.
    var states: Int
  }

  @Test(arguments: [
    Example(testDescription: "nobody asks", then: #""after": ["ask"]"#, states: 1),
    Example(testDescription: "whether it is available", then: #""needs": ["ask"]"#, states: 2),
    Example(
      testDescription: "a refusal has no fallback", ask: #", "fallback": [ { "value": 0 } ]"#,
      then: #""needs": ["ask"]"#, states: 2),
    Example(
      testDescription: "an error has a fallback", ask: #", "fallback": [ { "value": 0 } ]"#,
      then: #""when": { "ask": "recovered" }"#, states: 2),
    Example(
      testDescription: "a refusal that allows fallbacks", blocked: #", "allowFallback": true"#,
      then: #""when": { "all": [ { "ask": "failed" }, { "not": { "ask": "blocked" } } ] }"#, states: 2),
    Example(testDescription: "one result", then: #""when": { "ask": "new" }"#, states: 2),
    Example(testDescription: "either of two results", then: #""when": { "ask": ["new", "old"] }"#, states: 2),
    Example(testDescription: "the refusal", then: #""when": { "ask": "blocked" }"#, states: 2),
    Example(
      testDescription: "an error class", then: #""when": { "ask": { "error": "network" } }"#, states: 2),
    Example(
      testDescription: "one of several error classes",
      then: #""when": { "ask": { "error": ["network", "server", "timeout"] } }"#, states: 2),
    Example(
      testDescription: "two error classes, apart", then: #""after": ["ask"]"#,
      promise: """
        { "never": { "ask": { "error": "network" }, "then": "failed" } },
        { "never": { "ask": { "error": "business" }, "then": "failed" } }
        """, states: 3),
    Example(testDescription: "how it failed", then: #""when": { "ask": "timed-out" }"#, states: 2),
    Example(
      testDescription: "two promises", then: #""after": ["ask"]"#,
      promise: """
        { "never": { "ask": "blocked", "then": "failed" } }, { "never": { "ask": "new", "then": "failed" } }
        """, states: 3),
    Example(
      testDescription: "whether it is tried again", ask: #", "retry": { "attempts": 2, "on": ["error"] }"#,
      then: #""after": ["ask"]"#, states: 2),
  ]) func tried(_ example: Example) throws {
    let plan = try Self.plan(
      ask: example.ask, blocked: example.blocked, then: example.then, promise: example.promise)
    let choices = WorldChoices(plan, hasSwitch: false)
    var explorer = Explorer(plan, choices)
    explorer.explore(Budget(states: 1000))
    #expect(explorer.isComplete)
    let first = try #require(explorer.stateEvents[0])
    let answers = first.filter { explorer.stateEvents.events[Int($0)].event.kind == .answered }
    let arrivals = answers.compactMap { explorer.stateEvents.events[Int($0)].arrivals }
    #expect(arrivals.map(\.count) == [example.states])
    // Names that are not followed are possible all the same.
    for (step, reached) in explorer.findings.reachedNames.enumerated() {
      #expect(reached == plan.steps[step].names.map { _ in true })
    }
  }

  /// Of two conditions that ask for one result the first may be decided before the other.
  @Test func `kept where one of two conditions is decided`() throws {
    let text = """
      { "flow": "told-apart", "deadline": "20s", "pages": ["home"], "defaults": { "timeout": "1s" },
        "steps": {
          "first": { "action": "first" },
          "gone": { "action": "gone", "needs": ["first"], "when": { "ask": "new" } },
          "ask": { "action": "ask", "after": ["first"], "results": { "new": { "equals": 1 } } },
          "then": { "action": "then", "after": ["ask"] } },
        "landings": [ { "page": "home", "after": ["then", "gone"] } ],
        "promises": [ { "never": { "first": "failed", "ask": "new", "then": "failed" } } ] }
      """
    let reading = Flow.read(SourceText(name: "told-apart.json", text: text))
    let plan = try FlowPlan(try #require(reading.document, "\(reading.diagnostics)"))
    let verification = Verifier(plan, Verifier.Limits(hasSwitch: false)).verify()
    #expect(verification.extent.isComplete)
    #expect(verification.promises[0].verdict.isBroken)
  }

  @Test(arguments: [
    #""new""#, #""old""#, #""blocked""#, #""timed-out""#, #""succeeded""#, #""failed""#,
    #"{ "error": "network" }"#, #"{ "error": ["business", "error"] }"#, #"{ "error": "timeout" }"#,
  ])
  func keptUntilThePromiseIsDecided(fact: String) throws {
    let promise = #"{ "never": { "ask": \#(fact), "then": "failed" } }"#
    let verification = Verifier(
      try Self.plan(then: #""after": ["ask"]"#, promise: promise), Verifier.Limits(hasSwitch: false)
    ).verify()
    #expect(verification.extent.isComplete)
    guard case .broken = verification.promises[0].verdict else {
      Issue.record("\(verification.promises[0].verdict)")
      return
    }
  }
}
