import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct BadValueTests {
  static let texts: [WrongText] = [
    WrongText(
      FlowText.steps(
        #""a": { "action": "x", "timeout": "1s", "deadline": "9s", "retry": { "attempts": 0, "factor": 0.5 }, "poll": { "every": "0s", "until": [] } }, "b": { "action": "", "timeout": "1s", "retry": { "attempts": 1001 } }, "c": { "http": { "url": "https://x" }, "timeout": "1s", "failures": { "f": { "any": [ { "status": [200, 99] } ] } } }"#,
        more: #""lanes": { "l": 0 },"#),
      "LF011 ‹0› a lane has a capacity of at least 1",
      "LF011 ‹0› \"attempts\" is between 1 and 1000; it counts the first one",
      "LF011 ‹0.5› \"factor\" is between 1 and 1000",
      "LF011 ‹\"0s\"› a poll waits at least 1ms between its questions",
      "LF011 ‹[]› no result ends the polling (name at least one of the step's results)",
      "LF011 ‹\"\"› an action has a name",
      "LF011 ‹1001› \"attempts\" is between 1 and 1000; it counts the first one",
      "LF011 ‹[200, 99]› an HTTP status is between 100 and 599"),
    WrongText(
      FlowText.steps(
        #""a": { "action": "x", "timeout": "1s", "deadline": "3650d", "results": { "r": { "equals": 1 } }, "poll": { "every": "1ms", "until": ["r"] } }"#
      ),
      "LF011 ‹\"1ms\"› 1ms is too often for a deadline of 3650d: a poll has at most 100000 rounds (write at least \"52m33s600ms\")"
    ),
    WrongText(
      FlowText(
        more:
          #""inputs": { "m": { "type": "string", "values": ["a", 1], "default": "b" }, "n": { "type": "number", "default": true, "values": [] } },"#
      ).text,
      "LF011 ‹1› the input \"m\" takes a string, not 1",
      "LF011 ‹\"b\"› \"b\" is not one of the values of the input \"m\"",
      "LF011 ‹true› the input \"n\" takes a number, not true",
      "LF011 ‹[]› an input without values cannot be given"),
    WrongText(
      FlowText(more: #""inputs": { "o": { "type": "int", "default": true } },"#).text,
      "LF011 ‹\"int\"› \"int\" is none of the words that may stand here (one of \"boolean\", \"string\", \"number\")"
    ),
  ]

  @Test(arguments: texts)
  func finds(_ wrong: WrongText) {
    #expect(findings(inFlow: wrong.text) == wrong.found)
  }
}
