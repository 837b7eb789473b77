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

  @Test(arguments: inFlows) func `a flow's mistake is reported with what to write`(_ mistake: AuthorMistake)
    async throws
  {
    #expect(try await mistake.found(in: AuthorMistake.flow) == mistake.messages)
  }

  @Test(arguments: inScenarios) func `a scenario's mistake is reported with what to write`(
    _ mistake: AuthorMistake
  ) async throws {
    #expect(try await mistake.found(in: AuthorMistake.flow, scenarios: Self.scenarios) == mistake.messages)
  }

  private static let inFlows: [AuthorMistake] = [
    .init(
      "or", #""when": { "signed-in": true }"#, #""when": { "or": [{ "signed-in": true }] }"#,
      #"""
      14:37: error: unknown condition "or" [LF002]
      help: did you mean "any"?
      """#),
    .init(
      "and", #""when": { "signed-in": true }"#, #""when": { "and": [{ "signed-in": true }] }"#,
      #"""
      14:37: error: unknown condition "and" [LF002]
      help: did you mean "all"?
      """#),
    .init(
      "a list of conditions", #""when": { "signed-in": true }"#, #""when": [{ "signed-in": true }]"#,
      #"""
      14:35: error: expected an object, found a list [LF011]
      help: write { "all": [ … ] } if all must hold, or { "any": [ … ] } if one is enough
      """#),
    .init(
      "not inside of a fact", #""when": { "signed-in": true }"#, #""when": { "signed-in": { "not": true } }"#,
      #"""
      14:52: error: unknown key "not" [LF002]
      help: write "not": { "signed-in": true }
      """#),
    .init(
      "equals inside of a fact", #""when": { "signed-in": true }"#,
      #""when": { "signed-in": { "equals": true } }"#,
      #"""
      14:52: error: unknown key "equals" [LF002]
      help: write "signed-in": true
      """#),
    .init(
      "a list of what must hold at least", #""when": { "signed-in": true }"#,
      #""when": { "atLeast": [{ "signed-in": true }] }"#,
      #"""
      14:48: error: expected an object, found a list [LF011]
      help: write "atLeast": { "count": 2, "of": [ … ] }
      """#),
    .init(
      "the time-out of a request", #""path": "/check" }, "timeout": "3s""#,
      #""path": "/check", "timeout": "3s" }"#,
      #"""
      10:53: error: unknown key "timeout" [LF002]
      help: it belongs to the step, one level further out
      """#),
    .init(
      "Step Functions' retry", #""timeout": "3s""#,
      #""timeout": "3s", "retry": [{ "ErrorEquals": ["States.ALL"], "MaxAttempts": 3 }]"#,
      #"""
      10:81: error: expected an object, found a list [LF011]
      help: write one object: { "attempts": 4, "delay": "1s" }
      """#),
    .init(
      "continue on error", #""timeout": "3s""#, #""timeout": "3s", "continue-on-error": true"#,
      #"""
      10:72: error: unknown key "continue-on-error" [LF002]
      help: a failed step stops only the steps that need it: let them wait with "after" instead of "needs", or give this step a "fallback"
      """#),
    .init(
      "a fallback by another name", #""timeout": "3s""#, #""timeout": "3s", "onFailure": "login-answer""#,
      #"""
      10:72: error: unknown key "onFailure" [LF002]
      help: did you mean "fallback"?
      10:85: error: expected a list, found text [LF011]
      help: write [{ "cache": "login-answer" }] for a cache, or [{ "value": … }] for a constant
      """#),
    .init(
      "a lane by another name", #""timeout": "3s""#, #""timeout": "3s", "concurrency": "disk""#,
      #"""
      9:5: error: no lane "disk" is declared [LF004]
      help: there is only "main"
      10:72: error: unknown key "concurrency" [LF002]
      help: did you mean "lane"?
      """#),
    .init(
      "so many at once", #""flow": "launch","#, #""flow": "launch", "concurrency": 4,"#,
      #"""
      2:21: error: unknown key "concurrency" [LF002]
      help: did you mean "lanes"?
      2:36: error: expected an object, found a number [LF011]
      help: use each name as a key: { "name": 4, … }
      """#),
    .init(
      "a lane as an object", #""flow": "launch","#,
      #""flow": "launch", "lanes": { "disk": { "capacity": 2 } },"#,
      #"""
      2:40: error: expected a whole number, found an object [LF011]
      help: write 2
      """#),
    .init(
      "lanes as a list", #""flow": "launch","#, #""flow": "launch", "lanes": ["disk"],"#,
      #"""
      2:30: error: expected an object, found a list [LF011]
      help: use each name as a key: { "disk": 1, … }
      """#),
    .init(
      "a lane beside the steps", #""flow": "launch","#, #""flow": "launch", "disk": { "capacity": 1 },"#,
      #"""
      2:21: error: unknown key "disk" [LF002]
      help: write "lanes": { "disk": 1 }
      """#),
    .init(
      "a step beside the steps", #""flow": "launch","#, #""flow": "launch", "greet": { "action": "greet" },"#,
      #"""
      2:21: error: unknown key "greet" [LF002]
      help: write "steps": { "greet": { … } }
      """#),
    .init(
      "a page with a condition", #""pages": ["home", "login", "update"]"#,
      #""pages": { "home": { "after": ["log-in"] }, "login": {}, "update": {} }"#,
      #"""
      5:24: error: unknown key "after" [LF002]
      help: a page has no conditions: the rules under "landings" choose it
      """#),
    .init(
      "a time to land after", #""after": ["log-in"]"#, #""after": "3s""#,
      #"""
      22:32: error: expected a list, found text [LF011]
      help: name the steps to wait for; to wait for a time, name a step with "await"
      """#),
    .init(
      "environments as an object", #""flow": "launch","#,
      #""flow": "launch", "environments": { "prod": {} },"#,
      #"""
      2:37: error: expected a list, found an object [LF011]
      help: write ["prod"]
      """#),
    .init(
      "an address by another name", #""baseURL""#, #""url""#,
      #"""
      7:26: error: unknown key "url" [LF002]
      help: did you mean "baseURL"?
      """#),
    .init(
      "a repeated key", #""timeout": "3s""#, #""timeout": "3s", "timeout": "4s""#,
      #"""
      10:72: error: duplicate key "timeout" [LF003]
      help: remove one of the two
      10:55: note: it appears here first
      """#),
    .init(
      "a number of seconds in a cache", #""scope": "user""#, #""scope": "user", "maxAge": 86400"#,
      #"""
      6:60: error: a duration is text with a unit [LF006]
      help: write "1d" if it is in seconds, or "1m26s400ms" if it is in milliseconds
      """#),
    .init(
      "a time-out of no time", #""timeout": "3s""#, #""timeout": "0s""#,
      #"""
      10:66: warning: a time-out of 0s ends every attempt at once [LF060]
      help: write a time such as "10s": no step may wait without limit
      """#),
    .init(
      "a decimal point and a space", #""timeout": "3s""#, #""timeout": "1.5 s""#,
      #"""
      10:66: error: a duration must not have a decimal point [LF006]
      help: write "1s500ms"
      """#),
    .init(
      "a negative time", #""timeout": "3s""#, #""timeout": "-3s""#,
      #"""
      10:66: error: a duration must not be negative [LF006]
      help: write it like "1m30s" or "250ms"
      """#),
    .init(
      "a shell's reference", #""path": "/check""#, #""path": "/check/$signed-in""#,
      #"""
      10:43: warning: "$signed-in" is sent as text; a reference is written ${…} [LF055]
      help: write "${signed-in}"
      """#),
    .init(
      "a reference in round brackets", #""path": "/check""#, #""path": "/check/$(signed-in)""#,
      #"""
      10:43: warning: "$(signed-in)" is sent as text; a reference is written ${…} [LF055]
      help: write "${signed-in}"
      """#),
    .init(
      "a reference to a step that is not needed", #""needs": ["check"], "#, #""#,
      #"""
      15:87: error: "log-in" refers to "check" without needing it [LF009]
      help: add "check" to the "needs" of "log-in"; to go on where it fails, add it to "after" and write ${?check…}
      """#),
    .init(
      "a fence of Markdown", "{\n", "```json\n{\n",
      #"""
      1:1: error: expected a value, found '`' [LF001]
      help: remove the backquotes: the file is JSON alone
      """#),
  ]

  private static let inScenarios: [AuthorMistake] = [
    .init(
      "a page as the expectation", #"{ "landing": "home" }"#, #""home""#,
      #"""
      7:17: error: expected an object, found text [LF011]
      help: write { "landing": "home" }
      """#),
    .init(
      "a bare number in an expectation", #"{ "landing": "home" }"#, #"{ "landing": "home", "within": 100 }"#,
      #"""
      7:48: error: a duration is text with a unit [LF006]
      help: write "1m40s" if it is in seconds, or "100ms" if it is in milliseconds
      """#),
    .init(
      "a time as a behaviour", #"{ "takes": "300ms" }"#, #""300ms""#,
      #"""
      6:27: error: expected an object, found text [LF011]
      help: write { "takes": "300ms" }
      """#),
    .init(
      "an error as a behaviour", #"{ "takes": "300ms" }"#, #""timeout""#,
      #"""
      6:27: error: expected an object, found text [LF011]
      help: write { "error": "timeout" }
      """#),
    .init(
      "a result as a behaviour", #"{ "takes": "300ms" }"#, #""update-required""#,
      #"""
      6:27: error: expected an object, found text [LF011]
      help: write { "result": "update-required" }
      """#),
    .init(
      "a hang of some time", #"{ "takes": "300ms" }"#, #"{ "hang": "3s" }"#,
      #"""
      6:37: error: expected true or false, found text [LF011]
      help: write true for a step that never answers, or "takes": "3s" for a slow one
      """#),
    .init(
      "a status", #"{ "takes": "300ms" }"#, #"{ "status": "4xx" }"#,
      #"""
      6:29: error: unknown key "status" [LF002]
      help: write "response": { "status": 404 }, or "error": "client"
      """#),
    .init(
      "an offline network", #""expect""#, #""network": "offline", "expect""#,
      #"""
      7:18: error: unknown word "offline" [LF011]
      help: write "offline": [{ "from": "0s" }] instead of "network"
      """#),
    .init(
      "an input as text", #""signed-in": true"#, #""signed-in": "false""#,
      #"""
      5:32: error: the input "signed-in" takes a boolean, not "false" [LF011]
      help: write false without quotes
      """#),
    .init(
      "an input beside the inputs", #""expect""#, #""signed-in": false, "expect""#,
      #"""
      7:7: error: unknown key "signed-in" [LF002]
      help: write "inputs": { "signed-in": false }
      """#),
    .init(
      "a step beside the steps", #""expect""#, #""check": { "hang": true }, "expect""#,
      #"""
      7:7: error: unknown key "check" [LF002]
      help: write "steps": { "check": { … } }
      """#),
  ]
}
