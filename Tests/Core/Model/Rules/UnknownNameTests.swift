import LaunchFlowTestFlows

extension WrongFlowTests {
  static let unknownName: [WrongText] = [
    WrongText(
      FlowText.steps(
        #""a": { "value": 1 }"#,
        more: #""services": { "s": { "baseURL": { "release": "https://x.example.com" } } },"#),
      "LF004 ‹\"release\"› no environment \"release\" is declared (declare it under \"environments\")"),
    WrongText(
      FlowText.steps(
        #""login": { "value": 1, "needs": ["logn", "g", "up"], "after": ["city", "landing"] }, "g": { "steps": {} }"#,
        more: #""inputs": { "up": { "type": "boolean" } },"#),
      "LF004 ‹\"logn\"› no step \"logn\" is declared (did you mean \"login\"?)",
      "LF004 ‹\"up\"› \"up\" is an input, not a step (ask for it in \"when\")",
      "LF004 ‹\"city\"› no step \"city\" is declared (expected one of: \"login\", \"g\")"),
    WrongText(
      FlowText.landings(#"{ "page": "hoem", "after": ["b"] }, { "page": "home" }"#),
      "LF004 ‹\"hoem\"› no page \"hoem\" is declared (did you mean \"home\"?)",
      "LF004 ‹\"b\"› no step \"b\" is declared (there is only \"a\")"),
    WrongText(
      FlowText.steps(
        #""a": { "cache": "ciyt", "fallback": [ { "value": 1 }, { "cache": "none" } ] }, "b": { "action": "x", "timeout": "1s", "store": "City", "lane": "upload" }"#,
        more: #""caches": { "city": {} }, "lanes": { "uploads": 1 },"#),
      "LF004 ‹\"ciyt\"› no cache \"ciyt\" is declared (did you mean \"city\"?)",
      "LF004 ‹\"none\"› no cache \"none\" is declared (there is only \"city\")",
      "LF004 ‹\"City\"› no cache \"City\" is declared (did you mean \"city\"?)",
      "LF004 ‹\"upload\"› no lane \"upload\" is declared (did you mean \"uploads\"?)"),
    WrongText(
      FlowText.steps(
        #""a": { "http": { "service": "hulkk", "path": "/" }, "timeout": "1s", "fallback": [ { "http": { "service": "spiderman", "path": "/" }, "timeout": "1s" } ] }"#,
        more:
          #""environments": ["release"], "services": { "hulk": { "baseURL": { "relaese": "https://h", "release": "https://h" } }, "b": { "like": "hluk" } },"#
      ),
      "LF004 ‹\"relaese\"› no environment \"relaese\" is declared (did you mean \"release\"?)",
      "LF004 ‹\"hluk\"› no service \"hluk\" is declared (did you mean \"hulk\"?)",
      "LF004 ‹\"hulkk\"› no service \"hulkk\" is declared (did you mean \"hulk\"?)",
      "LF004 ‹\"spiderman\"› no service \"spiderman\" is declared (expected one of: \"hulk\", \"b\")"),
    WrongText(
      FlowText.steps(
        #""a": { "action": "x", "timeout": "1s", "deadline": "9s", "results": { "approved": {} }, "failures": { "no": {} }, "poll": { "every": "1s", "until": ["aproved", "no"] } }, "b": { "action": "x", "timeout": "1s", "deadline": "9s", "poll": { "every": "1s", "until": ["done"] } }"#
      ),
      "LF004 ‹\"aproved\"› \"a\" has no result \"aproved\" (did you mean \"approved\"?)",
      "LF004 ‹\"no\"› \"a\" has no result \"no\" (there is only \"approved\")",
      "LF004 ‹\"done\"› \"b\" has no result \"done\" (declare it under \"results\")"),
    WrongText(
      FlowText.steps(
        #""a": { "action": "x", "timeout": "1s", "failures": { "no": { "clears": "usr" }, "gone": { "clears": "user" }, "old": { "clears": "city" } } }"#,
        more:
          #""caches": { "city": { "scope": "user" } }, "services": { "s": { "baseURL": "https://s", "failures": { "n": { "status": 401, "clears": "z" } } } },"#
      ),
      "LF004 ‹\"z\"› no cache and no scope \"z\" is declared (expected one of: \"user\", \"city\")",
      "LF004 ‹\"usr\"› no cache and no scope \"usr\" is declared (did you mean \"user\"?)"),
  ]
}
