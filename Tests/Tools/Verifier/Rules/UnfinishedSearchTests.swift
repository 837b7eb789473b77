import LaunchFlowAuthoring
import LaunchFlowModel
import LaunchFlowVerifier
import Testing

@Suite struct UnfinishedSearchTests {
  /// More steps than are explored, of which one has an attempt that no run reaches.
  private func large(ask: String, more: String = "") -> String {
    let constants = (0..<65).map { #""constant-\#($0)": { "value": \#($0) }"# }.joined(separator: ", ")
    return provedFlow(
      more: more, steps: constants + ", \(ask)", landings: #"{ "page": "home", "after": ["ask"] }"#)
  }

  private let ask = #"""
    "ask": {
      "action": "ask", "timeout": "2s", "deadline": "3s",
      "retry": { "attempts": 3, "delay": "2s", "jitter": "none" }
    }
    """#

  @Test func `one warning names the parts that may be dead`() {
    #expect(
      provedFindings(large(ask: ask)) == [
        #"LF059 ‹"test"› not every run of this flow was explored, because it has more than 64 steps; some parts may be unreachable ("launchflow verify" plays more runs; or check these parts by hand, and say so: "ignore": { "LF059": "the reason" }) +4 no run was found that reaches attempt 3 of "ask""#
      ])
  }

  @Test func `where runs reach every part there is no warning`() {
    #expect(provedFindings(large(ask: #""ask": { "action": "ask", "timeout": "2s" }"#)) == [])
  }

  @Test func `a landing rule that others exclude is still found`() {
    let constants = (0..<65).map { #""constant-\#($0)": { "value": \#($0) }"# }.joined(separator: ", ")
    let landings = #"""
      { "page": "home", "after": ["constant-0"] },
      { "page": "login", "when": { "constant-0": "available" } },
      { "page": "login" }
      """#
    let found = provedFindings(provedFlow(steps: constants, landings: landings))
    #expect(found.map { $0.prefix(5) } == ["LF038"])
  }

  @Test func `a flow that cannot be explored is reported with the reason`() {
    let flow = provedFlow(
      deadline: "5000d", steps: #""ask": { "action": "ask", "timeout": "5000d" }"#,
      landings: #"{ "page": "home", "after": ["ask"] }"#)
    #expect(
      provedFindings(flow) == [
        #"LF059 ‹"test"› the runs of this flow were not explored, because the deadline of the flow is longer than 12 years (change it, so that unreachable parts are found)"#
      ])
  }

  @Test func `no "ignore" is pointless where the search is not finished`() {
    func codes(_ text: String) -> [DiagnosticCode] {
      Flow.check(
        SourceText(name: "flow.json", text: text), alsoFor: ProvedRules.codes,
        find: { ProvedRules.diagnostics(of: $0) }
      ).diagnostics.map(\.code)
    }
    let silenced = ask.replacing(#""action""#, with: #""ignore": { "LF039": "rare" }, "action""#)
    #expect(codes(large(ask: silenced)).filter { $0 == .unusedSilence } == [])
    let both = large(ask: silenced, more: #""ignore": { "LF059": "looked at" },"#)
    #expect(codes(both).filter { [.unusedSilence, .unfinishedSearch].contains($0) } == [])
  }
}
