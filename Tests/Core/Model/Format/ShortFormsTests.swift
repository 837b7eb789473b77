import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

/// What a hurried author writes in one word, and what the message tells to write instead.
@Suite struct ShortFormsTests {
  private static let ask = #""ask": { "action": "x", "timeout": "1s" }"#

  @Test(arguments: [
    ("\"signed-in\"", "text"), ("true", "true or false"),
    (#"{ "atLeast": 2, "of": [{ "ask": "failed" }, { "ask": "settled" }] }"#, nil),
  ])
  func `a condition of another form`(condition: String, found: String?) {
    let steps = Self.ask + #", "b": { "action": "x", "timeout": "1s", "when": \#(condition) }"#
    let message =
      found.map {
        "LF011 ‹\(condition)› expected an object, found \($0) "
          + #"(write { "signed-in": true } for an input, or { "login": "succeeded" } for a step)"#
      }
      ?? #"LF011 ‹2› expected an object, found a number (write "atLeast": { "count": 2, "of": [ … ] })"#
    #expect(findings(inFlow: FlowText.steps(steps)) == [message])
  }

  @Test func `a promise in one text`() {
    let flow = FlowText.steps(Self.ask, more: #""promises": ["within 8s"],"#)
    let hint = #"write { "within": "10s" } or { "never": { "login": "failed" } }, for example"#
    #expect(findings(inFlow: flow) == ["LF011 ‹\"within 8s\"› expected an object, found text (\(hint))"])
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
