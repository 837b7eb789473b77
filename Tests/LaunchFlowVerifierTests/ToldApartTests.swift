import LaunchFlowMachine
import LaunchFlowModel
import Testing

@testable import LaunchFlowVerifier

/// Answers are tried once for each that something undecided can tell from the others, and no more; and what
/// is still asked of a settled step is kept.
@Suite struct ToldApartTests {
  /// A step with two results and a refusal, another one behind it, and what is asked of the first.
  private static func plan(ask: String = "", then: String, promise: String = "") throws -> FlowPlan {
    let text = """
      { "flow": "told-apart", "deadline": "20s", "pages": ["home", "login"],
        "defaults": { "timeout": "1s" },
        "steps": {
          "ask": { "action": "ask", "results": { "new": { "equals": 1 }, "old": { "equals": 2 } },
                   "failures": { "blocked": { "equals": 3 } } \(ask) },
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
    var then: String
    var promise = ""
    /// How many of the six answers to `ask` are tried.
    var answers: Int
  }

  @Test(arguments: [
    Example(testDescription: "nobody asks", then: #""after": ["ask"]"#, answers: 1),
    Example(testDescription: "whether it is available", then: #""needs": ["ask"]"#, answers: 2),
    Example(
      testDescription: "a refusal has no fallback", ask: #", "fallback": [ { "value": 0 } ]"#,
      then: #""needs": ["ask"]"#, answers: 3),
    Example(testDescription: "one result", then: #""when": { "ask": "new" }"#, answers: 2),
    Example(testDescription: "two results", then: #""when": { "ask": ["new", "old"] }"#, answers: 3),
    Example(testDescription: "the refusal", then: #""when": { "ask": "blocked" }"#, answers: 2),
    Example(testDescription: "how it failed", then: #""when": { "ask": "timed-out" }"#, answers: 2),
    Example(
      testDescription: "a promise as well", then: #""when": { "ask": "new" }"#,
      promise: #"{ "never": { "ask": "blocked", "landing": "login" } }"#, answers: 3),
    Example(
      testDescription: "whether it is tried again", ask: #", "retry": { "attempts": 2, "on": ["error"] }"#,
      then: #""after": ["ask"]"#, answers: 2),
  ]) func tried(_ example: Example) throws {
    let plan = try Self.plan(ask: example.ask, then: example.then, promise: example.promise)
    let choices = WorldChoices(plan, hasSwitch: false)
    #expect(choices.answers(of: 0).own.count == (example.ask.contains("retry") ? 7 : 6))
    var explorer = Explorer(plan, choices, tellsTiesApart: false)
    explorer.explore(budget: 1000)
    #expect(explorer.isComplete)
    let first = try #require(explorer.stateEvents[0])
    let answers = first.filter { explorer.stateEvents.events[Int($0)].event.kind == .answered }
    #expect(answers.count == example.answers)
    // What is not tried of its own is possible all the same.
    #expect(explorer.findings.isNameReached.allSatisfy { $0 })
  }

  @Test(arguments: ["new", "old", "blocked", "timed-out", "succeeded", "failed"])
  func keptUntilThePromiseIsDecided(fact: String) throws {
    let promise = #"{ "never": { "ask": "\#(fact)", "then": "failed" } }"#
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
