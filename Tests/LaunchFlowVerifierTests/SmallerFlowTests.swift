import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestAttacks
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// What holds in a smaller flow holds in the flow itself, for each reduction alone and for all together.
@Suite struct SmallerFlowTests {
  static let reductions: [Shortcuts] = [.cone, .redundantWaits, .series, .parallel, .smallerFlow]

  private static func explored(_ flow: Flow) -> Explorer? {
    let plan = FlowPlan(unchecked: flow)
    var explorer = Explorer(plan, WorldChoices(plan, hasSwitch: false), tellsTiesApart: false)
    explorer.explore(Budget(states: 3_000))
    return explorer.isComplete ? explorer : nil
  }

  /// What all runs of a flow come to, which every reduction is held against.
  private struct Whole: Sendable {
    var seed: UInt64
    var flow: Flow
    /// By page: the latest landing.
    var latest: [Int: Int64]
    /// By promise.
    var isBroken: [Bool]
  }

  private static let wholes = seeds(20).compactMap { seed -> Whole? in
    let flow = RandomGraph.make(seed: seed)
    guard let all = explored(flow) else { return nil }
    let isBroken = flow.promises.indices.map { SmallerFlowTests.isBroken(all, $0) }
    return Whole(seed: seed, flow: flow, latest: latest(all), isBroken: isBroken)
  }

  /// By page: the latest landing.
  private static func latest(_ explorer: Explorer) -> [Int: Int64] {
    Dictionary(explorer.findings.landings.map { ($0.key.page, $0.value.time) }, uniquingKeysWith: max)
  }

  private static func isBroken(_ explorer: Explorer, _ promise: Int) -> Bool {
    explorer.findings.broken[promise] != nil || explorer.cancelledFindings.broken[promise] != nil
  }

