import LaunchFlowCommand
import Testing

/// Mistakes of authors who know other tools and formats. Each gets one message that says what to write.
@Suite struct AuthorMistakeTests {
  @Test func `the flow has no problem`() async {
    #expect(await AuthorMistake.messages(AuthorMistake.flow) == "")
  }

  @Test(arguments: mistakes) func `a mistake is reported with what to write`(_ mistake: AuthorMistake)
    async throws
  {
    #expect(try await mistake.found(in: AuthorMistake.flow) == mistake.messages)
  }

  @Test func `no file checked is not called free of problems`() async {
    let outcome = await TestWorld().run("check", "missing.json")
    #expect(outcome.status == .couldNotRun)
    #expect(outcome.diagnostics.hasSuffix("no file checked, 1 could not be read\n"))
  }

  private static let mistakes: [AuthorMistake] = [
    .init(
      "milliseconds as a number", #""timeout": "5s""#, #""timeout": 5000"#,
      """
      16:18: error: a duration is text with a unit [LF006]
      help: write "5s" if it is in milliseconds, or "1h23m20s" if it is in seconds
      """),
    .init(
      "milliseconds as text", #""timeout": "5s""#, #""timeout": "5000""#,
      """
      16:18: error: the duration "5000" has no unit [LF006]
      help: write "5s" if it is in milliseconds, or "1h23m20s" if it is in seconds
      """),
    .init(
      "odd milliseconds", #""timeout": "5s""#, #""timeout": 1500"#,
      """
      16:18: error: a duration is text with a unit [LF006]
      help: write "1s500ms" if it is in milliseconds, or "25m" if it is in seconds
      """),
    .init(
      "seconds as a number", #""timeout": "5s""#, #""timeout": 5"#,
      """
      16:18: error: a duration is text with a unit [LF006]
      help: write "5s" if it is in seconds, or "5ms" if it is in milliseconds
      """),
    .init(
      "no time as a number", #""timeout": "5s""#, #""timeout": 0"#,
      """
      16:18: error: a duration is text with a unit [LF006]
      help: write it like "1m30s" or "250ms"
      """),
    .init(
      "no time for the launch", #""deadline": "10s""#, #""deadline": "0s""#,
      """
      3:15: warning: the steps before the landing may take 8s, but the deadline is 0s: check's timeout 3s + log-in's timeout 5s [LF037]
      help: give the launch time, such as "deadline": "10s"
      10:66: warning: the time-out of 3s is never reached: the flow's deadline comes first, after 0s [LF017]
      help: raise the deadline
      3:15: note: the flow's deadline is here
      16:18: warning: the time-out of 5s is never reached: the flow's deadline comes first, after 0s [LF017]
      help: raise the deadline
      3:15: note: the flow's deadline is here
      19:3: warning: every run lands at 0s, so no run waits for "log-in" [LF036]
      help: make the landing wait with "after": ["log-in"], or let the step continue after it with "afterLanding": "continue"
      """),
    .init(
      "a path of JSONPath", #""/force""#, #""$.serverAddress""#,
      """
      11:47: error: "$.serverAddress" is not a JSON Pointer [LF011]
      help: write "/serverAddress"
      """),
    .init(
      "a path of jq", #""/force""#, #"".data.list[0].force""#,
      """
      11:47: error: ".data.list[0].force" is not a JSON Pointer [LF011]
      help: write "/data/list/0/force"
      """),
    .init(
      "a path with dots", #""/force""#, #""data.force""#,
      """
      11:47: error: "data.force" is not a JSON Pointer [LF011]
      help: write "/data/force"
      """),
    .init(
      "an unclosed reference", #"${check/id}"#, #"${check/id"#,
      """
      15:87: error: a "${" has no "}" [LF011]
      help: write ${check/id}
      """),
    .init(
      "an unclosed brace in text", #"${check/id}"#, #"costs ${ 5"#,
      """
      15:87: error: a "${" has no "}" [LF011]
      help: a literal "${" is written "$${"
      """),
    .init(
      "a reference in double braces", #"${check/id}"#, #"{{ check.id }}"#,
      """
      15:87: warning: "{{ check.id }}" is sent as text; a reference is written ${…} [LF055]
      help: write "${check/id}"
      """),
    .init(
      "a reference with a dot", #"${check/id}"#, #"${check.id}"#,
      """
      15:87: error: "${check.id}" is not a reference [LF011]
      help: write ${check/id}
      """),
    .init(
      "a reference through steps", #"${check/id}"#, #"${steps.check.id}"#,
      """
      15:87: error: "${steps.check.id}" is not a reference [LF011]
      help: write ${check/id}
      """),
    .init(
      "a list as text", #"["home", "login", "update"]"#, #""home, login, update""#,
      """
      5:12: error: expected a list, found text [LF011]
      help: write ["home", "login", "update"]
      """),
    .init(
      "a list in one text", #"["home", "login", "update"]"#, #"["home, login, update"]"#,
      """
      5:13: error: one text holds several names [LF011]
      help: write "home", "login", "update"
      """),
    .init(
      "names with spaces", #""needs": ["check"]"#, #""needs": "check""#,
      """
      14:16: error: expected a list, found text [LF011]
      help: write ["check"]
      """),
    .init(
      "a letter with an accent", #""update-required": {"#, #""update-requiréd": {"#,
      """
      11:20: error: the result name "update-requiréd" is not in kebab-case [LF013]
      help: write "update-required"
      """),
    .init(
      "a page with an accent", #"["home""#, #"["hôme""#,
      """
      5:13: error: the page name "hôme" is not in kebab-case [LF013]
      help: write "home"
      """),
    .init(
      "curly quotes", #""flow": "launch""#, #"“flow”: “launch”"#,
      """
      2:3: error: expected a key in double quotes, found the character U+201C [LF001]
      help: use straight double quotes: "
      """),
    .init(
      "a curly quote at a value", #""flow": "launch""#, #""flow": “launch”"#,
      """
      2:11: error: expected a value, found the character U+201C [LF001]
      help: use straight double quotes: "
      """),
    .init(
      "a line comment", #"  "deadline""#, #"  // the whole launch\#n  "deadline""#,
      """
      3:3: error: JSON has no comments [LF001]
      help: write a remark as a key that begins with x-, such as "x-note": "…"
      """),
    .init(
      "a block comment", #"  "deadline""#, #"  /* the whole launch */\#n  "deadline""#,
      """
      3:3: error: JSON has no comments [LF001]
      help: write a remark as a key that begins with x-, such as "x-note": "…"
      """),
    .init(
      "a hash comment", #"  "deadline""#, #"  # the whole launch\#n  "deadline""#,
      """
      3:3: error: JSON has no comments [LF001]
      help: write a remark as a key that begins with x-, such as "x-note": "…"
      """),
    .init(
      "attempts alone", #""timeout": "3s""#, #""timeout": "3s", "retry": 3"#,
      """
      10:81: error: expected an object, found a number [LF011]
      help: write { "attempts": 3 }
      """),
    .init(
      "a retry as a switch", #""timeout": "3s""#, #""timeout": "3s", "retry": true"#,
      """
      10:81: error: expected an object, found true or false [LF011]
      help: write { "attempts": 2 }
      """),
    .init(
      "afterLanding as a switch", #""timeout": "3s""#, #""timeout": "3s", "afterLanding": true"#,
      """
      10:88: error: expected one of: "cancel", "continue", found true or false [LF011]
      help: write "continue"
      """),
    .init(
      "yes", #""equals": true"#, #""exists": "yes""#,
      """
      11:67: error: expected true or false, found text [LF011]
      help: write true
      """),
    .init(
      "True", #""equals": true"#, #""exists": "True""#,
      """
      11:67: error: expected true or false, found text [LF011]
      help: write true
      """),
    .init(
      "yes for an input", #""signed-in": true"#, #""signed-in": "yes""#,
      """
      14:50: error: the input "signed-in" takes a boolean, not "yes" [LF004]
      help: write true
      """),
    .init(
      "a fallback as a name", #"[{ "cache": "login-answer" }]"#, #"["login-answer"]"#,
      """
      16:62: error: expected an object, found text [LF011]
      help: write { "cache": "login-answer" } for a cache, or { "value": … } for a constant
      """),
    .init(
      "a fallback outside of a list", #"[{ "cache": "login-answer" }]"#, #"{ "cache": "login-answer" }"#,
      """
      16:61: error: expected a list, found an object [LF011]
      help: put it into a list: [ … ]
      """),
    .init(
      "a page as a key", #"{ "page": "update", "when": { "check": "update-required" } }"#,
      #"{ "update": { "check": "update-required" } }"#,
      """
      20:7: error: unknown key "update" [LF002]
      help: write "page": "update", "when": { … }
      """),
    .init(
      "a step and its result exchanged", #""when": { "check": "update-required" }"#,
      #""when": { "update-required": "check" }"#,
      """
      20:35: error: no step or input "update-required" is declared [LF004]
      help: write "check": "update-required"
      """),
    .init(
      "a step for a page", #"{ "page": "home", "after": ["log-in"] }"#,
      #"{ "page": "check", "after": ["log-in"] }"#,
      """
      22:15: error: no page "check" is declared [LF004]
      help: expected one of: "home", "login", "update"
      """),
    .init(
      "steps as a list", #""steps": {\#n    "check": {"#, #""steps": [\#n    { "name": "check","#,
      and: [
        (#""log-in": {"#, #"{ "name": "log-in","#),
        (#"[{ "cache": "login-answer" }]\#n    }\#n  }"#, #"[{ "cache": "login-answer" }]\#n    }\#n  ]"#),
      ],
      """
      8:12: error: expected an object, found a list [LF011]
      help: use each name as a key: { "check": { … }, … }
      """),
    .init(
      "a cache in needs", #"["check"]"#, #"["check", "login-answer"]"#,
      """
      14:26: error: "login-answer" is a cache, not a step [LF004]
      help: name a step that reads it, such as "read-login-answer": { "cache": "login-answer" }
      """),
    .init(
      "a service in needs", #"["check"]"#, #"["check", "api"]"#,
      """
      14:26: error: "api" is a service, not a step [LF004]
      help: name a step that calls it
      """),
    .init(
      "a page in needs", #"["check"]"#, #"["check", "home"]"#,
      """
      14:26: error: "home" is a page, not a step [LF004]
      help: name the steps that come before it
      """),
    .init(
      "an input in needs", #"["check"]"#, #"["check", "signed-in"]"#,
      """
      14:26: error: "signed-in" is an input, not a step [LF004]
      help: ask for it in "when"
      """),
    .init(
      "the beginning of a step", #""after": ["log-in"]"#, #""after": ["lo"]"#,
      """
      22:33: error: no step "lo" is declared [LF004]
      help: did you mean "log-in"?
      """),
    .init(
      "the beginning of a result", #""check": "update-required""#, #""check": "update""#,
      """
      20:44: error: "update" is not a result, failure or status of "check" [LF004]
      help: did you mean "update-required"?
      """),
    .init(
      "an unknown result", #""check": "update-required""#, #""check": "blue""#,
      """
      20:44: error: "blue" is not a result, failure or status of "check" [LF004]
      help: expected one of: "update-required", "succeeded", "recovered", "failed", "timed-out", "skipped", "cancelled", "available", "unavailable", "settled"
      """),
    .init(
      "an unknown page", #""page": "home""#, #""page": "blue""#,
      """
      22:15: error: no page "blue" is declared [LF004]
      help: expected one of: "home", "login", "update"
      """),
    .init(
      "an unknown step", #""after": ["log-in"]"#, #""after": ["blue"]"#,
      """
      22:33: error: no step "blue" is declared [LF004]
      help: expected one of: "check", "log-in"
      """),
    .init(
      "an unknown service", #""service": "api", "path": "/check""#, #""service": "blue", "path": "/check""#,
      """
      10:28: error: no service "blue" is declared [LF004]
      help: there is only "api"
      """),
    .init(
      "an unknown cache", #""store": "login-answer""#, #""store": "blue""#,
      """
      16:33: error: no cache "blue" is declared [LF004]
      help: there is only "login-answer"
      """),
    .init(
      "an unknown key", #""timeout": "3s""#, #""timeout": "3s", "blue": 1"#,
      """
      10:72: error: unknown key "blue" [LF002]
      help: expected one of: title, summary, http, action, with, cache, value, await, steps, needs, after, when, timeout, maxTimeout, deadline, useFallbackAfter, retry, poll, lane, priority, whenIdle, failures, valid, results, fallback, type, store, afterLanding, failFast, ignore
      """),
    .init(
      "an unknown lane", #""timeout": "3s""#, #""timeout": "3s", "lane": "blue""#,
      """
      10:80: error: no lane "blue" is declared [LF004]
      help: there is only "main"
      """),
  ]
}
