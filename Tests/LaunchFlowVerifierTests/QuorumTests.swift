import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// Conditions that count steps: what tells such steps apart no more than by their number is not explored one by one.
@Suite struct QuorumTests {
  /// Calls side by side with a cache, and a page for so many of them.
  private func plan(
    _ count: Int, of all: Int, timeout: (Int) -> Int = { _ in 2 }, promises: String = ""
  ) throws -> FlowPlan {
    let steps = (0..<all).map { #""s\#($0)": { "action": "ask", "timeout": "\#(timeout($0))s" }"# }
    let parts = (0..<all).map { #"{ "s\#($0)": "available" }"# }.joined(separator: ", ")
    let flow = FlowText(
      steps: (steps + [#""kept": { "cache": "c" }"#]).joined(separator: ", "),
      pages: #""home", "kept", "error""#,
      landings: """
        { "page": "home", "when": { "atLeast": { "count": \(count), "of": [ \(parts) ] } } },
        { "page": "kept", "when": { "kept": "available" } }, { "page": "error" }
        """,
      more: #""caches": { "c": { "scope": "user" } }, "promises": [ \#(promises) ],"#)
    return try FlowPlan(try #require(Flow.read(SourceText(name: "quorum.json", text: flow.text)).document))
  }

  @Test func `members of a quorum are counted`() throws {
    let kept = #"{ "never": { "landing": "error", "kept": { "cached": true } } }"#
    let verification = Verifier(try plan(8, of: 12, promises: kept)).verify()
    #expect(verification.extent.coversEveryRun && verification.extent.nodes < 2_000)
    #expect(verification.isProved && verification.unreachable.isEmpty)
    #expect(verification.worstByPage.map(\.bound) == [2, 2, 2].map { $0 * 1_000_000_000 })
  }

  /// Explored with each of them told apart, which small flows allow.
  @Test(arguments: [1, 2, 3, 4], [false, true]) func `counting loses no run`(count: Int, isAlike: Bool) throws
  {
    let promises = """
      { "never": { "landing": "error", "s0": "failed" } }, { "always": { "s1": "settled" } },
      { "never": { "atLeast": { "count": 2, "of": [{ "s2": "cancelled" }, { "s3": "cancelled" }] } } }
      """
    let plan = try plan(count, of: 4, timeout: { isAlike ? 2 : 1 + $0 }, promises: promises)
    let choices = WorldChoices(plan)
    func explored(_ promises: Set<Int>) -> Explorer {
      var explorer = Explorer(plan, choices, promises: promises)
      explorer.explore(Budget(states: 50_000))
      return explorer
    }
    // Asked by name, by which none is like another, and not at all.
    let (apart, counted) = (explored([0, 1, 2]), explored([]))
    #expect(apart.isComplete && counted.isComplete)
    #expect(counted.findings.landings.mapValues(\.time) == apart.findings.landings.mapValues(\.time))
    #expect(counted.findings.isRuleUsed == apart.findings.isRuleUsed)
    #expect(counted.store.nodes.count < apart.store.nodes.count)
    for (landing, found) in counted.findings.landings {
      let witness = RunPath(counted, to: found.end).witness(named: "latest", choices, pinsEnd: true)
      #expect(witness?.landsAt == found.time, "\(landing)")
    }
  }

  private func latest(_ steps: String, _ landings: String) throws -> [Int64] {
    let flow = FlowText(steps: steps, landings: landings, deadline: "\"60s\"")
    let plan = try FlowPlan(try #require(Flow.read(SourceText(name: "sums.json", text: flow.text)).document))
    let limits = Verifier.Limits(
      budget: Budget(states: 0), together: 0, shortcuts: [.arithmetic, .rehearsals])
    let latest = Verifier(plan, limits).verify().worstByPage
    #expect(latest.allSatisfy { $0.witness?.landsAt == $0.bound })
    return latest.map { $0.bound / 1_000_000 }
  }

  private static let three = """
    "a": { "action": "ask", "timeout": "1s" }, "b": { "action": "ask", "timeout": "2s" },
    "c": { "action": "ask", "timeout": "5s" }
    """

  @Test(arguments: [
    // Two of three are settled once the second is.
    (
      three,
      #"{ "atLeast": { "count": 2, "of": [{ "a": "settled" }, { "b": "settled" }, { "c": "settled" }] } }"#,
      [2_000]
    ),
    // Whether b or c is available is open until the last has settled.
    (three, #"{ "any": [{ "b": "available" }, { "c": "available" }] }"#, [5_000, 5_000]),
    // A wait for a time cannot recover, so it always succeeds.
    (
      #""a": { "action": "ask", "timeout": "2s" }, "patience": { "await": "600ms" }"#,
      #"{ "any": [{ "a": "available" }, { "patience": "succeeded" }] }"#, [600]
    ),
    // With its group a member ends, too.
    (
      #""group": { "deadline": "1s", "steps": { "a": { "action": "ask", "timeout": "5s" } } }"#,
      #"{ "a": "available" }"#, [1_000, 1_000]
    ),
  ]) func `sums know when enough steps have settled`(steps: String, when: String, latest: [Int64]) throws {
    let landings = #"{ "page": "home", "when": \#(when) }, { "page": "login" }"#
    #expect(try self.latest(steps, landings) == latest)
  }
}
