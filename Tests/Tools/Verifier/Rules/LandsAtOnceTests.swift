import LaunchFlowAuthoring
import LaunchFlowModel
import LaunchFlowVerifier
import Testing

@Suite struct LandsAtOnceTests {
  private let ask = #""ask": { "action": "ask", "timeout": "2s" }"#

  @Test func `a step that is never waited for`() {
    #expect(
      provedFindings(provedFlow(steps: ask, landings: #"{ "page": "home" }"#)) == [
        #"LF036 ‹"landings"› every run lands at 0s, so no run waits for "ask" (make the landing wait with "after": ["ask"], or let the step continue after it with "afterLanding": "continue")"#
      ])
  }

  @Test func `rules that agree need not be waited for either`() {
    let landings = #"{ "page": "home", "when": { "ask": "failed" } }, { "page": "home" }"#
    // The sum is 2 s; only the runs show it.
    #expect(provedFindings(provedFlow(steps: ask, landings: landings)).first?.hasPrefix("LF036") == true)
  }

  @Test(arguments: [
    #""ask": { "action": "ask", "timeout": "2s", "afterLanding": "continue" }"#,
    #""ask": { "action": "ask", "timeout": "2s", "after": ["landing"] }"#,
    #""a": { "value": 1 }"#,
  ])
  func `what is not to be waited for`(steps: String) {
    #expect(provedFindings(provedFlow(steps: steps, landings: #"{ "page": "home" }"#)) == [])
  }

  /// What `check` says of a flow: the codes, in the order of the text.
  private func codes(_ text: String) -> [String] {
    Flow.check(
      SourceText(name: "flow.json", text: text), alsoFor: ProvedRules.codes,
      find: { ProvedRules.diagnostics(of: $0) }
    ).diagnostics.map(\.code.rawValue)
  }

  /// A rule that asks for what can never be is decided at once; so is the run then.
  @Test func `a word that never holds explains it, and the rule that no run lands by`() {
    let steps = ask + #", "v": { "value": 1 }"#
    let impossible = #"{ "page": "login", "when": { "v": "failed" } }, { "page": "home" }"#
    #expect(codes(provedFlow(steps: steps, landings: impossible)) == ["LF052"])
    #expect(codes(provedFlow(steps: ask, landings: #"{ "page": "home" }"#)).contains("LF036"))
    // A word elsewhere does not explain it.
    let elsewhere = steps + #", "w": { "action": "w", "timeout": "1s", "when": { "v": "failed" } }"#
    #expect(codes(provedFlow(steps: elsewhere, landings: #"{ "page": "home" }"#)).contains("LF036"))
  }
}
