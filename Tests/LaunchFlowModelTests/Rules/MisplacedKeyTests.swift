import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct MisplacedKeyTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText.steps(
        #""g": { "timeout": "1s", "lane": "main", "results": { "r": {} }, "store": "c", "poll": { "every": "1s", "until": ["r"] }, "failFast": true, "steps": {} }"#,
        more: #""caches": { "c": {} },"#),
      "LF015 ‹\"timeout\"› a group takes no \"timeout\" (its members may have one each)",
      "LF015 ‹\"lane\"› a group takes no \"lane\" (its members may have one each)",
      "LF015 ‹\"store\"› a group takes no \"store\" (its members may have one each)",
      "LF015 ‹\"poll\"› \"poll\" takes a \"deadline\", or it might never end (add \"deadline\": \"1m\")"),
    WrongText(
      FlowText.steps(
        #""a": { "cache": "c", "timeout": "1s", "failures": { "f": { "status": 400 } }, "results": { "r": {} }, "fallback": [ { "value": 1, "timeout": "1s" } ] }, "b": { "value": 1, "fallback": [], "retry": { "attempts": 1 } }"#,
        more: #""caches": { "c": {} },"#),
      "LF015 ‹\"timeout\"› a step that reads a cache takes no \"timeout\"",
      "LF015 ‹\"failures\"› a step that reads a cache takes no \"failures\"",
      "LF015 ‹\"status\"› \"status\" stands only in \"failures\", where there is an HTTP answer",
      "LF015 ‹\"timeout\"› a fallback that asks nobody takes no \"timeout\"",
      "LF015 ‹\"retry\"› a constant takes no \"retry\""),
    WrongText(
      FlowText.steps(
        #""a": { "http": { "url": "https://x", "path": "/p", "json": 1, "text": "t", "method": "POST" }, "with": 1, "timeout": "1s", "failFast": true, "needs": ["landing"], "poll": { "every": "1s", "until": ["r"] }, "results": { "r": { "not": { "status": 200 } } }, "failures": { "f": { "at": "/x", "status": 400 } } }, "b": { "action": "x", "cache": "c", "timeout": "1s", "failures": { "f": { "status": 400 } } }"#
      ),
      "LF015 ‹\"path\"› \"path\" goes with \"service\" (write the whole address into \"url\")",
      "LF015 ‹\"text\"› \"text\" and \"json\" exclude each other +2:65 \"json\" is here",
      "LF015 ‹\"with\"› \"with\" goes with \"action\"",
      "LF015 ‹\"failFast\"› only a group takes \"failFast\"",
      "LF015 ‹\"landing\"› the landing cannot be needed (write it into \"after\" or \"when\")",
      "LF015 ‹\"poll\"› \"poll\" takes a \"deadline\", or it might never end (add \"deadline\": \"1m\")",
      "LF015 ‹\"status\"› \"status\" stands only in \"failures\", where there is an HTTP answer",
      "LF015 ‹\"at\"› \"at\" has no test beside it (what stands within all, any and not has its own \"at\")",
      "LF015 ‹\"cache\"› \"cache\" and \"action\" exclude each other +2:331 \"action\" is here",
      "LF015 ‹\"status\"› \"status\" stands only in \"failures\", where there is an HTTP answer"),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(findings(inFlow: wrong.text) == wrong.found)
  }
}
