import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// Conditions that count steps: what tells such steps apart no more than by their number is not explored one by one.
@Suite struct QuorumTests {
  /// Calls side by side with a cache, and a page for so many of them.
  ///
  /// - Parameters:
  ///   - kept: Whether each call falls back on a cache of its own.
  ///   - more: Further keys of each call.
  private func plan(
    _ count: Int, of all: Int, timeout: (Int) -> Int = { _ in 2 }, promises: String = "", kept: Bool = false,
    more: String = ""
  ) throws -> FlowPlan {
    let steps = (0..<all).map { step in
      let fallback = kept ? #", "fallback": [{ "cache": "c\#(step)" }]"# : ""
      return #""s\#(step)": { "http": { "url": "https://example.com/\#(step)" }, "#
        + #""timeout": "\#(timeout(step))s"\#(fallback)\#(more) }"#
    }
    let caches = kept ? (0..<all).map { #", "c\#($0)": { "scope": "user" }"# }.joined() : ""
    let parts = (0..<all).map { #"{ "s\#($0)": "available" }"# }.joined(separator: ", ")
    let flow = FlowText(
      steps: (steps + [#""kept": { "cache": "c" }"#]).joined(separator: ", "),
      pages: #""home", "kept", "error""#,
      landings: """
        { "page": "home", "when": { "atLeast": { "count": \(count), "of": [ \(parts) ] } } },
        { "page": "kept", "when": { "kept": "available" } }, { "page": "error" }
        """,
      more: #""caches": { "c": { "scope": "user" }\#(caches) }, "promises": [ \#(promises) ],"#)
    return try FlowPlan(try #require(Flow.read(SourceText(name: "quorum.json", text: flow.text)).document))
  }

  @Test func `members of a quorum are counted`() throws {
    let kept = #"{ "never": { "landing": "error", "kept": { "cached": true } } }"#
    let verification = Verifier(try plan(8, of: 12, promises: kept)).verify()
    #expect(verification.extent.coversEveryRun && verification.extent.nodes < 2_000)
    #expect(verification.isProved && verification.unreachable.isEmpty)
    #expect(verification.worstByPage.map(\.bound) == [2, 2, 2].map { $0 * 1_000_000_000 })
  }

  /// Each with a cache to fall back on: what such a cache holds counts with its step. Twenty take a deep run.
  @Test(
    arguments: [(4, 15, 20_000), (8, 45, 200_000), (12, 88, 1_000_000)]
      + (depth > 1 ? [(20, 221, 10_000_000)] : []),
    ["", #", "afterLanding": "continue""#])
  func `states grow slowly with the members of a quorum`(
    size: (count: Int, states: Int, work: Int), more: String
  ) throws {
    let verification = Verifier(
      try plan(size.count * 2 / 3, of: size.count, timeout: { _ in 10 }, kept: true, more: more)
    ).verify()
    #expect(verification.extent.coversEveryRun && verification.isProved)
    #expect(verification.extent.nodes <= size.states && verification.extent.work < size.work)
  }

  /// Explored with each of them told apart, which small flows allow.
  ///
  /// - Parameter seconds: The time-outs of the steps. The flow's deadline is 10 s.
  @Test(
    arguments: [1, 2, 3],
    [([2, 2, 2], false), ([1, 2, 3], false), ([1, 2, 2], true), ([12, 13, 14], true)])
  func `counting loses no run`(count: Int, kind: (seconds: [Int], kept: Bool)) throws {
    let promises = """
      { "never": { "landing": "error", "s0": "failed" } }, { "always": { "s1": "settled" } },
      { "never": { "atLeast": { "count": 2, "of": [{ "s1": "cancelled" }, { "s2": "cancelled" }] } } }
      """
    let plan = try plan(
      count, of: 3, timeout: { kind.seconds[$0] }, promises: promises, kept: kind.kept)
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
    for (found, all) in [(counted.findings, apart.findings), (counted.allFindings, apart.allFindings)] {
      #expect(found.isRuleUsed == all.isRuleUsed && found.hasStarted == all.hasStarted)
      #expect(found.isFallbackUsed == all.isFallbackUsed)
    }
    #expect(counted.store.nodes.count < apart.store.nodes.count)
    for (landing, found) in counted.findings.landings {
      let witness = RunPath(counted, to: found.end).witness(named: "latest", choices, pinsEnd: true)
      #expect(witness?.landsAt == found.time, "\(landing)")
    }
  }

  private func latest(_ steps: String, _ landings: String) throws -> [Int64] {
    let flow = FlowText(steps: steps, landings: landings, deadline: "\"60s\"")
    let plan = try FlowPlan(try #require(Flow.read(SourceText(name: "sums.json", text: flow.text)).document))
    var limits = Verifier.Limits(
      budget: Budget(states: 0), together: 0, shortcuts: [.arithmetic, .rehearsals])
    limits.rehearsals = 60_000
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
