import Testing

@testable import LaunchFlowModel

@Suite struct CacheWithoutScopeTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "store": "access-token", "fallback": [{ "cache": "access-token" }] }"#,
        more: #""caches": { "access-token": {} },"#
      ).text,
      "LF033 ‹\"access-token\"› the cache \"access-token\" seems to belong to a user, but no logout clears it (add \"scope\": \"user\", and clear that scope at logout)"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "store": "login", "fallback": [{ "cache": "login" }] }, "b": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "needs": ["a"], "store": "orders", "fallback": [{ "cache": "orders" }] }"#,
        more: #""caches": { "login": { "scope": "user" }, "orders": {} },"#
      ).text,
      "LF033 ‹\"orders\"› the cache \"orders\" is filled with what takes \"a\", and yet not cleared with it (add \"scope\": \"user\") +2:235 it is filled here"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "store": "city", "fallback": [{ "cache": "city" }] }"#,
        more: #""caches": { "city": {} },"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.cacheWithoutScope, inFlow: wrong.text) == wrong.found)
  }
}
