import LaunchFlowTestFlows

extension WrongFlowTests {
  static let noTimeout: [WrongText] = [
    WrongText(
      FlowText.steps(
        #""a": { "action": "x" }, "b": { "http": { "url": "https://x" }, "deadline": "3s", "fallback": [ { "cache": "c" }, { "action": "y" } ] }, "e": { "cache": "c" }, "d": { "cache": "c", "fallback": [ { "http": { "url": "https://x" } } ] }"#,
        more: #""caches": { "c": {} },"#),
      "LF008 ‹\"a\"› the step \"a\" has no time-out and may never end (add \"timeout\": \"10s\", or one for all under \"defaults\")",
      "LF008 ‹\"b\"› the step \"b\" has no time-out and may never end (add \"timeout\": \"10s\", or one for all under \"defaults\")",
      "LF008 ‹{ \"action\": \"y\" }› a fallback of \"b\" has no time-out and may never end (add \"timeout\": \"10s\")",
      "LF008 ‹{ \"http\": { \"url\": \"https://x\" } }› a fallback of \"d\" has no time-out and may never end (add \"timeout\": \"10s\")"
    ),
    WrongText(
      FlowText.steps(
        #""a": { "action": "x", "fallback": [ { "action": "y" } ] }"#,
        more: #""defaults": { "timeout": "1s" },"#)),
  ]

  static let unbounded: [WrongText] = [
    WrongText(
      FlowText.steps(
        #""a": { "action": "x", "unbounded": true }, "b": { "action": "x", "after": ["landing"], "unbounded": true }"#
      ),
      "LF011 ‹\"unbounded\"› only a step after the landing may be unbounded")
  ]

  static let noUnconditionalLanding: [WrongText] = [
    WrongText(
      FlowText(landings: "").text,
      "LF007 ‹\"landings\"› the flow has no landing (add \"landings\": [ { \"page\": \"home\" } ])"),
    WrongText(
      FlowText(landings: #"{ "page": "home" }, { "page": "login", "when": {} }"#).text,
      "LF007 ‹\"when\"› the last landing has a condition, so a run may reach no page (end the list with a landing that has no \"when\")"
    ),
    WrongText(
      FlowText(landings: #"{ "page": "login", "when": { "a": "failed" } }, { "page": "home" }"#).text),
  ]
}
