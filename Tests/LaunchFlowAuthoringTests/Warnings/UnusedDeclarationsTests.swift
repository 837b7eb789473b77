import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct UnusedInputTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "value": 1, "when": { "signed-in": true } }, "b": { "action": "x", "timeout": "1s", "with": "${city}" }"#,
        more:
          #""inputs": { "signed-in": { "type": "boolean" }, "city": { "type": "string" }, "build": { "type": "number" } },"#
      ).text,
      "LF024 ‹\"build\"› nothing uses the input \"build\" (ask for it in a \"when\", refer to it as ${build}, or remove it)"
    )
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.unusedInput, inFlow: wrong.text) == wrong.found)
  }
}

@Suite struct UnusedPageTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(steps: #""a": { "value": 1 }"#, pages: #""home", "login""#).text,
      "LF025 ‹\"login\"› no rule lands on the page \"login\" (add a rule under \"landings\", or remove the page)"
    ),
    WrongText(
      FlowText(steps: #""a": { "value": 1 }"#, pages: #""home""#).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.unusedPage, inFlow: wrong.text) == wrong.found)
  }
}

@Suite struct UnusedCacheTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(steps: #""a": { "cache": "b" }"#, more: #""caches": { "a-cache": {}, "b": {} },"#).text,
      "LF026 ‹\"a-cache\"› nothing reads or fills the cache \"a-cache\" (name it in a step's \"store\" and in a \"fallback\", or remove it)"
    )
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.unusedCache, inFlow: wrong.text) == wrong.found)
  }
}

@Suite struct UnusedServiceTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps: #""a": { "http": { "service": "t", "path": "/" }, "timeout": "1s" }"#,
        more:
          #""services": { "s": { "baseURL": "https://s.example.com" }, "t": { "like": "s" }, "u": { "like": "s" } },"#
      ).text,
      "LF029 ‹\"u\"› no step calls the service \"u\" (name it in a step's \"http\", or remove it)")
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.unusedService, inFlow: wrong.text) == wrong.found)
  }
}

@Suite struct UnusedLaneTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "action": "x", "timeout": "1s", "lane": "uploads" }, "b": { "action": "x", "timeout": "1s", "lane": "uploads" }, "c": { "action": "x", "timeout": "1s", "lane": "main" }"#,
        more: #""lanes": { "uploads": 2, "downloads": 1 },"#
      ).text,
      "LF030 ‹\"downloads\"› no step is on the lane \"downloads\" (add \"lane\": \"downloads\" to the steps that share it, or remove it)"
    ),
    WrongText(
      FlowText(
        steps: #""a": { "action": "x", "timeout": "1s", "lane": "uploads" }"#,
        more: #""lanes": { "uploads": 2 },"#
      ).text,
      "LF030 ‹\"uploads\"› \"a\" is alone on the lane \"uploads\", so it never waits there (add \"lane\": \"uploads\" to the steps that share it, or remove it)"
    ),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.unusedLane, inFlow: wrong.text) == wrong.found)
  }
}

@Suite struct UnusedOutcomeTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "results": { "new": { "at": "/new", "equals": true }, "old": { "at": "/old", "equals": true } }, "failures": { "gone": { "status": 404 } } }, "b": { "value": 1, "when": { "a": "new" } }"#
      ).text,
      "LF031 ‹\"old\"› nothing asks whether \"a\" is \"old\" (ask { \"a\": \"old\" } in a \"when\", or remove it; if the app reads it, say so under \"ignore\")",
      "LF031 ‹\"gone\"› nothing asks whether \"a\" is \"gone\" (ask { \"a\": \"gone\" } in a \"when\", or remove it; if the app reads it, say so under \"ignore\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "failures": { "gone": { "status": 404 } }, "fallback": [{ "value": 1 }] }, "b": { "http": { "url": "https://x.example.com/a" }, "timeout": "1s", "deadline": "3s", "poll": { "every": "1s", "until": ["done"] }, "results": { "done": { "at": "/done", "equals": true } } }, "c": { "http": { "url": "https://x.example.com/a" }, "timeout": "1s", "failures": { "gone": { "status": 404 } } }"#,
        landings: #"{ "page": "home", "notice": "${c.message}" }"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.unusedOutcome, inFlow: wrong.text) == wrong.found)
  }
}

@Suite struct UnusedValueTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps: #""a": { "value": 1 }, "b": { "value": 2 }, "c": { "value": 3, "needs": ["b"] }"#,
        landings: #"{ "page": "home", "after": ["c"] }"#
      ).text,
      "LF032 ‹\"a\"› nothing uses the constant \"a\" (refer to it as ${a} where it is needed, or remove it)"
    )
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.unusedValue, inFlow: wrong.text) == wrong.found)
  }
}
