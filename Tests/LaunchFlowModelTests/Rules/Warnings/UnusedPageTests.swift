import Testing

@testable import LaunchFlowModel

@Suite struct UnusedPageTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(steps: #""a": { "value": 1 }"#, pages: #""home", "login""#).text,
      "LF025 ‹\"login\"› no rule lands on the page \"login\" (add a rule under \"landings\", or take the page out)"
    ),
    WrongText(
      FlowText(steps: #""a": { "value": 1 }"#, pages: #""home""#).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.unusedPage, inFlow: wrong.text) == wrong.found)
  }
}
