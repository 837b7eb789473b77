import Testing

@testable import LaunchFlowModel

@Suite struct LandingWithoutFallbackTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps: #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }"#,
        landings: #"{ "page": "home", "when": { "a": "succeeded" } }, { "page": "login" }"#
      ).text,
      "LF019 ‹\"a\"› where \"a\" fails, no rule speaks of it and the launch falls through to \"login\" (give the step a \"fallback\", or add a rule for { \"a\": \"unavailable\" }) +2:14 it has no fallback"
    ),
    WrongText(
      FlowText(
        steps: #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }"#,
        landings:
          #"{ "page": "home", "when": { "all": [{ "a": ["available", "succeeded"] }] } }, { "page": "home", "when": { "a": "available" } }, { "page": "login" }"#
      ).text,
      "LF019 ‹\"a\"› where \"a\" fails, no rule speaks of it and the launch falls through to \"login\" (give the step a \"fallback\", or add a rule for { \"a\": \"unavailable\" }) +2:14 it has no fallback"
    ),
    WrongText(
      FlowText(
        steps: #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }"#,
        landings: #"{ "page": "home", "when": { "a": "succeeded" } }, { "page": "home" }"#
      ).text),
    WrongText(
      FlowText(
        steps: #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }"#,
        landings:
          #"{ "page": "home", "when": { "a": "succeeded" } }, { "page": "login", "when": { "a": "unavailable" } }, { "page": "login" }"#
      ).text),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "fallback": [{ "value": 1 }] }"#,
        landings: #"{ "page": "home", "when": { "a": "available" } }, { "page": "login" }"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.landingWithoutFallback, inFlow: wrong.text) == wrong.found)
  }
}
