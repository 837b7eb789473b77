import LaunchFlowAuthoring
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowModel

@Suite struct SilenceFilterTests {
  /// All that is warned of, whatever its kind.
  private func warned(_ text: String) -> [String] {
    let reading = Flow.check(SourceText(name: "flow.json", text: text))
    return findings(reading.diagnostics, in: text)
  }

  @Test func `an ignore counts at the step, its groups, other subjects and the flow`() {
    let all = """
      { "flow": "f", "deadline": "10s", "pages": ["home", "away"],
        "ignore": { "LF025": "The other page is for next week.", "LF030": "So is the lane." },
        "lanes": { "uploads": 1 },
        "inputs": { "signed-in": { "type": "boolean", "ignore": { "LF024": "The app tells it anyway." } } },
        "caches": { "c": { "ignore": { "LF028": "The map reads it." } } },
        "services": { "s": { "baseURL": "https://s.example.com", "ignore": { "LF029": "Not yet." } } },
        "steps": {
          "g": { "ignore": { "LF017": "Time-outs are the server team's." }, "steps": {
            "a": { "action": "x", "timeout": "20s", "store": "c" }, "b": { "action": "x", "timeout": "30s" } } },
          "d": { "action": "x", "timeout": "1s", "retry": { "attempts": 1 }, "ignore": { "LF016": "It had more." } }
        },
        "landings": [ { "page": "home" } ] }
      """
    #expect(warned(all) == [])
    // Remarks of the author's own silence nothing.
    let bare = all.replacing("\"ignore\"", with: "\"x-ignore\"")
    #expect(
      Flow.check(SourceText(name: "f", text: bare)).diagnostics.map(\.code.rawValue).sorted()
        == ["LF016", "LF017", "LF017", "LF024", "LF025", "LF028", "LF029", "LF030"])
  }

  @Test func `an ignore without effect is reported after all checks`() {
    let text = FlowText(
      steps: #""a": { "action": "x", "timeout": "1s", "ignore": { "LF016": "x" } }"#, pages: #""home""#,
      more: #""ignore": { "LF017": "x", "LF025": "x" },"#
    ).text
    #expect(
      warned(text) == [
        "LF053 ‹\"LF017\"› \"LF017\" silences nothing here (remove it)",
        "LF053 ‹\"LF025\"› \"LF025\" silences nothing here (remove it)",
        "LF053 ‹\"LF016\"› \"LF016\" silences nothing here (remove it)",
      ])
  }

  @Test func `warnings of the verifier are silenced too, and count as unused only after it ran`() {
    let text = FlowText(pages: #""home""#, more: #""ignore": { "LF032": "x", "LF030": "x" },"#).text
    let source = SourceText(name: "f", text: text.replacing("LF030", with: "LF028"))
    let found = Diagnostic(
      .cacheNeverRead, "found elsewhere", at: Place(JSONPointer(tokens: ["steps", "a"])))
    #expect(Flow.check(source) { _ in [found] }.diagnostics == [])
    #expect(Flow.check(source).diagnostics.map(\.code) == [.unusedSilence])
  }
}
