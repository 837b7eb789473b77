import LaunchFlowTestFlows

extension WrongFlowTests {
  static let badValue: [WrongText] = [
    WrongText(
      FlowText(
        more:
          #""inputs": { "p": { "type": "string", "from": "constrained" }, "q": { "type": "boolean", "from": "constraint" }, "r": { "type": "boolean", "from": "lowPower" } },"#
      ).text,
      "LF011 ‹\"from\"› \"from\" is only allowed with \"type\": \"boolean\"",
      "LF011 ‹\"constraint\"› unknown word \"constraint\"; expected one of: \"constrained\", \"expensive\", \"lowPower\" (did you mean \"constrained\"?)"
    ),
    WrongText(
      FlowText.steps(
        #""a": { "action": "x", "timeout": "1s", "deadline": "9s", "retry": { "attempts": 0, "factor": 0.5 }, "poll": { "every": "0s", "until": [] } }, "b": { "action": "", "timeout": "1s", "retry": { "attempts": 1001 } }, "c": { "http": { "url": "https://x" }, "timeout": "1s", "failures": { "f": { "any": [ { "status": [200, 99] } ] } } }"#,
        more: #""lanes": { "l": 0 },"#),
      "LF011 ‹0› expected a whole number of at least 1, found 0",
      "LF011 ‹0› expected a whole number from 1 to 1000, found 0",
      "LF011 ‹0.5› expected a number from 1 to 1000, found 0.5",
      "LF011 ‹\"0s\"› expected a duration of at least 1ms, found 0s",
      "LF011 ‹[]› the list is empty; expected at least 1 entry",
      "LF011 ‹\"\"› expected text, found an empty text",
      "LF011 ‹1001› expected a whole number from 1 to 1000, found 1001",
      "LF011 ‹99› expected a whole number from 100 to 599, found 99"),
    WrongText(
      FlowText(
        more:
          #""inputs": { "m": { "type": "string", "values": ["a", 1], "default": "b" }, "n": { "type": "number", "default": true, "values": [] } },"#
      ).text,
      "LF011 ‹1› the input \"m\" takes a string, not 1",
      "LF011 ‹\"b\"› \"b\" is not one of the values of the input \"m\"",
      "LF011 ‹true› the input \"n\" takes a number, not true",
      "LF011 ‹[]› the list is empty; expected at least 1 entry"),
    WrongText(
      FlowText(more: #""inputs": { "o": { "type": "int", "default": true } },"#).text,
      "LF011 ‹\"int\"› unknown word \"int\"; expected one of: \"boolean\", \"string\", \"number\", \"duration\""
    ),
    WrongText(
      FlowText.landings(
        #"{ "page": "home", "when": { "any": [ { "atLeast": { "count": 3, "of": [ { "a": "failed" }, { "a": "settled" } ] } } ] } }, { "page": "login", "when": { "atLeast": { "count": 0, "of": [ { "a": "failed" } ] } } }, { "page": "login", "when": { "atLeast": { "count": 1 } } }, { "page": "login" }"#
      ),
      "LF011 ‹3› 3 of 2 conditions never hold (write a number from 1 to 2)",
      "LF011 ‹0› 0 conditions always hold (write 1 or more)",
      "LF012 ‹\"atLeast\"› the count has no \"of\""),
  ]
}
