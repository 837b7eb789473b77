import LaunchFlowCommand
import Testing

/// Mistakes of authors who know other tools and formats. Each gets one message that says what to write.
@Suite struct AuthorMistakeTests {
  @Test func `the flow has no problem`() async {
    #expect(await AuthorMistake.messages(AuthorMistake.flow) == "")
  }

  @Test func `a mistake is reported with what to write`() async throws {
    var text = ""
    for mistake in Self.mistakes { text += try await mistake.found(in: AuthorMistake.flow) }
    try Golden.expect(text, in: "mistakes.txt")
  }

  @Test func `no file checked is not called free of problems`() async {
    let outcome = await TestWorld().run("check", "missing.json")
    #expect(outcome.status == .couldNotRun)
    #expect(outcome.diagnostics.hasSuffix("no file checked, 1 could not be read\n"))
  }

  private static let mistakes: [AuthorMistake] = [
    .init("milliseconds as a number", #""timeout": "5s""#, #""timeout": 5000"#),
    .init("milliseconds as text", #""timeout": "5s""#, #""timeout": "5000""#),
    .init("odd milliseconds", #""timeout": "5s""#, #""timeout": 1500"#),
    .init("no time as a number", #""timeout": "5s""#, #""timeout": 0"#),
    .init("no time for the launch", #""deadline": "10s""#, #""deadline": "0s""#),
    .init("a path of JSONPath", #""/force""#, #""$.serverAddress""#),
    .init("a path of jq", #""/force""#, #"".data.list[0].force""#),
    .init("a path with dots", #""/force""#, #""data.force""#),
    .init("an unclosed brace in text", #"${check/id}"#, #"costs ${ 5"#),
    .init("a reference in double braces", #"${check/id}"#, #"{{ check.id }}"#),
    .init("a reference through steps", #"${check/id}"#, #"${steps.check.id}"#),
    .init("a list as text", #"["home", "login", "update"]"#, #""home, login, update""#),
    .init("a list in one text", #"["home", "login", "update"]"#, #"["home, login, update"]"#),
    .init("names with spaces", #""needs": ["check"]"#, #""needs": "check""#),
    .init("a letter with an accent", #""update-required": {"#, #""update-requiréd": {"#),
    .init("a page with an accent", #"["home""#, #"["hôme""#),
    .init("curly quotes", #""flow": "launch""#, #"“flow”: “launch”"#),
    .init("a curly quote at a value", #""flow": "launch""#, #""flow": “launch”"#),
    .init("a block comment", #"  "deadline""#, #"  /* the whole launch */\#n  "deadline""#),
    .init("a hash comment", #"  "deadline""#, #"  # the whole launch\#n  "deadline""#),
    .init("attempts alone", #""timeout": "3s""#, #""timeout": "3s", "retry": 3"#),
    .init("a retry as a switch", #""timeout": "3s""#, #""timeout": "3s", "retry": true"#),
    .init("afterLanding as a switch", #""timeout": "3s""#, #""timeout": "3s", "afterLanding": true"#),
    .init("yes", #""equals": true"#, #""exists": "yes""#),
    .init("True", #""equals": true"#, #""exists": "True""#),
    .init("yes for an input", #""signed-in": true"#, #""signed-in": "yes""#),
    .init("a fallback as a name", #"[{ "cache": "login-answer" }]"#, #"["login-answer"]"#),
    .init(
      "a fallback outside of a list", #"[{ "cache": "login-answer" }]"#, #"{ "cache": "login-answer" }"#),
    .init(
      "a page as a key", #"{ "page": "update", "when": { "check": "update-required" } }"#,
      #"{ "update": { "check": "update-required" } }"#),
    .init(
      "a step and its result exchanged", #""when": { "check": "update-required" }"#,
      #""when": { "update-required": "check" }"#),
    .init(
      "a step for a page", #"{ "page": "home", "after": ["log-in"] }"#,
      #"{ "page": "check", "after": ["log-in"] }"#),
    .init(
      "steps as a list", #""steps": {\#n    "check": {"#, #""steps": [\#n    { "name": "check","#,
      and: [
        (#""log-in": {"#, #"{ "name": "log-in","#),
        (#"[{ "cache": "login-answer" }]\#n    }\#n  }"#, #"[{ "cache": "login-answer" }]\#n    }\#n  ]"#),
      ]),
    .init("a cache in needs", #"["check"]"#, #"["check", "login-answer"]"#),
    .init("a service in needs", #"["check"]"#, #"["check", "api"]"#),
    .init("a page in needs", #"["check"]"#, #"["check", "home"]"#),
    .init("an input in needs", #"["check"]"#, #"["check", "signed-in"]"#),
    .init("the beginning of a step", #""after": ["log-in"]"#, #""after": ["lo"]"#),
    .init("the beginning of a result", #""check": "update-required""#, #""check": "update""#),
    .init("an unknown result", #""check": "update-required""#, #""check": "blue""#),
    .init("an unknown page", #""page": "home""#, #""page": "blue""#),
    .init("an unknown step", #""after": ["log-in"]"#, #""after": ["blue"]"#),
    .init(
      "an unknown service", #""service": "api", "path": "/check""#, #""service": "blue", "path": "/check""#),
    .init("an unknown cache", #""store": "login-answer""#, #""store": "blue""#),
    .init("an unknown key", #""timeout": "3s""#, #""timeout": "3s", "blue": 1"#),
    .init("an unknown lane", #""timeout": "3s""#, #""timeout": "3s", "lane": "blue""#),
  ]
}
