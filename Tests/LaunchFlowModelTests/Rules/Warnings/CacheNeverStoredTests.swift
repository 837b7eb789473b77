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
      "LF027 ‹\"c\"› the cache \"c\" is read but never filled (add \"store\": \"c\" to the step whose live value it keeps; if another flow or the app fills it, say so under \"ignore\") +2:108 it is read here",
      "LF027 ‹\"d\"› the cache \"d\" is read but never filled (add \"store\": \"d\" to the step whose live value it keeps; if another flow or the app fills it, say so under \"ignore\") +2:134 it is read here"
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
