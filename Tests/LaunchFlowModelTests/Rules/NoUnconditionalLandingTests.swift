import Testing

@testable import LaunchFlowModel

@Suite struct NoUnconditionalLandingTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(landings: "").text,
      "LF007 ‹\"landings\"› the flow has no landing (add \"landings\": [ { \"page\": \"home\" } ])"),
    WrongText(
      FlowText(landings: #"{ "page": "home" }, { "page": "login", "when": {} }"#).text,
      "LF007 ‹\"when\"› the last landing is conditional, so a run might land nowhere (end the list with a landing that has no \"when\")"
    ),
    WrongText(
      FlowText(landings: #"{ "page": "login", "when": { "a": "failed" } }, { "page": "home" }"#).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(findings(inFlow: wrong.text) == wrong.found)
  }
}
