import LaunchFlowTestFlows

extension WrongFlowTests {
  static let missingKey: [WrongText] = [
    WrongText(
      FlowText(pages: "").text, "LF011 ‹[]› the list is empty; expected at least 1 entry",
      "LF004 ‹\"home\"› no page \"home\" is declared"),
    WrongText(
      FlowText.steps(
        #""a": {}, "b": { "http": {}, "timeout": "1s" }, "c": { "http": { "service": "s" }, "timeout": "1s", "fallback": [ {} ] }"#,
        more: #""services": { "s": { "headers": { "a": "b" } } },"#),
      "LF012 ‹\"a\"› the step \"a\" needs one of: http, action, cache, value, await, steps, include",
      "LF012 ‹\"http\"› the request needs one of: service, url",
      "LF012 ‹\"http\"› the request has no \"path\"",
      "LF012 ‹\"s\"› the service \"s\" has no address (give it a \"baseURL\") +1:80 it is declared here",
      "LF012 ‹{}› the fallback needs one of: cache, value, http, action"),
    WrongText(
      FlowText.steps(
        #""a": { "http": { "url": "https://x" }, "timeout": "1s", "valid": { "at": "/x" }, "results": { "r": {}, "q": { "at": "/y" } }, "failures": { "f": {}, "g": { "any": [ {} ] } } }"#,
        more:
          #""services": { "s": { "envelope": { "success": {} }, "failures": { "h": { "allowFallback": true } } } },"#
      ),
      "LF012 ‹\"success\"› nothing is tested (add \"exists\": true, \"equals\" or another test)",
      "LF012 ‹\"h\"› no test detects the failure \"h\" (give it a \"status\", or a test of the body)",
      "LF012 ‹\"valid\"› nothing is tested at \"/x\" (add \"exists\": true, \"equals\" or another test)",
      "LF012 ‹\"q\"› nothing is tested at \"/y\" (add \"exists\": true, \"equals\" or another test)",
      "LF012 ‹\"f\"› no test detects the failure \"f\" (give it a \"status\", or a test of the body)",
      "LF012 ‹{}› nothing is tested (add \"exists\": true, \"equals\" or another test)"),
    WrongText(
      FlowText.steps(
        #""a": { "action": "x", "timeout": "1s", "retry": {}, "poll": {}, "deadline": "2s" }"#,
        more: #""inputs": { "i": {} },"#),
      "LF012 ‹\"i\"› the input \"i\" has no \"type\"", "LF012 ‹\"retry\"› the retry has no \"attempts\"",
      "LF012 ‹\"poll\"› the poll has no \"every\"", "LF012 ‹\"poll\"› the poll has no \"until\""),
  ]
}
