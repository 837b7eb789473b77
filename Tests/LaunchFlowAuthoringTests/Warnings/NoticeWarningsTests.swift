import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct HiddenNoticeTests {
  private static func flow(_ notices: String) -> String {
    FlowText(
      steps: #""a": { "http": { "url": "https://x.example.com/a" }, "timeout": "2s" }"#,
      landings:
        #"{ "page": "home", "when": { "a": "succeeded" } }, { "page": "login", "notice": \#(notices) }"#
    ).text
  }

  @Test(arguments: [
    (#"["One.", "Two.", { "when": { "a": "failed" }, "text": "Three." }]"#, 2),
    (#"["${a.message}!", "Two."]"#, 1), (#"["${a.message}", "Two."]"#, 0), (#""One.""#, 0),
    (#"[{ "when": { "a": "failed" }, "text": "One." }, "Two."]"#, 0), (#"["", "Two."]"#, 0),
  ])
  func `notices after one that is always shown are reported`(_ notices: String, count: Int) {
    let found = warnings(.hiddenNotice, inFlow: Self.flow(notices))
    #expect(found.count == count, "\(found)")
    #expect(
      found.allSatisfy {
        $0.contains(
          "this notice is never shown, because an earlier one always is (give the earlier notice a \"when\"")
      })
  }
}
