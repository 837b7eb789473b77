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
      "LF019 ‹\"a\"› no rule handles a failure of \"a\", so the launch falls through to \"login\" (give the step a \"fallback\", add a rule for { \"a\": \"unavailable\" }, or declare \"login\": { \"kind\": \"error\" } under \"pages\") +2:14 it has no fallback"
    ),
    WrongText(
      FlowText(
        steps: #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }"#,
        landings:
          #"{ "page": "home", "when": { "all": [{ "a": ["available", "succeeded"] }] } }, { "page": "home", "when": { "a": "available" } }, { "page": "login" }"#
      ).text,
      "LF019 ‹\"a\"› no rule handles a failure of \"a\", so the launch falls through to \"login\" (give the step a \"fallback\", add a rule for { \"a\": \"unavailable\" }, or declare \"login\": { \"kind\": \"error\" } under \"pages\") +2:14 it has no fallback"
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

  @Test func `the last page may be meant for errors`() {
    let text = FlowText(
      steps: #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }"#,
      landings: #"{ "page": "home", "when": { "a": "succeeded" } }, { "page": "failed" }"#
    ).text.replacing(
      #"["home", "login"]"#, with: #"{ "home": {}, "failed": { "kind": "error" } }"#)
    #expect(warnings(.landingWithoutFallback, inFlow: text) == [])
  }

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
      "LF020 ‹{ \"cache\": \"c\" }› the fallback reads the cache \"c\", which the step itself has found empty (read another cache, or give it a \"value\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "fallback": [{ "http": { "url": "https://x.example.com/a" }, "timeout": "1s" }] }"#
      ).text,
      "LF020 ‹{ \"http\": { \"url\": \"https://x.example.co› the fallback repeats the request that just failed (\"retry\" repeats a request; a fallback asks another server)"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "action": "x", "timeout": "1s", "fallback": [{ "action": "x", "timeout": "1s" }, { "value": 1 }] }"#
      ).text,
      "LF020 ‹{ \"action\": \"x\", \"timeout\": \"1s\" }› the fallback repeats the action that just failed (\"retry\" repeats an action; a fallback calls another one)"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "service": "s", "path": "/a" }, "timeout": "1s", "fallback": [{ "http": { "service": "t", "path": "/b" }, "timeout": "1s" }] }"#,
        more: #""services": { "s": { "baseURL": "https://s.example.com" }, "t": { "like": "s" } },"#
      ).text,
      "LF020 ‹{ \"http\": { \"service\": \"t\", \"path\": \"/b\"› the fallback asks the same server as the step and fails with it (add { \"cache\": … } or { \"value\": … } after it, or ask another server)"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "fallback": [{ "cache": "c" }, { "cache": "c" }] }"#,
        more: #""caches": { "c": {} },"#
      ).text,
      "LF020 ‹{ \"cache\": \"c\" }› this repeats an earlier fallback (remove it) +2:97 it is declared here"
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
      "LF021 ‹{ \"cache\": \"c\" }› a constant always succeeds, so the fallbacks after it are never tried (put the constant last) +2:97 the constant"
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
