import Testing

@testable import LaunchFlowModel

@Suite struct IdleFallbackTimeTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "useFallbackAfter": "1s" }"#
      ).text,
      "LF018 ‹\"1s\"› \"useFallbackAfter\" tries local fallbacks alone, and \"a\" has none (give it a \"fallback\" of a \"cache\" or a \"value\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "useFallbackAfter": "1s", "fallback": [{ "action": "x", "timeout": "1s" }] }"#
      ).text,
      "LF018 ‹\"1s\"› \"useFallbackAfter\" tries local fallbacks alone, and \"a\" has none (give it a \"fallback\" of a \"cache\" or a \"value\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "useFallbackAfter": "2s", "fallback": [{ "value": 1 }] }"#
      ).text,
      "LF018 ‹\"2s\"› \"useFallbackAfter\" of 2s never acts: its time-out comes no later, after 2s (write less than \"2s\", or take it out) +2:78 its time-out stands here"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "useFallbackAfter": "4s", "deadline": "4s", "retry": { "attempts": 2 }, "fallback": [{ "value": 1 }] }"#
      ).text,
      "LF018 ‹\"4s\"› \"useFallbackAfter\" of 4s never acts: its deadline comes no later, after 4s (write less than \"4s\", or take it out) +2:122 its deadline stands here"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "useFallbackAfter": "3s", "deadline": "4s", "retry": { "attempts": 2 }, "fallback": [{ "value": 1 }] }"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.idleFallbackTime, inFlow: wrong.text) == wrong.found)
  }
}
