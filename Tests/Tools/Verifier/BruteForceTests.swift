import LaunchFlowMachine
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// Where a flow is so small that every run can be made one by one, exploration finds each of them. Its runs may be more by
/// the order of what happens at one instant.
@Suite struct BruteForceTests {
  @Test(arguments: seeds(1), [RandomFlow.Features(), .polls, .plain, .lanes, .waits, .serverWaits, .hedges])
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

  @Test(arguments: seeds(1), [BruteForce.Disturbance.cancel, .offline])
  func `runs that are cancelled or go offline are found`(block: UInt64, disturbance: BruteForce.Disturbance) {
    var compared = 0
    for seed in block * 20..<block * 20 + 20 {
      let isCancelled = disturbance == .cancel
      let flow = RandomFlow.make(
        seed: seed, steps: 2, unit: .nanoseconds(1), features: isCancelled ? [] : [.domains])
      let plan = FlowPlan(unchecked: flow)
      guard let disturbed = BruteForce(plan, disturbance, atMost: 3_000) else { continue }
      compared += 1
      var explorer = Explorer(plan, WorldChoices(plan, hasSwitch: !isCancelled))
      explorer.explore(Budget(states: 100_000))
      let found = explorer.allFindings
      let comment: Comment = "seed \(seed)"
      #expect(explorer.isComplete, comment)
      expectAll(disturbed.isRuleUsed, in: found.isRuleUsed, comment)
      expectAll(disturbed.hasStarted, in: found.hasStarted, comment)
      let broken = plan.promises.indices.map { index in
        explorer.findings.broken[index] != nil || explorer.cancelledFindings.broken[index] != nil
      }
      expectAll(disturbed.isBroken, in: broken, comment)
      // Being cancelled makes no run land later.
      for (landing, time) in disturbed.landings {
        let latest = explorer.findings.landings.filter { isCancelled || $0.key == landing }
        #expect(time <= latest.values.map(\.time).max() ?? -1, comment)
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