  @Test(arguments: reductions) func `a smaller flow loses no run`(_ reductions: Shortcuts) throws {
    var reduced = 0
    for whole in Self.wholes {
      let plan = FlowPlan(unchecked: whole.flow)
      let choices = WorldChoices(plan, hasSwitch: false)
      for promise in [nil] + plan.promises.indices.map(Optional.some) {
        let smaller = SmallerFlow(choices, promise: promise, reductions)
        if smaller.stepCount < plan.steps.count || smaller.flow.steps != whole.flow.steps { reduced += 1 }
        guard let small = Self.explored(smaller.flow) else { continue }
        let comment: Comment =
          "seed \(whole.seed), reductions \(reductions.rawValue), promise \(promise ?? -1)"
        if let promise {
          #expect(Self.isBroken(small, 0) || !whole.isBroken[promise], comment)
        }
        let latest = Self.latest(small)
        for (page, time) in whole.latest { #expect(latest[page] ?? -1 >= time, comment) }
      }
    }
    #expect(reduced > 3)
  }

  /// Reductions that look right and are not.
  @Test(arguments: [
    // s0 fails, s2 is skipped at once, and s1 still runs.
    """
    "s0": { "action": "a", "timeout": "1s" }, "s1": { "action": "a", "timeout": "2s", "after": ["s0"] },
    "s2": { "value": 1, "needs": ["s0"], "after": ["s1"] }
    | "error", "when": { "s0": "unavailable" }, "after": ["s1", "s2"] | "home", "after": ["s1", "s2"] | { "within": "2s" }
    """,
    // s2 runs although s1 was skipped.
    """
    "s0": { "action": "a", "timeout": "1s" }, "s1": { "action": "a", "timeout": "1s", "needs": ["s0"] },
    "s2": { "action": "a", "timeout": "1s", "after": ["s1"] }
    | "error", "when": { "s0": "unavailable" }, "after": ["s2"] | "home", "after": ["s2"] | { "within": "2s" }
    """,
    // Of two steps with the same waits, one has failed: x is skipped, and z need not wait for the other.
    """
    "a": { "action": "a", "timeout": "1s" }, "b": { "action": "a", "timeout": "1s" },
    "x": { "action": "a", "timeout": "1s", "needs": ["a", "b"] }, "z": { "action": "a", "timeout": "1s", "after": ["x"] }
    | "error", "when": { "a": "failed" }, "after": ["a", "b"] | "home", "after": ["a", "b"]
    | { "never": { "x": "skipped", "z": "succeeded" } }
    """,
    // A step that is asked for by its status is not its successor.
    """
    "a": { "action": "a", "timeout": "1s" }, "b": { "action": "a", "timeout": "1s", "needs": ["a"] }
    | "error", "when": { "b": "skipped" } | "home", "after": ["b"] | { "never": { "landing": "error" } }
    """,
    // A need that surely settles is still a need.
    """
    "a": { "action": "a", "timeout": "1s" }, "b": { "action": "a", "timeout": "1s", "after": ["a"] },
    "x": { "action": "a", "timeout": "1s", "needs": ["a"], "after": ["b"] }
    | "error", "when": { "x": "skipped" } | "home", "after": ["x"] | { "never": { "landing": "error" } }
    """,
    // Who shares a lane matters, even if nobody waits for it.
    """
    "a": { "action": "a", "timeout": "3s", "lane": "main" }, "b": { "action": "a", "timeout": "1s", "lane": "main" }
    | "error", "when": { "b": "failed" } | "home", "after": ["b"] | { "within": "3s" }
    """,
    // A step with a condition runs only sometimes.
    """
    "a": { "action": "a", "timeout": "1s" }, "b": { "action": "a", "timeout": "2s", "needs": ["a"] },
    "c": { "action": "a", "timeout": "1s", "after": ["b"], "when": { "b": "skipped" } }
    | "error", "when": { "c": "available" } | "home", "after": ["c"] | { "never": { "landing": "error" } }
    """,
    // With lanes, all at its limit is not the worst (Graham's anomalies).
    """
    "s0": { "action": "a", "timeout": "6s" }, "s1": { "action": "a", "timeout": "6s", "lane": "main", "after": ["s0"] },
    "s2": { "action": "a", "timeout": "1s", "after": ["s1"] }, "s3": { "action": "a", "timeout": "1s", "lane": "main" },
    "s4": { "action": "a", "timeout": "5s", "lane": "main" },
    "s5": { "action": "a", "timeout": "8s", "lane": "main", "after": ["s4"] }
    | "error", "when": { "s3": "failed" } | "home", "after": ["s0", "s1", "s2", "s3", "s4", "s5"] | { "within": "20s" }
    """,
  ])
  func `a tempting reduction is not made`(text: String) throws {
    let parts = text.split(separator: "|").map { $0.trimmingPrefix { $0 == " " || $0 == "\n" } }
    let file = """
      { "flow": "f", "deadline": "60s", "pages": ["home", "error"], "steps": { \(parts[0]) },
        "landings": [ { "page": \(parts[1]) }, { "page": \(parts[2]) } ], "promises": [ \(parts[3]) ] }
      """
    let reading = Flow.read(SourceText(name: "f.json", text: file))
    let plan = try FlowPlan(try #require(reading.document, "\(reading.diagnostics)"))
    let whole = Verifier(plan, Verifier.Limits(shortcuts: [])).verify()
    #expect(whole.promises[0].verdict.isBroken)
    for shortcuts in [Shortcuts.all, [.construction, .arithmetic, .smallerFlow], .smallerFlow] {
      var limits = Verifier.Limits(together: 0, shortcuts: shortcuts)
      limits.rehearsals = 2_000
      let short = Verifier(plan, limits).verify()
      #expect(short.promises[0].verdict.isBroken)
      #expect(short.worstCase?.bound == whole.worstCase?.bound)
      for page in short.worstByPage {
        #expect(page.bound >= whole.worstByPage.first { $0.page == page.page }?.bound ?? -1)
      }
    }
  }
}
