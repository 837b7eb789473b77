import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowWitnesses
import LaunchFlowSimulator
import LaunchFlowTestAttacks
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// Attacks what is proved: simulated runs, with a liking for edges, must stay within it; and each run that
/// the verifier shows must be replayed by the simulator to the very same end.
@Suite struct RandomFlowTests {
  /// Together, in one exploration; and claim by claim, as in flows that are too large for that.
  @Test(arguments: seeds(2), [10_000, 0])
  func `simulated runs stay within what is proved`(block: UInt64, together: Int) throws {
    var explored = 0
    for seed in block * 8..<block * 8 + 8 {
      let attack = try ProofAttack(seed: seed)
      let plan = attack.plan
      var limits = Verifier.Limits(nodes: Self.mostNodes, together: together)
      limits.rehearsals = 3_000
      let verification = Verifier(plan, limits).verify()
      checkWitnesses(verification, plan, seed)
      guard together == 0 || verification.extent.isComplete else { continue }
      explored += 1
      for run in 0..<25 {
        for violation in try attack.violations(run, of: [verification]) {
          Issue.record("\(violation)")
        }
      }
    }
    #expect(explored >= 4)
  }

  private func checkWitnesses(_ verification: Verification, _ plan: FlowPlan, _ seed: UInt64) {
    if case .holds = verification.lands {
    } else if verification.extent.isComplete {
      Issue.record("seed \(seed) does not land: \(verification.lands)")
    }
    let latest = [verification.worstCase].compactMap(\.self) + verification.worstByPage
    for latest in latest + verification.worstByInputs.map(\.latest) {
      guard let witness = latest.witness else {
        if isExpectedExact(verification) { noteUnwritten(plan, seed, "no witness for \(latest.bound)") }
        continue
      }
      let isExact = witness.landsAt == latest.bound || !isExpectedExact(verification)
      #expect(isExact && witness.landsAt ?? 0 <= latest.bound, "seed \(seed): \(witness.scenario)")
      replay(witness, plan, seed)
    }
    for verdict in verification.promises {
      switch verdict.verdict {
      case .holds, .open: continue
      case .broken, .brokenByCancellation: break
      }
      guard let witness = verdict.verdict.witness else {
        noteUnwritten(plan, seed, "no counterexample to \(verdict.promise)")
        continue
      }
      if case .brokenByCancellation = verdict.verdict { #expect(witness.scenario.cancel != nil) }
      if let trace = replay(witness, plan, seed) {
        let reading = PromiseReading(plan.flow, witness.scenario, trace)
        #expect(!reading.isKept(verdict.promise), "seed \(seed): \(verdict.promise) \(witness.scenario)")
      }
    }
  }

  /// Whether each latest landing must be reached by a run. The exploration that tells apart the events of one instant needs
  /// about three times the states of the one that does not, and so may not end within the limit.
  private func isExpectedExact(_ verification: Verification) -> Bool {
    verification.latestBy == .exploration
      && (verification.extent.tellsTiesApart || verification.extent.nodes < Self.mostNodes / 5)
  }

  private static let mostNodes = 10_000

  /// Only where a step may refer into what a cache holds can a run be shown and not be written down.
  private func noteUnwritten(_ plan: FlowPlan, _ seed: UInt64, _ what: String) {
    let refersIntoCaches = plan.steps.indices.contains { step in
      plan.references(of: step, origin: .own, in: plan.releaseEnvironment).contains { reference in
        plan.index(of: reference.subject).map { target in
          plan.steps[target].reader >= 0
            || plan.steps[target].fallbacks.contains { plan.fallbacks[Int($0)].reader >= 0 }
        } ?? false
      }
    }
    if !refersIntoCaches { Issue.record("seed \(seed): \(what)") }
  }

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
    // As far as the witness goes, the replay does the very same.
    #expect(
      withoutCauses(trace.events.prefix(witness.trace.events.count)) == withoutCauses(witness.trace.events),
      "seed \(seed): \(witness.scenario)")
    return trace
  }
}

/// The events alone: a proof looks for no causes, so its witnesses have none.
func withoutCauses(_ events: some Sequence<Trace.Event>) -> [Trace.Event] {
  events.map { event in
    var event = event
    event.cause = nil
    return event
  }
}
