import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// Where a flow is so small that every run can be made one by one, exploration finds each of them. Its runs may be more by
/// the order of what happens at one instant.
@Suite struct BruteForceTests {
  @Test(arguments: seeds(1), [RandomFlow.Features(), .polls, .plain, .lanes, .waits])
  func `exploration loses no run`(block: UInt64, more: RandomFlow.Features) {
    var (compared, exact) = (0, 0)
    for seed in block * 12..<block * 12 + 12 {
      let features: RandomFlow.Features = seed % 4 < 2 ? more : more.union(.references)
      var flow = RandomFlow.make(seed: seed, steps: 3, unit: .nanoseconds(1), features: features)
      // Promises keep facts alive that would else be forgotten.
      if seed % 2 == 1 { flow.promises = [] }
      // Checked flows do not poll every nanosecond.
      let plan = FlowPlan(unchecked: flow)
      guard let all = BruteForce(plan, atMost: 3_000) else { continue }
      compared += 1
      var explorer = Explorer(plan, WorldChoices(plan, hasSwitch: false))
      explorer.explore(Budget(states: 100_000))
      compare(explorer, all, "seed \(seed)")
      let verification = Verifier(plan, Verifier.Limits(hasSwitch: false)).verify()
      let latest = all.landings.values.max() ?? -1
      #expect(verification.worstCase?.bound ?? -1 >= latest, "seed \(seed)")
      #expect(verification.worstCase?.witness?.landsAt ?? 0 <= latest, "seed \(seed)")
      if verification.worstCase?.bound == latest { exact += 1 }
      for (index, verdict) in verification.promises.enumerated() {
        switch verdict.verdict {
        case .holds, .brokenByCancellation:
          #expect(!all.isBroken[index], "seed \(seed): promise \(index)")
        case .broken: #expect(all.isBroken[index], "seed \(seed): promise \(index)")
        case .open: break
        }
      }
    }
    #expect(compared > 3 && exact > compared / 2)
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
      var explorer = Explorer(plan, WorldChoices(plan, hasSwitch: false))
      explorer.explore(Budget(states: 100_000))
      let found = explorer.allFindings
      let comment: Comment = "seed \(seed)"
      expectAll(all.isRuleUsed, in: found.isRuleUsed, comment)
      expectAll(cancelled.isRuleUsed, in: found.isRuleUsed, comment)
      expectAll(all.hasStarted, in: found.hasStarted, comment)
      expectAll(cancelled.hasStarted, in: found.hasStarted, comment)
      let broken = plan.promises.indices.map { index in
        explorer.findings.broken[index] != nil || explorer.cancelledFindings.broken[index] != nil
      }
      expectAll(zip(all.isBroken, cancelled.isBroken).map { $0 || $1 }, in: broken, comment)
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
    for (landing, time) in all.landings {
      #expect(explorer.findings.landings[landing]?.time ?? -1 >= time, comment)
    }
    expectAll(all.hasStarted, in: explorer.findings.hasStarted, comment)
    expectAll(all.isRuleUsed, in: explorer.findings.isRuleUsed, comment)
    expectAll(all.isBroken, in: all.isBroken.indices.map { explorer.findings.broken[$0] != nil }, comment)
  }

  private func expectAll(_ parts: [Bool], in found: [Bool], _ comment: Comment) {
    #expect(zip(parts, found).allSatisfy { !$0 || $1 }, comment)
  }
}
