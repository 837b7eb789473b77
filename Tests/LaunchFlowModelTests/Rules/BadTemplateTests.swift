import Testing

@testable import LaunchFlowModel

@Suite struct BadTemplateTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText.landings(
        #"{ "page": "home", "notice": { "text": "${a.message" } }"#,
        steps:
          #""a": { "action": "x", "with": "${a b}", "timeout": "1s" }, "b": { "http": { "url": "https://x/${}", "headers": { "h": "$${ok" } }, "timeout": "1s" }"#
      ),
      "LF011 ‹\"${a b}\"› \"${a b}\" is no reference (write ${step/pointer}, ${input}, or in a notice ${step.message})",
      "LF011 ‹\"https://x/${}\"› \"${}\" is no reference (write ${step/pointer}, ${input}, or in a notice ${step.message})",
      "LF011 ‹{ \"text\": \"${a.message\" }› a \"${\" has no \"}\" (a literal \"${\" is written \"$${\")")
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(findings(inFlow: wrong.text) == wrong.found)
  }
}
