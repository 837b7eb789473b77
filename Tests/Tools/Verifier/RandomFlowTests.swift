import LaunchFlowSimulator
import LaunchFlowTestAttacks
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// Attacks what is proved: simulated runs, with a liking for edges, must stay within it; and each run that
/// the verifier shows must be replayed by the simulator to the very same end.
@Suite struct RandomFlowTests {
  /// Together, in one exploration; and claim by claim, as in flows that are too large for that. Also with times from inputs,
  /// where every third flow is a graph of actions.
  @Test(arguments: seeds(2), [(10_000, false), (0, false), (10_000, true), (0, true)])
  func `simulated runs stay within what is proved`(
    block: UInt64, proof: (together: Int, givesTimes: Bool)
  ) throws {
    var (explored, missing) = (0, 0)
    for seed in block * 8..<block * 8 + 8 {
      let attack =
        proof.givesTimes && seed % 3 == 2
        ? try ProofAttack(RandomGraph.make(seed: seed, givesTimes: true), seed: seed)
        : try ProofAttack(seed: seed, givesTimes: proof.givesTimes)
      let plan = attack.plan
      var limits = Verifier.Limits(budget: Budget(states: Self.mostNodes), together: proof.together)
      limits.rehearsals = 3_000
      let verification = Verifier(plan, limits).verify()
      if !proof.givesTimes { missing += checkWitnesses(verification, plan, seed) }
      guard proof.together == 0 || proof.givesTimes || verification.extent.isComplete else { continue }
      explored += 1
      for run in 0..<25 {
        for violation in try attack.violations(run, of: [verification]) {
          Issue.record("\(violation)")
        }
      }
    }
    #expect(explored >= 4 && missing <= 8)
  }

  /// - Returns: How many latest landings no run shows.
  private func checkWitnesses(_ verification: Verification, _ plan: FlowPlan, _ seed: UInt64) -> Int {
    var missing = 0
    if case .holds = verification.lands {
    } else if verification.extent.isComplete {
      Issue.record("seed \(seed) does not land: \(verification.lands)")
    }
    let latest = [verification.worstCase].compactMap(\.self) + verification.worstByPage
    for latest in latest {
      guard let witness = latest.witness else {
        if verification.latestBy == .exploration { missing += 1 }
        continue
      }
      let missed = latest.bound - (witness.landsAt ?? 0)
      #expect(missed >= 0, "seed \(seed): \(witness.scenario)")
      if verification.latestBy == .exploration, missed > Self.slack { missing += 1 }
      replay(witness, plan, seed)
    }
    for verdict in verification.promises {
      switch verdict.verdict {
      case .holds, .open: continue
      case .broken, .brokenByCancellation: break
      }
      guard let witness = verdict.verdict.witness else { continue }
      if case .brokenByCancellation = verdict.verdict { #expect(witness.scenario.cancel != nil) }
      if let trace = replay(witness, plan, seed) {
        let reading = PromiseReading(plan.flow, witness.scenario, trace)
        #expect(!reading.isKept(verdict.promise), "seed \(seed): \(verdict.promise) \(witness.scenario)")
      }
    }
    return missing
  }

  /// The time by which a latest landing may miss what was proved: each event of the run that must come before another one
  /// of its instant takes a nanosecond.
  private static let slack: Int64 = 20

  private static let mostNodes = 10_000

  @discardableResult
  private func replay(_ witness: Witness, _ plan: FlowPlan, _ seed: UInt64) -> Trace? {
    guard let simulation = try? Simulation(plan, witness.scenario) else {
      Issue.record("seed \(seed): no simulation of \(witness.scenario)")
      return nil
    }
    let trace = simulation.run().trace
    let reading = PromiseReading(plan.flow, witness.scenario, trace)
    #expect(reading.landedAt == witness.landsAt, "seed \(seed): \(witness.scenario)")
    #expect(reading.page == witness.page, "seed \(seed): \(witness.scenario)")
    #expect(trace == witness.run.trace, "seed \(seed): \(witness.scenario)")
    return trace
  }
}
