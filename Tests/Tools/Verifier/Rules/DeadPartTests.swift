import Testing

@Suite struct DeadPartTests {
  private let landings = #"{ "page": "home", "after": ["ask"] }"#

  private func found(_ steps: String, more: String = "") -> [String] {
    provedFindings(provedFlow(more: more, steps: steps, landings: landings))
  }

  @Test func `a fallback behind a constant`() {
    let steps =
      #""ask": { "action": "ask", "timeout": "2s", "fallback": [ { "value": 1 }, { "cache": "c" } ] }"#
    #expect(
      found(steps, more: #""caches": { "c": {} },"#) == [
        #"LF039 ‹{ "cache": "c" }› no run uses this fallback of "ask" (an earlier fallback always succeeds, or the step never fails)"#
      ])
  }

  @Test func `a try that the deadline never lets begin`() {
    let steps = #"""
      "ask": { "action": "ask", "timeout": "2s", "deadline": "3s",
               "retry": { "attempts": 3, "delay": "2s", "jitter": "none" } }
      """#
    #expect(
      found(steps) == [
        #"LF039 ‹3› no run reaches attempt 3 of "ask" (reduce "attempts", or allow more time)"#
      ])
  }

  @Test func `a step whose condition never holds, and its members`() {
    let steps = #"""
      "group": { "when": { "ask": "recovered" }, "steps": { "inner": { "value": 1 } } },
      "ask": { "action": "ask", "timeout": "2s" }
      """#
    #expect(
      found(steps) == [
        #"LF039 ‹"group"› "group" never starts in any run: its "when" never holds (change its "when", or remove the step)"#
      ])
  }

  @Test func `a step that the landing forestalls, with the steps that wait for it`() {
    let steps = #"""
      "ask": { "action": "ask", "timeout": "2s" },
      "second": { "after": ["ask"], "action": "second", "timeout": "2s" },
      "third": { "needs": ["second"], "action": "third", "timeout": "2s" },
      "fourth": { "after": ["third"], "action": "fourth", "timeout": "2s", "retry": { "attempts": 2 } }
      """#
    #expect(
      found(steps)
        == ["second", "third", "fourth"].map { step in
          #"LF039 ‹"\#(step)"› "\#(step)" never starts in any run: the run lands on "home" first "#
            + #"(add "after": ["\#(step)"] to this landing rule, or let the step run later with "#
            + #""afterLanding": "continue") +7 the rule that lands first"#
        })
  }

  /// Where the step that it needs is available, the landing comes first: that is to be mended, not the need.
  @Test func `a step that the landing forestalls wherever what it needs is available`() {
    let steps = #"""
      "ask": { "action": "ask", "timeout": "2s" },
      "second": { "needs": ["ask"], "action": "second", "timeout": "2s" }
      """#
    let landings = #"""
      { "page": "login", "when": { "ask": "failed" } },
      { "page": "home", "after": ["ask"] }
      """#
    #expect(
      provedFindings(provedFlow(steps: steps, landings: landings)) == [
        #"LF039 ‹"second"› "second" never starts in any run: "ask", which it needs, is not available, or the run lands on "home" first (add "after": ["second"] to this landing rule, or let the step run later with "afterLanding": "continue") +6 the rule that lands first"#
      ])
  }

  @Test func `a step that needs what is never available`() {
    let steps = #"""
      "cached": { "cache": "c", "valid": { "all": [ { "at": "/a", "equals": 1 }, { "at": "/a", "equals": 2 } ] } },
      "second": { "needs": ["cached"], "action": "second", "timeout": "2s" },
      "ask": { "after": ["second"], "action": "ask", "timeout": "2s" }
      """#
    #expect(
      found(steps, more: #""caches": { "c": {} },"#) == [
        #"LF039 ‹"second"› "second" never starts in any run: "cached", which it needs, is not available (if it can do without "cached", name that step in "after" instead of "needs")"#
      ])
  }

  @Test func `a result that a constant never has`() {
    let steps = #"""
      "ask": { "action": "ask", "timeout": "2s", "results": { "odd": { "equals": 1 } } },
      "constant": { "value": 1, "results": { "one": { "equals": 1 }, "two": { "equals": 2 } } }
      """#
    #expect(found(steps) == [#"LF039 ‹"two"› no run reaches "two" of "constant""#])
  }

  @Test func `a flow that is too large to explore in passing has no parts named`() {
    let steps = (0..<70).map { #""s\#($0)": { "action": "a", "timeout": "1s" }, "# }.joined()
    let ask = #""ask": { "action": "ask", "timeout": "2s", "fallback": [ { "value": 1 }, { "value": 2 } ] }"#
    #expect(found(steps + ask) == [])
    #expect(found(ask).count == 1)
  }
}
