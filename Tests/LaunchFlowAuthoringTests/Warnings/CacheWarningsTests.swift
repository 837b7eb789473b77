import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct CacheNeverStoredTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "fallback": [{ "cache": "c" }] }, "b": { "cache": "d" }"#,
        more: #""caches": { "c": {}, "d": {} },"#
      ).text,
      "LF027 ‹\"c\"› the cache \"c\" is read but never filled (add \"store\": \"c\" to the step whose live value it keeps; if another flow or the app fills it, add \"ignore\": { \"LF027\": \"the app fills it\" } to the cache) +2:108 it is read here",
      "LF027 ‹\"d\"› the cache \"d\" is read but never filled (add \"store\": \"d\" to the step whose live value it keeps; if another flow or the app fills it, add \"ignore\": { \"LF027\": \"the app fills it\" } to the cache) +2:134 it is read here"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "store": "c", "fallback": [{ "cache": "c" }] }"#,
        more: #""caches": { "c": {} },"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.cacheNeverStored, inFlow: wrong.text) == wrong.found)
  }
}

@Suite struct CacheNeverReadTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps: #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "store": "c" }"#,
        more: #""caches": { "c": {} },"#
      ).text,
      "LF028 ‹\"c\"› the cache \"c\" is filled but never read (add \"fallback\": [{ \"cache\": \"c\" }] to \"a\"; if another flow or the app reads it, add \"ignore\": { \"LF028\": \"the app reads it\" } to the cache) +2:93 it is filled here"
    )
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.cacheNeverRead, inFlow: wrong.text) == wrong.found)
  }
}

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
      "LF033 ‹\"orders\"› the cache \"orders\" is filled by a step that needs \"a\", but is not cleared with it (add \"scope\": \"user\") +2:235 it is filled here"
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
