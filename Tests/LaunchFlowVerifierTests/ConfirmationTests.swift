import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestAttacks
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowProofChecker
@testable import LaunchFlowVerifier

/// A checker that shares no code with the exploration confirms what is proved, and nothing else.
@Suite struct ConfirmationTests {
  @Test(arguments: seeds(1)) func `what is proved of random flows is confirmed`(block: UInt64) throws {
    var confirmed = 0
    for seed in block * 4..<block * 4 + 4 {
      let attack = try ProofAttack(seed: seed)
      let verifier = Verifier(attack.plan, Verifier.Limits(nodes: 150))
      let confirmation = verifier.confirm(verifier.verify())
      #expect(confirmation.failure == nil, "seed \(seed)")
      confirmed += confirmation.confirmed.count
    }
    #expect(confirmed > 2)
  }

  /// As in flows that are too large for an exploration of everything.
  @Test func `claims that are decided one by one are confirmed`() throws {
    var certificates: Set<String> = []
    for seed in UInt64(1)..<40 {
      let plan = FlowPlan(unchecked: RandomGraph.make(seed: seed))
      var limits = Verifier.Limits(nodes: 500, together: 0)
      limits.rehearsals = 500
      let verifier = Verifier(plan, limits)
      let confirmation = verifier.confirm(verifier.verify())
      #expect(confirmation.failure == nil, "seed \(seed)")
      for claim in confirmation.confirmed {
        switch claim.by {
        case .closedSet: certificates.insert("set")
        case .smallerFlow: certificates.insert("smaller flow")
        case .rules: certificates.insert("rules")
        case .construction: certificates.insert("construction")
        case .sums: certificates.insert("sums")
        }
      }
    }
    #expect(certificates == ["set", "smaller flow", "rules", "construction", "sums"])
  }

  @Test func `a claim that is too strong is not confirmed`() throws {
    let plan = try Self.plan()
    let verifier = Verifier(plan)
    var verification = verifier.verify()
    #expect(verifier.confirm(verification).open.isEmpty)
    verification.worstCase?.bound -= 1
    #expect(verifier.confirm(verification).failure == "the certificate contains a run that breaks a claim")
    var promised = verifier.verify()
    promised.promises[1].verdict = .holds
    #expect(verifier.confirm(promised).failure == "the certificate contains a run that breaks a claim")
  }

  @Test func `every state of a certificate is needed, and each of its bounds`() throws {
    let plan = try Self.plan()
    var explorer = Explorer(plan, WorldChoices(plan), tellsTiesApart: false)
    explorer.explore(Budget())
    let set = ClosedSet(&explorer)
    #expect(Self.isClosed(set, plan))
    for state in set.states.indices {
      var smaller = set
      smaller.states.remove(at: state)
      #expect(!Self.isClosed(smaller, plan), "without state \(state)")
      for timer in set.states[state].timers.indices {
        for (longer, shorter) in [(timer + 1, 0), (0, timer + 1)] {
          var tighter = set
          let times = set.states[state].times[0]
          let most = times.most(longer, shorter)
          // A bound on a single moment leaves nothing.
          guard tighter.states[state].times[0].demand(longer, shorter, atMost: most - 1) else { continue }
          #expect(!Self.isClosed(tighter, plan), "state \(state), timer \(timer)")
        }
      }
    }
  }

  private static func isClosed(_ set: ClosedSet, _ plan: FlowPlan) -> Bool {
    var check = ClosedSetCheck(set, plan, promises: Set(plan.promises.indices))
    if case .closed = check.check() { return true } else { return false }
  }

  /// A call with another try, then an action with a fallback that comes early, and a cache.
  private static func plan() throws -> FlowPlan {
    try plan(
      """
      "a": { "action": "a", "timeout": "1s", "retry": { "attempts": 2, "delay": "1s" } },
      "b": { "action": "b", "timeout": "3s", "useFallbackAfter": "1s", "fallback": [{ "value": 1 }], "after": ["a"] }
      """, rules: #"{ "page": "error", "when": { "a": "failed" } }, { "page": "home", "after": ["b"] }"#,
      promises:
        #"{ "within": "9s" }, { "never": { "landing": "error" } }, { "never": { "a": "failed", "landing": "home" } }"#
    )
  }

