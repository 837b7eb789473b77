import Testing

@Suite struct DeadlineBindsTests {
  @Test func `a sum beyond the deadline is shown with its last step`() {
    let text = provedFlow(
      deadline: "7s",
      steps: #"""
        "checks": { "deadline": "3s", "steps": { "a": { "action": "a", "timeout": "4s" } } },
        "login": { "after": ["checks"], "action": "login", "timeout": "1s",
                   "retry": { "attempts": 3, "delay": "1s" } },
        "last": { "after": ["login"], "action": "last", "timeout": "2s",
                  "fallback": [ { "action": "spare", "timeout": "1s" } ] }
        """#, landings: #"{ "page": "home", "after": ["last"] }"#)
    #expect(
      provedFindings(text) == [
        #"LF037 ‹"7s"› the steps before the landing, up to "last", may take 12s, but the deadline is 7s (shorten the time-outs on the way to it, or give fallbacks early with "useFallbackAfter"; a step that is open at the deadline takes a cached or constant fallback, or is timed-out)"#
      ])
  }

  @Test func `a sum that is the deadline is fine`() {
    let steps = #""ask": { "action": "ask", "timeout": "9s" }"#
    #expect(
      provedFindings(provedFlow(steps: steps, landings: #"{ "page": "home", "after": ["ask"] }"#)) == [])
  }

  @Test func `a sum of a run that cannot be is none`() {
    // Only one of the two ever takes its time.
    let steps = #"""
      "first": { "action": "first", "timeout": "5s" },
      "spare": { "when": { "flag": false }, "after": ["first"], "action": "spare", "timeout": "5s" }
      """#
    let landings = #"""
      { "page": "login", "when": { "flag": false } },
      { "page": "home", "after": ["spare"] }
      """#
    let found = provedFindings(
      provedFlow(more: #""inputs": { "flag": { "type": "boolean" } },"#, steps: steps, landings: landings))
    #expect(!found.contains { $0.hasPrefix("LF037") })
  }
}
