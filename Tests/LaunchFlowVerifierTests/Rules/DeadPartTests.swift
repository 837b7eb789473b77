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
        #"LF039 ‹{ "cache": "c" }› this fallback of "ask" is used in no run (what stands before it always helps, or what it stands in for never fails)"#
      ])
  }

  @Test func `a try that the deadline never lets begin`() {
    let steps = #"""
      "ask": { "action": "ask", "timeout": "2s", "deadline": "3s",
               "retry": { "attempts": 3, "delay": "2s", "jitter": "none" } }
      """#
    #expect(
      found(steps) == [
        #"LF039 ‹3› "ask" comes to try 3 in no run (allow fewer attempts, or give them time)"#
      ])
  }

  @Test func `a step whose condition never holds, and its members`() {
    let steps = #"""
      "group": { "when": { "ask": "recovered" }, "steps": { "inner": { "value": 1 } } },
      "ask": { "action": "ask", "timeout": "2s" }
      """#
    #expect(
      found(steps) == [
        #"LF039 ‹"group"› no run comes to start "group" (look at its "when", at what it needs, and at how early the run lands)"#
      ])
  }

  @Test func `a result that a constant never has`() {
    let steps = #"""
      "ask": { "action": "ask", "timeout": "2s", "results": { "odd": { "equals": 1 } } },
      "constant": { "value": 1, "results": { "one": { "equals": 1 }, "two": { "equals": 2 } } }
      """#
    #expect(found(steps) == [#"LF039 ‹"two"› "constant" comes to "two" in no run"#])
  }

  @Test func `a flow that is too large to explore in passing is not judged`() {
    let steps = (0..<70).map { #""s\#($0)": { "action": "a", "timeout": "1s" }, "# }.joined()
    let ask = #""ask": { "action": "ask", "timeout": "2s", "fallback": [ { "value": 1 }, { "value": 2 } ] }"#
    #expect(found(steps + ask) == [])
    #expect(found(ask).count == 1)
  }
}
