import Foundation
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// Where a flow is so small that every run can be made one by one, exploration says the very same.
@Suite struct BruteForceTests {
  /// Flows by the block; a long attack asks for more by `ATTACK_BLOCKS`.
  private static let blocks = ProcessInfo.processInfo.environment["ATTACK_BLOCKS"].flatMap(Int.init) ?? 3

  @Test(arguments: 0..<blocks)
  func explorationSaysWhatAllRunsSay(block: Int) {
    var compared = 0
    for seed in UInt64(block * 20)..<UInt64(block * 20 + 20) {
      var flow = RandomFlow.make(seed: seed, steps: 3, unit: .nanoseconds(1))
      // Promises keep facts alive that would else be forgotten.
      if seed % 2 == 1 { flow.promises = [] }
      // Checked flows do not poll every nanosecond.
      let plan = FlowPlan(unchecked: flow)
      guard let all = BruteForce(plan, atMost: 3_000) else { continue }
      compared += 1
      // What happens at one instant is told apart at once, or where a first look shows that it matters.
      var exact = Explorer(plan, WorldChoices(plan), tellsTiesApart: true)
      exact.explore(budget: 100_000) { _, _ in false }
      compare(exact, all, "seed \(seed), told apart")
      let verification = Verifier(plan).verify()
      #expect(verification.worstCase?.bound == all.landings.values.max(), "seed \(seed)")
      for (index, verdict) in verification.promises.enumerated() {
        if case .holds = verdict.verdict {
          #expect(!all.isBroken[index], "seed \(seed): promise \(index)")
        } else {
          #expect(all.isBroken[index], "seed \(seed): promise \(index)")
        }
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
