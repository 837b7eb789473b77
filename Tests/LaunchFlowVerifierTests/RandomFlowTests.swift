import Foundation
import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowSimulator
import LaunchFlowTestFlows
import Testing

@testable import LaunchFlowVerifier

/// Attacks what is proved: simulated runs, with a liking for edges, must stay within it; and each run that
/// the verifier shows must be replayed by the simulator to the very same end.
@Suite struct RandomFlowTests {
  /// Ten flows each; a long attack asks for more by `ATTACK_BLOCKS`.
  private static let blocks = ProcessInfo.processInfo.environment["ATTACK_BLOCKS"].flatMap(Int.init) ?? 4

  @Test(arguments: 0..<blocks)
  func simulatedRunsStayWithinWhatIsProved(block: Int) throws {
    for seed in UInt64(block * 10)..<UInt64(block * 10 + 10) {
      var flow = RandomFlow.make(seed: seed)
      // Promises keep facts alive that would else be forgotten.
      if seed % 2 == 1 { flow.promises = [] }
      let plan = try FlowPlan(flow)
      let verification = Verifier(plan, Verifier.Limits(nodes: 20_000)).verify()
      checkWitnesses(verification, plan, seed)
      guard verification.extent.isComplete else { continue }
      for run in 0..<50 {
        try attack(verification, plan, RandomWorld.scenario(for: flow, seed: seed << 20 + UInt64(run)), seed)
      }
    }
  }

  private func attack(
    _ verification: Verification, _ plan: FlowPlan, _ scenario: Scenario, _ seed: UInt64
  ) throws {
    let trace = try Simulation(plan, scenario).run(seed: seed).trace
    let reading = PromiseReading(plan.flow, scenario, trace)
    let comment: Comment = "seed \(seed), \(scenario)"
    #expect(reading.landedAt <= verification.worstCase?.bound ?? -1, comment)
    #expect(reading.landedAt <= verification.bound.nanoseconds, comment)
    #expect(!verification.unreachable.contains(.page(reading.page)), comment)
    // Where nothing asks for the input, one value stands for both.
    let groups = verification.worstByInputs
    let group = groups.count == 1 ? groups[0] : groups.first { $0.inputs == scenario.inputs }
    #expect(reading.landedAt <= group?.latest.bound ?? -1, comment)
    for verdict in verification.promises {
      if case .holds = verdict.verdict { #expect(reading.isKept(verdict.promise), comment) }
    }
    for event in trace.events {
      if case .stepStarted(let step) = event.kind {
        #expect(!verification.unreachable.contains(.step(trace.steps[step].name)), comment)
      }
    }
  }

  private func checkWitnesses(_ verification: Verification, _ plan: FlowPlan, _ seed: UInt64) {
    if case .holds = verification.lands {
    } else if verification.extent.isComplete {
      Issue.record("seed \(seed) does not land: \(verification.lands)")
    }
    let latest = [verification.worstCase].compactMap(\.self) + verification.worstByPage
    for latest in latest + verification.worstByInputs.map(\.latest) {
      guard let witness = latest.witness else {
        Issue.record("seed \(seed): no witness for \(latest.bound)")
        continue
      }
      #expect(witness.landsAt == latest.bound, "seed \(seed): \(witness.scenario)")
      replay(witness, plan, seed)
    }
    for verdict in verification.promises {
      guard case .broken(let found) = verdict.verdict else { continue }
      guard let witness = found else {
        Issue.record("seed \(seed): no counterexample to \(verdict.promise)")
        continue
      }
      if let trace = replay(witness, plan, seed) {
        let reading = PromiseReading(plan.flow, witness.scenario, trace)
        #expect(!reading.isKept(verdict.promise), "seed \(seed): \(verdict.promise) \(witness.scenario)")
      }
    }
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
      Array(trace.events.prefix(witness.trace.events.count)) == witness.trace.events,
      "seed \(seed): \(witness.scenario)")
    return trace
  }
}
