import Testing

@testable import LaunchFlowModel

@Suite struct NeedlessOrderTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }, "b": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "after": ["a"] }"#
      ).text,
      "LF023 ‹\"a\"› \"b\" waits for \"a\" and uses nothing of it (both only read, and would run side by side; if the order is meant, say why under \"ignore\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "value": 1 }, "b": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "needs": ["a"] }"#
      ).text,
      "LF023 ‹\"a\"› \"b\" waits for \"a\" and uses nothing of it (both only read, and would run side by side; if the order is meant, say why under \"ignore\")"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s", "fallback": [{ "value": 1 }] }, "b": { "cache": "c", "needs": ["a"] }"#,
        more: #""caches": { "c": {} },"#
      ).text,
      "LF023 ‹\"a\"› \"b\" waits for \"a\" and uses nothing of it (both only read, and would run side by side; if the order is meant, say why under \"ignore\")"
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
