import Testing

@Suite struct DeadPartTests {
  private let landings = #"{ "page": "home", "after": ["ask"] }"#

  /// The finding about a step that never starts.
  private func dead(_ step: String) -> String {
    #"LF039 ‹"\#(step)"› "\#(step)" never starts in any run (if the launch lands first, add it to the "after" of the "#
      + #"landing rule, or let it run later with "afterLanding": "continue"; otherwise check its "when" and the steps "#
      + #"that it needs)"#
  }

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
    #expect(found(steps) == [dead("group")])
  }

  @Test func `a step that the landing forestalls, with the steps that wait for it`() {
    let steps = #"""
      "ask": { "action": "ask", "timeout": "2s" },
      "second": { "after": ["ask"], "action": "second", "timeout": "2s" },
      "third": { "needs": ["second"], "action": "third", "timeout": "2s" },
      "fourth": { "after": ["third"], "action": "fourth", "timeout": "2s", "retry": { "attempts": 2 } }
      """#
    #expect(found(steps) == ["second", "third", "fourth"].map(dead))
  }

  @Test func `a step that needs what is never available`() {
    let steps = #"""
      "cached": { "cache": "c", "valid": { "all": [ { "at": "/a", "equals": 1 }, { "at": "/a", "equals": 2 } ] } },
      "second": { "needs": ["cached"], "action": "second", "timeout": "2s" },
      "ask": { "after": ["second"], "action": "ask", "timeout": "2s" }
      """#
    #expect(found(steps, more: #""caches": { "c": {} },"#) == [dead("second")])
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
