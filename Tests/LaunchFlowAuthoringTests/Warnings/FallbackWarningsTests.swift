import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct LandingWithoutFallbackTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps: #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }"#,
        landings: #"{ "page": "home", "when": { "a": "succeeded" } }, { "page": "login" }"#
      ).text,
      "LF019 ‹\"a\"› where \"a\" fails, no rule speaks of it and the launch falls through to \"login\" (give the step a \"fallback\", or add a rule for { \"a\": \"unavailable\" }) +2:14 it has no fallback"
    ),
    WrongText(
      FlowText(
        steps: #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }"#,
        landings:
          #"{ "page": "home", "when": { "all": [{ "a": ["available", "succeeded"] }] } }, { "page": "home", "when": { "a": "available" } }, { "page": "login" }"#
      ).text,
      "LF019 ‹\"a\"› where \"a\" fails, no rule speaks of it and the launch falls through to \"login\" (give the step a \"fallback\", or add a rule for { \"a\": \"unavailable\" }) +2:14 it has no fallback"
    ),
    WrongText(
      FlowText(
        steps: #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }"#,
        landings: #"{ "page": "home", "when": { "a": "succeeded" } }, { "page": "home" }"#
      ).text),
    WrongText(
      FlowText(
        steps: #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }"#,
        landings:
          #"{ "page": "home", "when": { "a": "succeeded" } }, { "page": "login", "when": { "a": "unavailable" } }, { "page": "login" }"#
      ).text),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "fallback": [{ "value": 1 }] }"#,
        landings: #"{ "page": "home", "when": { "a": "available" } }, { "page": "login" }"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.landingWithoutFallback, inFlow: wrong.text) == wrong.found)
  }
}

@Suite struct LikewiseFailingFallbackTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps: #""a": { "cache": "c", "fallback": [{ "cache": "c" }] }"#, more: #""caches": { "c": {} },"#
      ).text,
      "LF020 ‹{ \"cache\": \"c\" }› the fallback reads the cache \"c\", in which the step itself has found nothing (read another cache, or give it a \"value\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "fallback": [{ "http": { "url": "https://x.example.com/a" }, "timeout": "1s" }] }"#
      ).text,
      "LF020 ‹{ \"http\": { \"url\": \"https://x.example.co› the fallback asks the very question that has just failed (\"retry\" asks again; a fallback asks somebody else)"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "action": "x", "timeout": "1s", "fallback": [{ "action": "x", "timeout": "1s" }, { "value": 1 }] }"#
      ).text,
      "LF020 ‹{ \"action\": \"x\", \"timeout\": \"1s\" }› the fallback calls the very action that has just failed (\"retry\" calls it again; a fallback calls something else)"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "service": "s", "path": "/a" }, "timeout": "1s", "fallback": [{ "http": { "service": "t", "path": "/b" }, "timeout": "1s" }] }"#,
        more: #""services": { "s": { "baseURL": "https://s.example.com" }, "t": { "like": "s" } },"#
      ).text,
      "LF020 ‹{ \"http\": { \"service\": \"t\", \"path\": \"/b\"› the fallback asks the server that the step itself asks, and fails with it (put { \"cache\": … } or { \"value\": … } behind it, or ask another server)"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "fallback": [{ "cache": "c" }, { "cache": "c" }] }"#,
        more: #""caches": { "c": {} },"#
      ).text,
      "LF020 ‹{ \"cache\": \"c\" }› the same fallback stands there already (take it out) +2:97 it stands here"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "service": "s", "path": "/a" }, "timeout": "1s", "fallback": [{ "http": { "service": "s", "path": "/b" }, "timeout": "1s" }, { "value": 1 }] }, "b": { "http": { "service": "s", "path": "/a" }, "timeout": "1s", "fallback": [{ "http": { "url": "https://x.example.com/b" }, "timeout": "1s" }] }"#,
        more: #""services": { "s": { "baseURL": "https://s.example.com" } },"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.likewiseFailingFallback, inFlow: wrong.text) == wrong.found)
  }
}

@Suite struct UnreachableFallbackTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "fallback": [{ "value": 1 }, { "cache": "c" }] }"#,
        more: #""caches": { "c": {} },"#
      ).text,
      "LF021 ‹{ \"cache\": \"c\" }› a constant always helps, so what stands behind it is never tried (put the constant last) +2:97 the constant"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "fallback": [{ "cache": "c" }, { "value": 1 }] }"#,
        more: #""caches": { "c": {} },"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.unreachableFallback, inFlow: wrong.text) == wrong.found)
  }
}
