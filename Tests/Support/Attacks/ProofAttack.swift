import LaunchFlowSimulator
import LaunchFlowTestFlows
import LaunchFlowVerifier

/// Simulated runs of a random flow, with a liking for edges, held against what is proved of it.
package struct ProofAttack {
  /// The flow's number.
  package let seed: UInt64
  /// The flow.
  package let flow: Flow
  /// The flow, compiled.
  package let plan: FlowPlan

  /// The random flow of a number. Flows take turns, in pairs with promises and without.
  ///
  /// - Parameter givesTimes: Whether inputs give times of steps. Each run draws the times from the inputs' ranges.
  /// - Throws: `InvalidDocument`, where the generator makes a flow with errors.
  package init(seed: UInt64, givesTimes: Bool = false) throws(InvalidDocument) {
    let features = Self.features(seed)
    var flow = RandomFlow.make(
      seed: seed, features: givesTimes ? features.union(.givenTimes) : features)
    // Promises keep facts alive that would else be forgotten.
    if seed % 2 == 1 { flow.promises = [] }
    try self.init(flow, seed: seed)
  }

  /// A given flow, with the number that its runs are drawn by.
  ///
  /// - Throws: `InvalidDocument`, for a flow with errors.
  package init(_ flow: Flow, seed: UInt64) throws(InvalidDocument) {
    self.seed = seed
    self.flow = flow
    plan = try FlowPlan(flow)
  }

  /// The first three features come together in every way soon, all of them in 256 flows.
  package static func features(_ seed: UInt64) -> RandomFlow.Features {
    let pair = Int(seed / 2)
    let others = (pair % 8 * 3 + pair / 8 * 5) % 16
    let features = RandomFlow.Features(rawValue: pair % 8 | others << 3)
    let more: [RandomFlow.Features] = [
      [.lanes], [.lanes, .waits], [.waits, .signalValues], [], [.waits, .signalValues],
    ]
    let some = (features.contains(.conditions) ? features.union(.errors) : features).union(
      more[Int(seed % 5)])
    let asking = seed % 3 == 0 ? some.union(.serverWaits) : some
    return seed % 7 < 3 ? asking.union(.hedges) : asking
  }

  /// What a run does beyond each of several proofs, in words; empty if it stays within all of them.
  package func violations(_ run: Int, of proofs: [Verification]) throws -> [String] {
    let scenario = RandomWorld.scenario(
      for: flow, seed: seed << 20 + UInt64(run), disturbances: [.offline, .cancel, .network])
    let trace = try Simulation(plan, scenario).run(seed: seed).trace
    let reading = PromiseReading(flow, scenario, trace)
    let reached = ReachedParts(plan, trace).parts
    return proofs.enumerated().flatMap { place, proof in
      violations(of: proof, scenario, reading, reached).map {
        "seed \(seed), run \(run), proof \(place): \($0); \(scenario)"
      }
    }
  }

  private func violations(
    of proof: Verification, _ scenario: Scenario, _ reading: PromiseReading,
    _ reached: Set<Verification.Unreachable>
  ) -> [String] {
    var found: [String] = []
    func demand(_ isTrue: Bool, _ what: String) { if !isTrue { found.append(what) } }
    demand(reading.landedAt <= proof.bound.nanoseconds, "lands after the sum of time-outs")
    demand(reached.isDisjoint(with: proof.unreachable), "reaches an unreachable part")
    if scenario.cancel == nil {
      demand(reached.isDisjoint(with: proof.onlyCancelled), "reaches a part that only cancelled runs reach")
    }
    if proof.latestBy != nil {
      demand(reading.landedAt <= proof.worstCase?.bound ?? -1, "lands after the latest landing")
      let page = proof.worstByPage.first { $0.page == reading.page }
      if scenario.cancel == nil {
        demand(reading.landedAt <= page?.bound ?? -1, "lands after the latest landing on its page")
      }
      demand(reading.landedAt <= latest(proof, scenario), "lands after the latest landing with its inputs")
    }
    for (place, promise) in proof.promises.enumerated() {
      let holds =
        switch promise.verdict {
        case .holds: true
        case .brokenByCancellation: scenario.cancel == nil
        case .broken, .open: false
        }
      if holds { demand(reading.isKept(promise.promise), "breaks promise \(place + 1)") }
    }
    return found
  }

  /// The latest landing with a scenario's inputs. Of values that nothing asks for, one stands for all.
  private func latest(_ proof: Verification, _ scenario: Scenario) -> Int64 {
    proof.worstByInputs.first { group in
      plan.inputLiterals.indices.allSatisfy { input in
        let (name, given) = (scenario.inputs[input].name, scenario.inputs[input].value)
        guard let shown = group.inputs.first(where: { $0.name == name })?.value else { return true }
        return given == shown || !plan.inputLiterals[input].contains { $0 == given || $0 == shown }
      }
    }?.bound ?? -1
  }
}
