import Testing

@testable import LaunchFlowModel

@Suite struct UnusedValueTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps: #""a": { "value": 1 }, "b": { "value": 2 }, "c": { "value": 3, "needs": ["b"] }"#,
        landings: #"{ "page": "home", "after": ["c"] }"#
      ).text,
      "LF032 ‹\"a\"› nothing uses the constant \"a\" (refer to it as ${a} where it is needed, or take it out)"
    )
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.unusedValue, inFlow: wrong.text) == wrong.found)
  }
}
