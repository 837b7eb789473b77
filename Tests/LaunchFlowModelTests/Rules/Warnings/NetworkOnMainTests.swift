import Testing

@testable import LaunchFlowModel

@Suite struct NetworkOnMainTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "1s", "lane": "main" }, "b": { "action": "x", "timeout": "1s", "lane": "main" }"#
      ).text,
      "LF051 ‹\"main\"› \"a\" holds the lane \"main\" while it waits for a server (take \"lane\" out: only what touches the screen must be on \"main\") +2:21 the call"
    )
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.networkOnMain, inFlow: wrong.text) == wrong.found)
  }
}
