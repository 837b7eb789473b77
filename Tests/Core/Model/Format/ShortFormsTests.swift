import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

/// What a hurried author writes in one word, and what the message tells to write instead.
@Suite struct ShortFormsTests {
  private static let ask = #""ask": { "action": "x", "timeout": "1s" }"#

  @Test(arguments: [
    (
      "${signed-in}",
      #"write { "signed-in": true } if it is an input, or { "signed-in": "succeeded" } if it is a step"#
    ),
    (
      "!signed-in",
      #"write { "signed-in": false } if it is an input, or { "signed-in": "failed" } if it is a step"#
    ),
    (
      "login == ok",
      #"write { "login": true } if it is an input, or { "login": "succeeded" } if it is a step"#
    ),
    ("Är?", #"write { "signed-in": true } for an input, or { "login": "succeeded" } for a step"#),
  ])
  func `a condition in one text`(text: String, hint: String) {
    let steps = Self.ask + #", "b": { "action": "x", "timeout": "1s", "when": "\#(text)" }"#
    #expect(
      findings(inFlow: FlowText.steps(steps)) == [
        "LF011 ‹\"\(text)\"› expected an object, found text (\(hint))"
      ])
  }

  @Test(arguments: [
    (
      #"{ "atLeast": 2, "of": [{ "ask": "failed" }, { "ask": "settled" }] }"#,
      ["LF011 ‹2› expected an object, found a number (write \"atLeast\": { \"count\": 2, \"of\": [ … ] })"]
    ),
    (
      "true",
      ["LF011 ‹true› expected an object, found true or false (leave it out: without it, it always holds)"]
    ),
  ])
  func `a condition of another form`(condition: String, found: [String]) {
    let steps = Self.ask + #", "b": { "action": "x", "timeout": "1s", "when": \#(condition) }"#
    #expect(findings(inFlow: FlowText.steps(steps)) == found)
  }

  @Test(arguments: [
    ("within 8s", #"write { "within": "8s" }"#), ("<= 500ms", #"write { "within": "500ms" }"#),
    ("lands", #"write { "within": "10s" } or { "never": { "login": "failed" } }, for example"#),
  ])
  func `a promise in one text`(text: String, hint: String) {
    let flow = FlowText.steps(Self.ask, more: #""promises": ["\#(text)"],"#)
    #expect(findings(inFlow: flow) == ["LF011 ‹\"\(text)\"› expected an object, found text (\(hint))"])
  }

  @Test(arguments: [("input", "with"), ("background", "afterLanding")])
  func `a key of another tool`(key: String, meant: String) {
    let steps = #""ask": { "action": "x", "timeout": "1s", "\#(key)": "continue" }"#
    #expect(
      findings(inFlow: FlowText.steps(steps)) == [
        "LF002 ‹\"\(key)\"› unknown key \"\(key)\" (did you mean \"\(meant)\"?)"
      ])
  }
}
