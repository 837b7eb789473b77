import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct ImpossibleWordTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }, "c": { "cache": "k" }, "v": { "value": 1 }, "g": { "steps": { "m": { "value": 1 } } }"#,
        landings:
          #"{ "page": "login", "when": { "any": [{ "a": ["recovered", "failed"] }, { "c": "timed-out" }, { "v": "failed" }, { "g": "recovered" }] } }, { "page": "home" }"#,
        more: #""caches": { "k": {} },"#
      ).text,
      "LF052 ‹\"recovered\"› \"a\" is never recovered: it has no fallback (ask for a status that it can have, or remove it) +2:14 the step",
      "LF052 ‹\"timed-out\"› \"c\" is never timed-out: reading a cache takes no time (ask for a status that it can have, or remove it) +2:86 the step",
      "LF052 ‹\"failed\"› \"v\" is never failed: a constant never fails (ask for a status that it can have, or remove it) +2:109 the step",
      "LF052 ‹\"recovered\"› \"g\" is never recovered: a group has no fallback (ask for a status that it can have, or remove it) +2:130 the step"
    ),
    WrongText(
      FlowText(
        steps:
          #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }, "b": { "value": 1, "needs": ["a"], "when": { "a": ["failed", "timed-out"] } }, "c": { "value": 1, "needs": ["a"], "when": { "a": ["failed", "succeeded"] } }"#
      ).text,
      "LF052 ‹\"a\"› \"b\" never runs: it needs \"a\", but runs only when it is unavailable (move \"a\" from \"needs\" to \"after\", or remove it from \"needs\") +2:115 it is needed here"
    ),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(warnings(.impossibleWord, inFlow: wrong.text) == wrong.found)
  }
}
