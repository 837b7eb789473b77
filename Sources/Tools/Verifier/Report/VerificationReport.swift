// An exploration's findings, as verdicts.
extension Explorer {
  /// The findings of all runs, including cancelled ones. Landings of runs that are not cancelled take precedence.
  var allFindings: Findings {
    var all = findings
    all.landings.merge(cancelledFindings.landings) { own, _ in own }
    all.addParts(cancelledFindings)
    return all
  }

  /// - Parameter shouldStop: True once no more witnesses are wanted.
  func verification(shouldStop: @escaping () -> Bool = { false }) -> Verification {
    func witness(_ end: Findings.End, _ name: String, pinsEnd: Bool) -> Witness? {
      guard !shouldStop() else { return nil }
      return RunPath(self, to: end).witness(named: name, choices, pinsEnd: pinsEnd)
    }
    func verdict(
      _ end: (Findings) -> Findings.End?, named name: String, pinsEnd: Bool = false, isLookedAt: Bool = true,
      refutes: (SimulatedRun) -> Bool
    ) -> Verification.Verdict {
      func refuting(_ end: Findings.End, pinsEnd: Bool) -> Witness? {
        witness(end, name, pinsEnd: pinsEnd).flatMap { refutes($0.run) ? $0 : nil }
      }
      if let end = end(findings) { return refuting(end, pinsEnd: pinsEnd).map { .broken($0) } ?? .open }
      if let end = end(cancelledFindings) {
        return refuting(end, pinsEnd: false).map { .brokenByCancellation($0) } ?? .open
      }
      return isComplete && isLookedAt ? .holds : .open
    }
    let entries = findings.landings.map { landing, found in
      LatestLandings.Entry(
        inputClass: landing.inputClass, page: landing.page, bound: found.time, landedAt: found.time
      ) { witness(found.end, $0, pinsEnd: true) }
    }
    let landings = LatestLandings(entries, choices)
    let lands = verdict({ $0.doesNotLand ?? $0.doesNotFinish }, named: "does-not-land") { !$0.hasFinished }
    let verdicts = plan.flow.promises.enumerated().map { index, promise in
      let isTime = if case .within = promise { true } else { false }
      let verdict = verdict(
        { $0.broken[index] }, named: "breaks-promise-\(index + 1)", pinsEnd: isTime,
        isLookedAt: promises.contains(index)
      ) { $0.broken.contains(index) }
      return Verification.PromiseVerdict(
        promise: promise, verdict: verdict, means: verdict.isProved ? .exploration : nil)
    }
    let means: Means? = isComplete ? .exploration : nil
    let unreachable = isComplete ? allFindings.unreachable(in: plan) : []
    let dead = Set(unreachable)
    let onlyCancelled = isComplete ? findings.unreachable(in: plan).filter { !dead.contains($0) } : []
    return Verification(
      flow: plan.flow.name, deadline: plan.deadline, lands: lands, landsBy: lands.isProved ? means : nil,
      worstCase: landings.worst, latestBy: means, worstByPage: landings.byPage,
      worstByInputs: landings.byInputs, promises: verdicts, unreachable: unreachable,
      onlyCancelled: onlyCancelled, bound: WorstCaseBound(plan), extent: extent)
  }

  private var extent: Verification.Extent {
    Verification.Extent(
      nodes: store.nodes.count, waiting: store.nodes.count - expanded,
      work: meter.work, incompleteness: meter.stop, coversEveryRun: isComplete)
  }
}
