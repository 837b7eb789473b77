/// Decides the claims about a flow whose inputs give times, for all allowed times.
///
/// One proof lets each use of such an input have any time of its range, independent of all other uses. It covers all
/// runs of the flow and some impossible ones, so its proofs hold, and its refutations prove nothing. Claims are refuted
/// by proofs of the flow with fixed times: the ends of the ranges and the defaults.
struct GivenTimesProof {
  let plan: FlowPlan
  let limits: Verifier.Limits
  let shouldStop: (Verifier.Progress) -> Bool

  func verify() -> Verification {
    var merged = Proof(plan, limits, shouldStop).verify()
    let certain = certainTimes
    var shared = limits
    shared.budget.states /= certain.count
    shared.budget.work /= certain.count
    let instances = certain.map { Proof(plan.given($0), shared, shouldStop).verify() }
    for promise in merged.promises.indices {
      merged.promises[promise].verdict = Self.verdict(
        merged.promises[promise].verdict, instances.map { $0.promises[promise].verdict })
    }
    merged.lands = Self.verdict(merged.lands, instances.map(\.lands))
    takeLatest(of: instances, into: &merged)
    takeParts(of: instances, into: &merged)
    for instance in instances { merged.extent.add(instance.extent) }
    if merged.extent.incompleteness == nil, merged.hasOpenLines || !merged.isLatestKnown {
      merged.extent.incompleteness = .givenTimes
    }
    return merged
  }

  private static func verdict(
    _ whole: Verification.Verdict, _ instances: [Verification.Verdict]
  ) -> Verification.Verdict {
    if whole.isProved { return whole }
    for case .broken(let witness) in instances { return .broken(witness) }
    for case .brokenByCancellation(let witness) in instances {
      // Only the proof of the whole can exclude refutations by other runs.
      if case .brokenByCancellation = whole { return .brokenByCancellation(witness) }
      return .broken(witness)
    }
    return .open
  }

  /// Takes the bounds from the whole, and the latest runs from the proofs with fixed times.
  private func takeLatest(of instances: [Verification], into merged: inout Verification) {
    func latest(_ witnesses: [Witness?]) -> Witness? {
      witnesses.compactMap(\.self).filter { $0.landsAt != nil }.max { $0.landsAt ?? 0 < $1.landsAt ?? 0 }
    }
    for index in merged.worstByPage.indices {
      let page = merged.worstByPage[index].page
      merged.worstByPage[index].witness = latest(
        instances.map { instance in instance.worstByPage.first { $0.page == page }?.witness })
    }
    guard var worst = merged.worstCase else { return }
    worst.witness = latest(instances.map { $0.worstCase?.witness })
    worst.page = worst.witness?.page ?? worst.page
    merged.worstCase = worst
  }

  /// A part that no fixed time reaches may be reached with others, unless the proof of the whole excludes it.
  private func takeParts(of instances: [Verification], into merged: inout Verification) {
    let excluded = Set(merged.unreachable)
    guard let first = instances.first else { return }
    let others = instances.dropFirst().map { Set($0.unreachable + $0.unseen) }
    merged.unseen = (first.unreachable + first.unseen).filter { part in
      !excluded.contains(part) && others.allSatisfy { $0.contains(part) }
    }
  }

  /// The fixed times to try, each once: all the longest, all the shortest, and the defaults.
  private var certainTimes: [[String: Duration]] {
    let inputs = plan.flow.inputs.filter { $0.kind == .duration }
    func times(_ time: (Flow.Input) -> Duration?) -> [String: Duration] {
      inputs.reduce(into: [:]) { times, input in times[input.name] = time(input) ?? input.maximum }
    }
    var kept: [[String: Duration]] = []
    for times in [
      times(\.maximum), times(\.minimum),
      times { input in input.defaultValue.flatMap { input.time(of: $0) } },
    ] where !kept.contains(times) { kept.append(times) }
    return kept
  }
}
