import Testing

@testable import LaunchFlowModel

@Suite struct UnusedInputTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "value": 1, "when": { "signed-in": true } }, "b": { "action": "x", "timeout": "1s", "with": "${city}" }"#,
        more:
          #""inputs": { "signed-in": { "type": "boolean" }, "city": { "type": "string" }, "build": { "type": "number" } },"#
      ).text,
      "LF024 ‹\"build\"› nothing uses the input \"build\" (ask for it in a \"when\", refer to it as ${build}, or take it out)"
    )
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.unusedInput, inFlow: wrong.text) == wrong.found)
  }
}
