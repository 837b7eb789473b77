import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct ImpliedOrderTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(steps: #""a": { "value": 1 }, "b": { "value": 1, "needs": ["a"], "after": ["a"] }"#).text,
      "LF022 ‹\"a\"› \"b\" waits for \"a\" anyway (remove \"a\" from \"after\") +2:64 it is declared here"),
    WrongText(
      FlowText(steps: #""a": { "value": 1 }, "b": { "value": 1, "after": ["a", "a"] }"#).text,
      "LF022 ‹\"a\"› \"b\" waits for \"a\" anyway (remove \"a\" from \"after\") +2:64 it is declared here"),
    WrongText(
      FlowText(
        steps: #""a": { "value": 1 }, "b": { "value": 1, "after": ["a"], "when": { "a": "succeeded" } }"#
      ).text,
      "LF022 ‹\"a\"› \"b\" waits for \"a\" anyway (remove \"a\" from \"after\") +2:80 it is declared here"),
    WrongText(
      FlowText(
        steps:
          #""a": { "value": 1 }, "g": { "needs": ["a"], "steps": { "b": { "value": 1, "after": ["a"] } } }"#
      ).text,
      "LF022 ‹\"a\"› \"b\" waits for \"a\" anyway (remove \"a\" from \"after\") +2:52 its group \"g\" waits for it, and so do its members"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "value": 1 }, "b": { "value": 1, "needs": ["a"] }, "c": { "value": 1, "needs": ["b", "a"] }"#
      ).text,
      "LF022 ‹\"a\"› \"c\" waits for \"a\" anyway (remove \"a\" from \"needs\") +2:101 \"b\", which it needs, comes after \"a\""
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "value": 1 }, "b": { "value": 1, "after": ["a"] }, "c": { "value": 1, "needs": ["b"] }, "d": { "value": 1, "needs": ["c"], "after": ["a"] }"#
      ).text,
      "LF022 ‹\"a\"› \"d\" waits for \"a\" anyway (remove \"a\" from \"after\") +2:138 \"c\", which it needs, comes after \"a\""
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "value": 1 }, "g": { "after": ["a"], "steps": { "b": { "value": 1 } } }, "c": { "value": 1, "needs": ["b"], "after": ["a"] }"#
      ).text,
      "LF022 ‹\"a\"› \"c\" waits for \"a\" anyway (remove \"a\" from \"after\") +2:123 \"b\", which it needs, comes after \"a\""
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "value": 1 }, "b": { "value": 1, "needs": ["a"] }, "c": { "action": "x", "timeout": "1s", "with": "${a}", "needs": ["b", "a"] }, "d": { "value": 1, "after": ["b", "a"] }, "e": { "value": 1, "needs": ["a"], "when": { "a": "recovered" } }, "g": { "after": ["a"], "steps": { "f": { "value": 1, "needs": ["a"] } } }"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.impliedOrder, inFlow: wrong.text) == wrong.found)
  }
}

@Suite struct NeedlessOrderTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }, "b": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "after": ["a"] }"#
      ).text,
      "LF023 ‹\"a\"› \"b\" waits for \"a\" but uses nothing from it (both only read and could run in parallel; if you want this order, say why under \"ignore\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "value": 1 }, "b": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "needs": ["a"] }"#
      ).text,
      "LF023 ‹\"a\"› \"b\" waits for \"a\" but uses nothing from it (both only read and could run in parallel; if you want this order, say why under \"ignore\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "fallback": [{ "value": 1 }] }, "b": { "cache": "c", "needs": ["a"] }"#,
        more: #""caches": { "c": {} },"#
      ).text,
      "LF023 ‹\"a\"› \"b\" waits for \"a\" but uses nothing from it (both only read and could run in parallel; if you want this order, say why under \"ignore\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }, "b": { "http": { "url": "https://x.example.com/a", "method": "POST" }, "timeout": "2s", "after": ["a"] }, "c": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "after": ["b"] }, "d": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "needs": ["a"] }, "e": { "http": { "url": "https://x.example.com/${f}" }, "timeout": "2s", "needs": ["f"] }, "f": { "value": 1 }, "g": { "steps": { "m": { "value": 1 } } }, "h": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "after": ["g"] }"#
      ).text),
    WrongText(
      FlowText(
        steps:
          #""a": { "value": 1 }, "b": { "value": 2, "needs": ["a"] }, "c": { "http": { "url": "https://x.example.com/${a}/${b}" }, "timeout": "2s", "needs": ["b"] }"#
      ).text),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.needlessOrder, inFlow: wrong.text) == wrong.found)
  }
}
