import Testing

@testable import LaunchFlowModel

@Suite struct UnusedServiceTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps: #""a": { "http": { "service": "t", "path": "/" }, "timeout": "1s" }"#,
        more:
          #""services": { "s": { "baseURL": "https://s.example.com" }, "t": { "like": "s" }, "u": { "like": "s" } },"#
      ).text,
      "LF029 ‹\"u\"› no step calls the service \"u\" (name it in a step's \"http\", or take it out)")
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.unusedService, inFlow: wrong.text) == wrong.found)
  }
}
