import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

/// What authors write by the habits of other tools, and what the messages offer instead.
@Suite struct OtherToolsHabitsTests {
  private func flow(pages: String = #"["home"]"#, inputs: String = "{}", when: String = "{}") -> String {
    """
    { "flow": "t", "deadline": "1s", "pages": \(pages), "inputs": \(inputs), "steps": { "a": { "value": 1 } },
      "landings": [{ "page": "home", "when": \(when) }, { "page": "home" }] }
    """
  }

  @Test(arguments: [
    (#"[{ "name": "home" }]"#, #"write "home""#),
    (
      #"[{ "id": "home", "title": "Home" }]"#,
      #"use each name as a key: "pages": { "home": { "title": "Home" }, … }"#
    ),
    (#"[{}]"#, #"write "home""#),
  ])
  func `an object in the list of pages`(pages: String, hint: String) {
    let found = findings(inFlow: flow(pages: pages))
    #expect(found.contains { $0.contains("expected a name, found an object (\(hint))") }, "\(found)")
  }

  @Test(arguments: [
    ("\"boolean\"", #"write { "type": "boolean" }"#), ("\"bool\"", #"write { "type": "boolean" }"#),
    ("\"nmber\"", #"write { "type": "number" }"#), ("\"text\"", #"write { "type": "string" }"#),
    ("false", #"write { "type": "boolean", "default": false }"#),
    (#"["x","y"]"#, #"write { "type": "string", "values": ["x","y"] }"#),
  ])
  func `an input as its type alone`(input: String, hint: String) {
    let found = findings(inFlow: flow(inputs: "{ \"i\": \(input) }"))
    #expect(
      found.contains { $0.contains("expected an object, found ") && $0.contains("(\(hint))") }, "\(found)")
  }

  @Test(arguments: [
    ("success", #"write "succeeded""#), ("done", #"write "succeeded""#), ("error", #"write "failed""#),
    ("empty", #"write "unavailable""#), ("OK", #"write "succeeded""#), ("fail", #"did you mean "failed"?"#),
    ("succ", #"did you mean "succeeded"?"#),
  ])
  func `a status by another name`(word: String, hint: String) {
    let found = findings(inFlow: flow(when: "{ \"a\": \"\(word)\" }"))
    #expect(
      found.contains { $0.contains("is not a result, failure or status of \"a\" (\(hint))") }, "\(found)")
  }
}
