import Testing

@testable import LaunchFlowModel

@Suite struct CacheNeverReadTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps: #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "store": "c" }"#,
        more: #""caches": { "c": {} },"#
      ).text,
      "LF028 ‹\"c\"› the cache \"c\" is filled but never read (add \"fallback\": [{ \"cache\": \"c\" }] to \"a\"; if another flow or the app reads it, say so under \"ignore\") +2:93 it is filled here"
    )
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.cacheNeverRead, inFlow: wrong.text) == wrong.found)
  }
}
