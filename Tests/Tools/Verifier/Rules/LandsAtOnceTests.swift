import LaunchFlowAuthoring
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
}
