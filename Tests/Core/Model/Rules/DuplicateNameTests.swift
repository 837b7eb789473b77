import LaunchFlowTestFlows

extension WrongFlowTests {
  static let duplicateName: [WrongText] = [
    WrongText(
      FlowText.steps(#""a": { "value": 1 }, "g": { "steps": { "a": { "value": 2 } } }, "a": { "value": 3 }"#),
      "LF003 ‹\"a\"› the step \"a\" is declared twice +2:14 it is first declared here",
      "LF003 ‹\"a\"› duplicate key \"a\" (remove one of the two) +2:14 it appears here first"),
    WrongText(
      FlowText(more: #""inputs": { "a": { "type": "boolean" } },"#).text,
      "LF003 ‹\"a\"› \"a\" is a step and an input, but they share one namespace +1:78 it is first declared here"
    ),
    WrongText(
      FlowText(pages: #""home", "login", "home""#, more: #""environments": ["e", "e"],"#).text,
      "LF003 ‹\"home\"› the page \"home\" is declared twice +1:48 it is first declared here",
      "LF003 ‹\"e\"› the environment \"e\" is declared twice +1:91 it is first declared here"),
    WrongText(
      FlowText.steps(
        #""a": { "http": { "service": "s", "path": "/" }, "timeout": "1s", "results": { "x": {}, "y": {} }, "failures": { "x": { "status": 400 } } }"#,
        more: #""services": { "s": { "baseURL": "https://s", "failures": { "y": { "status": 401 } } } },"#),
      "LF003 ‹\"x\"› \"x\" is both a result and a failure of \"a\"",
      "LF003 ‹\"y\"› \"y\" is both a result and a failure of \"a\""),
    WrongText(
      FlowText.steps(
        #""a": { "await": "s", "timeout": "1s", "results": { "x": {} } }, "b": { "await": "s", "timeout": "1s" }, "c": { "await": "s", "timeout": "1s", "results": { "x": {} } }"#,
        more: #""signals": ["s"],"#),
      "LF003 ‹\"results\"› \"a\" already names the values of the signal \"s\"; use \"a\" in conditions +2:52 it is first declared here"
    ),
  ]
}
