import Foundation
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowProofChecker
import LaunchFlowTestAttacks
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// A checker that shares no code with the exploration confirms what is proved.
@Suite struct ConfirmationTests {
  @Test(arguments: 0..<4) func `what is proved of random flows is confirmed`(block: Int) throws {
    var confirmed = 0
    for seed in UInt64(block * 10)..<UInt64(block * 10 + 10) {
      let attack = try ProofAttack(seed: seed)
      let verifier = Verifier(attack.plan, Verifier.Limits(nodes: 1_000))
      let verification = verifier.verify()
      let confirmation = verifier.confirm(verification)
      #expect(confirmation.failure == nil, "seed \(seed)")
      confirmed += confirmation.confirmed.count
    }
    #expect(confirmed > 10)
  }
}
