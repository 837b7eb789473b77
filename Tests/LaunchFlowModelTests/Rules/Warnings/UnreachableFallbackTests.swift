import Testing

@testable import LaunchFlowModel

@Suite struct UnreachableFallbackTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "fallback": [{ "value": 1 }, { "cache": "c" }] }"#,
        more: #""caches": { "c": {} },"#
      ).text,
      "LF021 ‹{ \"cache\": \"c\" }› a constant always helps, so what stands behind it is never tried (put the constant last) +2:97 the constant"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "fallback": [{ "cache": "c" }, { "value": 1 }] }"#,
        more: #""caches": { "c": {} },"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.unreachableFallback, inFlow: wrong.text) == wrong.found)
  }
}