  private static func plan(_ steps: String, rules: String, promises: String = "") throws -> FlowPlan {
    let text = """
      { "flow": "f", "deadline": "60s", "pages": ["home", "error"], "steps": { \(steps) }, "landings": [ \(rules) ],
        "promises": [ \(promises) ] }
      """
    let reading = Flow.read(SourceText(name: "f.json", text: text))
    return try FlowPlan(try #require(reading.document, "\(reading.diagnostics)"))
  }

  // Sums.

  @Test func `sums need an order and every case`() throws {
    let plan = try Self.plan()
    let check = ArithmeticCheck(plan)
    let order = StepOrder(plan).events
    func latest(_ order: [Int], _ cases: [[Int: Bool]]) -> Int64? {
      check.latest(onPage: 0, inputs: [], Sums(order: order, cases: cases))
    }
    // Three seconds for both tries of a, and one until the fallback of b.
    #expect(latest(order, [[:]]) == 4_000_000_000)
    #expect(latest(order, [[0: true], [0: false]]) == 4_000_000_000)
    #expect(latest(order, [[0: true]]) == nil)
    #expect(latest(order, [[0: true], [0: false, 1: true]]) == nil)
    #expect(latest(order, []) == nil)
    #expect(latest(order.reversed(), [[:]]) == nil)
    #expect(latest(Array(order.dropLast()), [[:]]) == nil)
  }

  // Smaller flows.

  @Test(arguments: [
    // s2 runs although s1 was skipped.
    (
      #""s0": { "action": "a", "timeout": "1s" }, "s1": { "action": "a", "timeout": "1s", "needs": ["s0"] }, "s2": { "action": "a", "timeout": "1s", "after": ["s1"] }"#,
      Reduction.series(1, 2), false
    ),
    (
      #""s0": { "action": "a", "timeout": "1s" }, "s1": { "action": "a", "timeout": "1s", "needs": ["s0"] }, "s2": { "action": "a", "timeout": "1s", "needs": ["s1"] }"#,
      .series(1, 2), true
    ),
    // What the rules ask about stays.
    (
      #""s0": { "action": "a", "timeout": "1s" }, "s1": { "action": "a", "timeout": "1s", "needs": ["s0"] }, "s2": { "value": 1 }"#,
      .series(0, 1), false
    ),
    // s3 can be skipped while the other one runs.
    (
      #""s0": { "action": "a", "timeout": "1s" }, "s1": { "action": "a", "timeout": "1s" }, "s2": { "action": "a", "timeout": "1s" }, "s3": { "value": 1, "needs": ["s1", "s2"] }, "s4": { "value": 1, "after": ["s1", "s2"] }"#,
      .parallel(1, 2), false
    ),
    (
      #""s0": { "action": "a", "timeout": "1s" }, "s1": { "action": "a", "timeout": "1s" }, "s2": { "action": "a", "timeout": "1s" }, "s3": { "value": 1, "needs": ["s1", "s2"] }"#,
      .parallel(1, 2), true
    ),
    // s2 is skipped as soon as s0 fails, while s1 still runs.
    (
      #""s0": { "action": "a", "timeout": "1s" }, "s1": { "action": "a", "timeout": "2s" }, "s2": { "value": 1, "needs": ["s0"], "after": ["s1"] }, "s3": { "value": 1, "after": ["s1", "s2"] }"#,
      .dropWait(of: 3, 1), false
    ),
    // Who shares a lane stays, even if nobody waits for it.
    (
      #""s0": { "action": "a", "timeout": "1s", "lane": "main" }, "s1": { "action": "a", "timeout": "1s", "lane": "main" }"#,
      .leaveOut([1]), false
    ),
    (
      #""s0": { "action": "a", "timeout": "1s" }, "s1": { "action": "a", "timeout": "1s" }"#,
      .leaveOut([1]), true
    ),
    (
      #""s0": { "action": "a", "timeout": "1s" }, "s1": { "value": 1, "needs": ["s0"] }, "s2": { "value": 1, "needs": ["s0", "s1"] }"#,
      .dropNeed(of: 2, 0), true
    ),
    (
      #""s0": { "action": "a", "timeout": "1s" }, "s1": { "value": 1, "after": ["s0"] }, "s2": { "value": 1, "needs": ["s0", "s1"] }"#,
      .dropNeed(of: 2, 0), false
    ),
  ])
  func `each change to a smaller flow is checked`(steps: String, change: Reduction, isSound: Bool) throws {
    let plan = FlowPlan(
      unchecked: try Self.plan(
        steps, rules: #"{ "page": "error", "when": { "s0": "failed" } }, { "page": "home", "after": ["s0"] }"#
      ).flow)
    var check = ReductionCheck(plan, promise: nil, hasSwitch: false)
    #expect(check.apply(change) == isSound)
  }

  // The landing rules.

  @Test func `the rules say the same as the verifier`() throws {
    var excluded = 0
    for seed in UInt64(300)..<340 {
      let plan = try ProofAttack(seed: seed).plan
      let choices = WorldChoices(plan)
      for (place, promise) in plan.promises.enumerated() {
        for isCancelled in [false, true] {
          let own = RulesCheck.excludes(.breaks(place), plan, isCancelled: isCancelled)
          let other = RuleLogic.excludes(.broken(promise), choices, cancelled: isCancelled)
          #expect(own == other, "seed \(seed), promise \(place)")
          if own { excluded += 1 }
        }
      }
    }
    #expect(excluded > 5)
  }
}
