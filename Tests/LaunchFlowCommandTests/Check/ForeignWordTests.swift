import LaunchFlowCommand
import Testing

/// What authors write who know other tools, and what other tools call what flows and scenarios have.
@Suite struct ForeignWordTests {
  private static let scenarios = #"""
    {
      "scenariosFor": "launch.json",
      "scenarios": {
        "day": {
          "inputs": { "signed-in": true },
          "steps": { "check": { "takes": "300ms" } },
          "expect": { "landing": "home" }
        }
      }
    }

    """#

  @Test func `the scenarios have no problem`() async {
    #expect(await AuthorMistake.messages(AuthorMistake.flow, scenarios: Self.scenarios) == "")
  }

  @Test func `a mistake is reported with what to write`() async throws {
    var text = ""
    for mistake in Self.inFlows { text += try await mistake.found(in: AuthorMistake.flow) }
    for mistake in Self.inScenarios {
      text += try await mistake.found(in: AuthorMistake.flow, scenarios: Self.scenarios)
    }
    try Golden.expect(text, in: "foreign-words.txt")
  }

  private static let inFlows: [AuthorMistake] = [
    .init("or", #""when": { "signed-in": true }"#, #""when": { "or": [{ "signed-in": true }] }"#),
    .init("and", #""when": { "signed-in": true }"#, #""when": { "and": [{ "signed-in": true }] }"#),
    .init("a list of conditions", #""when": { "signed-in": true }"#, #""when": [{ "signed-in": true }]"#),
    .init(
      "not inside of a fact", #""when": { "signed-in": true }"#, #""when": { "signed-in": { "not": true } }"#),
    .init(
      "equals inside of a fact", #""when": { "signed-in": true }"#,
      #""when": { "signed-in": { "equals": true } }"#),
    .init(
      "a list of what must hold at least", #""when": { "signed-in": true }"#,
      #""when": { "atLeast": [{ "signed-in": true }] }"#),
    .init(
      "the time-out of a request", #""path": "/check" }, "timeout": "3s""#,
      #""path": "/check", "timeout": "3s" }"#),
    .init(
      "Step Functions' retry", #""timeout": "3s""#,
      #""timeout": "3s", "retry": [{ "ErrorEquals": ["States.ALL"], "MaxAttempts": 3 }]"#),
    .init("continue on error", #""timeout": "3s""#, #""timeout": "3s", "continue-on-error": true"#),
    .init(
      "a fallback by another name", #""timeout": "3s""#, #""timeout": "3s", "onFailure": "login-answer""#),
    .init("a lane by another name", #""timeout": "3s""#, #""timeout": "3s", "concurrency": "disk""#),
    .init("so many at once", #""flow": "launch","#, #""flow": "launch", "concurrency": 4,"#),
    .init(
      "a lane as an object", #""flow": "launch","#,
      #""flow": "launch", "lanes": { "disk": { "capacity": 2 } },"#),
    .init("lanes as a list", #""flow": "launch","#, #""flow": "launch", "lanes": ["disk"],"#),
    .init(
      "a lane beside the steps", #""flow": "launch","#, #""flow": "launch", "disk": { "capacity": 1 },"#),
    .init(
      "a step beside the steps", #""flow": "launch","#, #""flow": "launch", "greet": { "action": "greet" },"#),
    .init(
      "a page with a condition", #""pages": ["home", "login", "update"]"#,
      #""pages": { "home": { "after": ["log-in"] }, "login": {}, "update": {} }"#),
    .init("a time to land after", #""after": ["log-in"]"#, #""after": "3s""#),
    .init(
      "environments as an object", #""flow": "launch","#,
      #""flow": "launch", "environments": { "prod": {} },"#),
    .init("an address by another name", #""baseURL""#, #""url""#),
    .init("a number of seconds in a cache", #""scope": "user""#, #""scope": "user", "maxAge": 86400"#),
    .init("a time-out of no time", #""timeout": "3s""#, #""timeout": "0s""#),
    .init("a decimal point and a space", #""timeout": "3s""#, #""timeout": "1.5 s""#),
    .init("a negative time", #""timeout": "3s""#, #""timeout": "-3s""#),
    .init("a shell's reference", #""path": "/check""#, #""path": "/check/$signed-in""#),
    .init("a reference in round brackets", #""path": "/check""#, #""path": "/check/$(signed-in)""#),
    .init("a reference to a step that is not needed", #""needs": ["check"], "#, #""#),
    .init("a fence of Markdown", "{\n", "```json\n{\n"),
  ]

  private static let inScenarios: [AuthorMistake] = [
    .init("a page as the expectation", #"{ "landing": "home" }"#, #""home""#),
    .init(
      "a bare number in an expectation", #"{ "landing": "home" }"#, #"{ "landing": "home", "within": 100 }"#),
    .init("a time as a behaviour", #"{ "takes": "300ms" }"#, #""300ms""#),
    .init("an error as a behaviour", #"{ "takes": "300ms" }"#, #""timeout""#),
    .init("a result as a behaviour", #"{ "takes": "300ms" }"#, #""update-required""#),
    .init("a hang of some time", #"{ "takes": "300ms" }"#, #"{ "hang": "3s" }"#),
    .init("a status", #"{ "takes": "300ms" }"#, #"{ "status": "4xx" }"#),
    .init("an offline network", #""expect""#, #""network": "offline", "expect""#),
    .init("an input as text", #""signed-in": true"#, #""signed-in": "false""#),
    .init("an input beside the inputs", #""expect""#, #""signed-in": false, "expect""#),
    .init("a step beside the steps", #""expect""#, #""check": { "hang": true }, "expect""#),
  ]
}
