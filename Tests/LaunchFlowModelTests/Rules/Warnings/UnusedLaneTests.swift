import Testing

@testable import LaunchFlowModel

@Suite struct UnusedLaneTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps: #""a": { "action": "x", "timeout": "1s", "lane": "uploads" }"#,
        more: #""lanes": { "uploads": 2, "downloads": 1 },"#
      ).text,
      "LF030 ‹\"downloads\"› no step is on the lane \"downloads\" (add \"lane\": \"downloads\" to the steps that share it, or take it out)"
    )
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.unusedLane, inFlow: wrong.text) == wrong.found)
  }
}
