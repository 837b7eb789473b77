import LaunchFlowTestFlows

extension WrongFlowTests {
  static let badName: [WrongText] = [
    WrongText(
      FlowText.steps(
        #""checkCity": { "value": 1 }, "a--b": { "value": 1 }, "9a": { "value": 1 }, "a2-b3": { "value": 1 }"#
      ),
      "LF013 ‹\"checkCity\"› the step name \"checkCity\" is not in kebab-case (write \"check-city\")",
      "LF013 ‹\"a--b\"› the step name \"a--b\" is not in kebab-case (write \"a-b\")",
      "LF013 ‹\"9a\"› the step name \"9a\" is not in kebab-case (use lower-case letters, digits and single hyphens)"
    ),
    WrongText(
      FlowText.steps(
        #""landing": { "value": 1 }, "any": { "value": 1 }, "timed-out": { "value": 1 }, "settled": { "value": 1 }"#
      ),
      "LF013 ‹\"landing\"› \"landing\" is a reserved word and cannot name a step",
      "LF013 ‹\"any\"› \"any\" is a reserved word and cannot name a step",
      "LF013 ‹\"timed-out\"› \"timed-out\" is a reserved word and cannot name a step",
      "LF013 ‹\"settled\"› \"settled\" is a reserved word and cannot name a step"),
    WrongText(
      FlowText.steps(
        #""a": { "action": "anyThing", "timeout": "1s", "results": { "Good": {}, "failed": {} }, "failures": { "not": {}, "B ad": {} } }"#
      ),
      "LF013 ‹\"Good\"› the result name \"Good\" is not in kebab-case (write \"good\")",
      "LF013 ‹\"failed\"› \"failed\" is a reserved word and cannot name a result",
      "LF013 ‹\"not\"› \"not\" is a reserved word and cannot name a failure",
      "LF013 ‹\"B ad\"› the failure name \"B ad\" is not in kebab-case (write \"b-ad\")"),
    WrongText(
      FlowText(
        pages: #""home", "skipped", "my_page", """#,
        more:
          #""inputs": { "Up": { "type": "number" } }, "caches": { "offline": {} }, "lanes": { "main": 1, "L": 1 }, "environments": ["test", "Pre"], "services": { "S": { "failures": { "X": { "status": 400 } } } },"#
      ).text,
      "LF013 ‹\"my_page\"› the page name \"my_page\" is not in kebab-case (write \"my-page\")",
      "LF013 ‹\"\"› the page name \"\" is not in kebab-case (use lower-case letters, digits and single hyphens)",
      "LF013 ‹\"Up\"› the input name \"Up\" is not in kebab-case (write \"up\")",
      "LF013 ‹\"offline\"› \"offline\" is a reserved word and cannot name a cache",
      "LF013 ‹\"main\"› the lane \"main\" always exists, with capacity 1",
      "LF013 ‹\"L\"› the lane name \"L\" is not in kebab-case (write \"l\")",
      "LF013 ‹\"Pre\"› the environment name \"Pre\" is not in kebab-case (write \"pre\")",
      "LF013 ‹\"S\"› the service name \"S\" is not in kebab-case (write \"s\")",
      "LF013 ‹\"X\"› the failure name \"X\" is not in kebab-case (write \"x\")"),
    WrongText(
      FlowText.steps("\"\(String(repeating: "a", count: 201))\": { \"value\": 1 }"),
      "LF013 ‹\"\(String(repeating: "a", count: 39))› the step name is longer than 200 bytes (a few words are enough; \"summary\" takes a sentence)"
    ),
  ]
}
