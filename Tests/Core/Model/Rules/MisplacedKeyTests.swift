import LaunchFlowTestFlows

extension WrongFlowTests {
  static let misplacedKey: [WrongText] = [
    WrongText(
      FlowText(
        steps: #""a": { "await": "s", "timeout": "0s" }"#,
        landings: #"{ "page": "login", "when": { "a": { "given": true } } }, { "page": "home" }"#,
        more: #""signals": ["s"],"#
      ).text,
      "LF015 ‹{ \"given\": true }› only a promise may ask whether a signal was given"),
    WrongText(
      FlowText(
        more: #""inputs": { "p": { "type": "boolean", "from": "lowPower", "values": [false] } },"#
      ).text,
      "LF015 ‹\"values\"› \"from\" and \"values\" exclude each other"),
    WrongText(
      FlowText.steps(
        #""a": { "action": "x", "after": ["landing"], "unbounded": true, "timeout": "1s" }, "b": { "http": { "url": "https://x" }, "unbounded": true, "after": ["landing"] }, "c": { "action": "x", "after": ["b"], "unbounded": true }"#
      ),
      "LF015 ‹\"unbounded\"› \"unbounded\" and \"timeout\" exclude each other",
      "LF015 ‹\"unbounded\"› \"unbounded\" is only allowed with \"action\""),
    WrongText(
      FlowText.steps(
        #""g": { "timeout": "1s", "lane": "main", "results": { "r": {} }, "store": "c", "poll": { "every": "1s", "until": ["r"] }, "failFast": true, "steps": {} }"#,
        more: #""caches": { "c": {} },"#),
      "LF015 ‹\"timeout\"› \"timeout\" is only allowed with \"http\", \"action\" or \"await\"",
      "LF015 ‹\"lane\"› \"lane\" is only allowed with \"http\", \"action\" or \"include\"",
      "LF015 ‹\"store\"› \"store\" is only allowed with \"http\" or \"action\"",
      "LF015 ‹\"poll\"› \"poll\" needs a \"deadline\", or the step might never end (add \"deadline\": \"1m\")"
    ),
    WrongText(
      FlowText.steps(
        #""a": { "cache": "c", "timeout": "1s", "failures": { "f": { "status": 400 } }, "results": { "r": {} }, "fallback": [ { "value": 1, "timeout": "1s" } ] }, "b": { "value": 1, "fallback": [], "retry": { "attempts": 1 } }"#,
        more: #""caches": { "c": {} },"#),
      "LF015 ‹\"timeout\"› \"timeout\" is only allowed with \"http\", \"action\" or \"await\"",
      "LF015 ‹\"failures\"› \"failures\" is only allowed with \"http\" or \"action\"",
      "LF015 ‹\"status\"› \"status\" is only allowed in \"failures\", where there is an HTTP answer",
      "LF015 ‹\"timeout\"› \"timeout\" is only allowed with \"http\" or \"action\"",
      "LF015 ‹\"retry\"› \"retry\" is only allowed with \"http\" or \"action\""),
    WrongText(
      FlowText.steps(
        #""a": { "http": { "url": "https://x", "path": "/p", "json": 1, "text": "t", "method": "POST" }, "with": 1, "timeout": "1s", "failFast": true, "needs": ["landing"], "poll": { "every": "1s", "until": ["r"] }, "results": { "r": { "not": { "status": 200 } } }, "failures": { "f": { "at": "/x", "status": 400 } } }, "b": { "action": "x", "cache": "c", "timeout": "1s", "failures": { "f": { "status": 400 } } }"#
      ),
      "LF015 ‹\"path\"› \"path\" is only allowed with \"service\"",
      "LF015 ‹\"text\"› \"text\" and \"json\" exclude each other +2:65 \"json\" is here",
      "LF015 ‹\"with\"› \"with\" is only allowed with \"action\"",
      "LF015 ‹\"failFast\"› \"failFast\" is only allowed with \"steps\" or \"include\"",
      "LF015 ‹\"landing\"› the landing cannot be needed (write it into \"after\" or \"when\")",
      "LF015 ‹\"poll\"› \"poll\" needs a \"deadline\", or the step might never end (add \"deadline\": \"1m\")",
      "LF015 ‹\"status\"› \"status\" is only allowed in \"failures\", where there is an HTTP answer",
      "LF015 ‹\"at\"› \"at\" has no test beside it (tests within all, any and not need their own \"at\")",
      "LF015 ‹\"cache\"› \"cache\" and \"action\" exclude each other +2:331 \"action\" is here",
      "LF015 ‹\"status\"› \"status\" is only allowed in \"failures\", where there is an HTTP answer"),
    WrongText(
      FlowText(
        steps: #""a": { "cache": "c" }, "b": { "value": 1 }"#,
        landings: #"{ "page": "login", "when": { "a": { "cached": true } } }, { "page": "home" }"#,
        more: #""caches": { "c": {} }, "promises": [ { "never": { "b": { "cached": true } } } ],"#
      ).text,
      "LF004 ‹{ \"cached\": true }› \"b\" reads no cache, by itself or in a fallback (name a step that reads the cache)",
      "LF015 ‹{ \"cached\": true }› only a promise may ask whether a value is cached (add a step with \"cache\", and ask whether it is \"available\")"
    ),
  ]
}
