import Testing

@testable import LaunchFlowModel

@Suite struct UnusedCacheTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(steps: #""a": { "cache": "b" }"#, more: #""caches": { "a-cache": {}, "b": {} },"#).text,
      "LF026 ‹\"a-cache\"› nothing reads or fills the cache \"a-cache\" (name it in a step's \"store\" and in a \"fallback\", or take it out)"
    )
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.unusedCache, inFlow: wrong.text) == wrong.found)
  }
}
