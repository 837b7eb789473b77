import Testing

@testable import LaunchFlowModel

@Suite struct UnknownReferenceTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText.landings(
        #"{ "page": "home", "notice": "${lgoin.message}" }"#,
        steps: #""login": { "action": "x", "with": { "a": ["${logni/x}", "${mdoe}"] }, "timeout": "1s" }"#,
        more: #""inputs": { "mode": { "type": "string" } },"#),
      "LF004 ‹\"${logni/x}\"› no step or input \"logni\" is declared (did you mean \"login\"?)",
      "LF004 ‹\"${mdoe}\"› no step or input \"mdoe\" is declared (did you mean \"mode\"?)",
      "LF004 ‹\"${lgoin.message}\"› no step or input \"lgoin\" is declared (did you mean \"login\"?)")
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(findings(inFlow: wrong.text) == wrong.found)
  }
}
