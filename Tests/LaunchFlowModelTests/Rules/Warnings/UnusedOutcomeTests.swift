import Testing

@testable import LaunchFlowModel

@Suite struct UnusedOutcomeTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "results": { "new": { "at": "/new", "equals": true }, "old": { "at": "/old", "equals": true } }, "failures": { "gone": { "status": 404 } } }, "b": { "value": 1, "when": { "a": "new" } }"#
      ).text,
      "LF031 ‹\"old\"› nothing asks whether \"a\" is \"old\" (ask { \"a\": \"old\" } in a \"when\", or take it out; if the app reads it, say so under \"ignore\")",
      "LF031 ‹\"gone\"› nothing asks whether \"a\" is \"gone\" (ask { \"a\": \"gone\" } in a \"when\", or take it out; if the app reads it, say so under \"ignore\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "failures": { "gone": { "status": 404 } }, "fallback": [{ "value": 1 }] }, "b": { "http": { "url": "https://x.example.com/a" }, "timeout": "1s", "deadline": "3s", "poll": { "every": "1s", "until": ["done"] }, "results": { "done": { "at": "/done", "equals": true } } }, "c": { "http": { "url": "https://x.example.com/a" }, "timeout": "1s", "failures": { "gone": { "status": 404 } } }"#,
        landings: #"{ "page": "home", "notice": "${c.message}" }"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.unusedOutcome, inFlow: wrong.text) == wrong.found)
  }
}
