import Testing

@testable import LaunchFlowModel

@Suite struct ServiceCycleTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        more:
          #""services": { "a": { "like": "b" }, "b": { "like": "c" }, "c": { "like": "b" }, "d": { "like": "d" } },"#
      ).text,
      "LF005 ‹\"c\"› services are like each other: b → c → b",
      "LF005 ‹\"d\"› the service \"d\" is like itself")
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(findings(inFlow: wrong.text) == wrong.found)
  }
}
