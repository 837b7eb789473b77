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

  @Test func `an object in the list of pages`() {
    let found = findings(inFlow: flow(pages: #"[{ "id": "home", "title": "Home" }]"#))
    let message = #"expected a name, found an object (write "home", for example)"#
    #expect(found.contains { $0.contains(message) }, "\(found)")
  }

  @Test(arguments: ["\"boolean\"", "false", #"["x","y"]"#])
  func `an input as its type alone`(input: String) {
    let found = findings(inFlow: flow(inputs: "{ \"i\": \(input) }"))
    let hint = #"(write { "type": "boolean" }, for example)"#
    #expect(found.contains { $0.contains("expected an object, found ") && $0.contains(hint) }, "\(found)")
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
