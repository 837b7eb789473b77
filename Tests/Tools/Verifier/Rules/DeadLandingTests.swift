import Testing

@Suite struct DeadLandingTests {
  private let ask = #""ask": { "action": "ask", "timeout": "2s", "fallback": [ { "value": 1 } ] }"#

  @Test func `a rule behind one without a condition`() {
    let landings = #"""
      { "page": "home", "after": ["ask"] },
      { "page": "login", "when": { "ask": "recovered" } },
      { "page": "login" }
      """#
    #expect(
      provedFindings(provedFlow(steps: ask, landings: landings)) == [
        #"LF038 ‹{ "page": "login", "when": { "ask": "rec› no run lands on "login" by this rule (remove it, or move it before the rule that takes its runs) +4 this rule has no "when", so no run gets past it"#
      ])
  }

  @Test func `a rule whose condition never comes to hold`() {
    let landings = #"{ "page": "login", "when": { "ask": "failed" } }, { "page": "home", "after": ["ask"] }"#
    #expect(
      provedFindings(provedFlow(steps: ask, landings: landings)) == [
        #"LF038 ‹{ "page": "login", "when": { "ask": "fai› no run lands on "login" by this rule (remove it, or move it before the rule that takes its runs)"#
      ])
  }

  @Test func `the net below all rules may stay empty`() {
    let landings = #"{ "page": "home", "when": { "ask": "available" } }, { "page": "login" }"#
    #expect(provedFindings(provedFlow(steps: ask, landings: landings)) == [])
  }
}
