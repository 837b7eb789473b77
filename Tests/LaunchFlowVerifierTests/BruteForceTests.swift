import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// Where a flow is so small that every run can be made one by one, exploration says the very same.
@Suite struct BruteForceTests {
  @Test(arguments: seeds(1), [RandomFlow.Features(), .polls, .plain, .lanes, .waits])
  func `exploration says what all runs say`(block: UInt64, more: RandomFlow.Features) {
    var compared = 0
    for seed in block * 12..<block * 12 + 12 {
      let features: RandomFlow.Features = seed % 4 < 2 ? more : more.union(.references)
      var flow = RandomFlow.make(seed: seed, steps: 3, unit: .nanoseconds(1), features: features)
      // Promises keep facts alive that would else be forgotten.
      if seed % 2 == 1 { flow.promises = [] }
      // Checked flows do not poll every nanosecond.
      let plan = FlowPlan(unchecked: flow)
      guard let all = BruteForce(plan, atMost: 3_000) else { continue }
      compared += 1
      // What happens at one instant is told apart at once, or where a first look shows that it matters.
      var exact = Explorer(plan, WorldChoices(plan, hasSwitch: false), tellsTiesApart: true)
      exact.explore(Budget(states: 100_000))
      compare(exact, all, "seed \(seed), told apart")
      let verification = Verifier(plan, Verifier.Limits(hasSwitch: false)).verify()
      #expect(verification.worstCase?.bound == all.landings.values.max(), "seed \(seed)")
      for (index, verdict) in verification.promises.enumerated() {
        switch verdict.verdict {
        case .holds, .brokenByCancellation:
          #expect(!all.isBroken[index], "seed \(seed): promise \(index)")
        case .broken, .open: #expect(all.isBroken[index], "seed \(seed): promise \(index)")
        }
      }
    }
    #expect(compared > 3)
  }

  @Test(arguments: seeds(1))
  func `cancelled runs say the same`(block: UInt64) {
    var compared = 0
    for seed in block * 20..<block * 20 + 20 {
      let flow = RandomFlow.make(seed: seed, steps: 2, unit: .nanoseconds(1))
      let plan = FlowPlan(unchecked: flow)
      guard let all = BruteForce(plan, atMost: 3_000),
        let cancelled = BruteForce(plan, .cancel, atMost: 3_000)
      else { continue }
      compared += 1
      var exact = Explorer(plan, WorldChoices(plan, hasSwitch: false), tellsTiesApart: true)
      exact.explore(Budget(states: 100_000))
      let found = exact.allFindings
      let comment: Comment = "seed \(seed)"
      #expect(found.isRuleUsed == zip(all.isRuleUsed, cancelled.isRuleUsed).map { $0 || $1 }, comment)
      #expect(found.hasStarted == zip(all.hasStarted, cancelled.hasStarted).map { $0 || $1 }, comment)
      for index in plan.promises.indices {
        let isBroken = exact.findings.broken[index] != nil || exact.cancelledFindings.broken[index] != nil
        #expect(isBroken == (all.isBroken[index] || cancelled.isBroken[index]), comment)
      }
      // Being cancelled makes no run land later.
      #expect(cancelled.landings.values.max() ?? 0 <= all.landings.values.max() ?? 0, comment)
    }
    #expect(compared > 3)
  }

  @Test(arguments: seeds(1))
  func `runs that go offline stay within what is proved`(block: UInt64) {
    var compared = 0
    for seed in block * 20..<block * 20 + 20 {
      let flow = RandomFlow.make(seed: seed, steps: 2, unit: .nanoseconds(1), features: [.domains])
      let plan = FlowPlan(unchecked: flow)
      guard let all = BruteForce(plan, .offline, atMost: 3_000) else { continue }
      compared += 1
      let verification = Verifier(plan).verify()
      let comment: Comment = "seed \(seed)"
      for (landing, time) in all.landings {
        let page = verification.worstByPage.first { $0.page == plan.pages[landing.page] }
        #expect(time <= page?.bound ?? -1, comment)
      }
      for (index, verdict) in verification.promises.enumerated() {
        if case .holds = verdict.verdict { #expect(!all.isBroken[index], comment) }
      }
    }
    #expect(compared > 3)
  }

  private func compare(_ explorer: Explorer, _ all: BruteForce, _ comment: Comment) {
    #expect(explorer.isComplete, comment)
    #expect(explorer.findings.landings.mapValues(\.time) == all.landings, comment)
    #expect(explorer.findings.hasStarted == all.hasStarted, comment)
    #expect(explorer.findings.isRuleUsed == all.isRuleUsed, comment)
    for (index, isBroken) in all.isBroken.enumerated() {
      #expect((explorer.findings.broken[index] != nil) == isBroken, comment)
    }
  }
}
