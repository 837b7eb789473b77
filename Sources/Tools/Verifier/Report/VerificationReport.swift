import LaunchFlowMachine
import LaunchFlowModel

/// Reads an exploration's findings.
struct VerificationReport {
  let verification: Verification
  /// The parts that its runs reach.
  let reached: Findings

  /// The progress of an exploration.
  static func extent(of explorer: Explorer) -> Verification.Extent {
    Verification.Extent(
      states: explorer.store.stateCount, nodes: explorer.store.nodes.count,
      waiting: explorer.store.nodes.count - explorer.expanded, transitions: explorer.transitions,
      work: explorer.meter.work, incompleteness: explorer.incompleteness,
      coversEveryRun: explorer.isComplete)
  }

  /// - Parameter shouldStop: True once no more witnesses are wanted.
  init(_ explorer: Explorer, shouldStop: @escaping () -> Bool = { false }) {
    let builder = ReportBuilder(explorer: explorer, shouldStop: shouldStop)
    let plan = explorer.plan
    let landings = builder.landings()
    let lands = builder.verdict({ $0.doesNotLand ?? $0.doesNotFinish }, named: "does-not-land")
    let promises = plan.flow.promises.enumerated().map { index, promise in
      let verdict = builder.verdict(
        { $0.broken[index] }, named: "breaks-promise-\(index + 1)", pinsEnd: builder.isTime(promise),
        isLookedAt: explorer.promises.contains(index))
      return Verification.PromiseVerdict(
        promise: promise, verdict: verdict, means: verdict.isProved ? .exploration : nil)
    }
    let means: Means? = explorer.isComplete ? .exploration : nil
    verification = Verification(
      flow: plan.flow.name, deadline: plan.deadline, lands: lands, landsBy: lands.isProved ? means : nil,
      worstCase: landings.worst, latestBy: means, worstByPage: landings.byPage,
      worstByInputs: landings.byInputs, promises: promises, unreachable: builder.unreachable,
      onlyCancelled: builder.onlyCancelled, bound: WorstCaseBound(plan),
      extent: Self.extent(of: explorer))
    reached = explorer.allFindings
  }
}

/// Assembles the findings of an exploration.
struct ReportBuilder {
  let explorer: Explorer
  let shouldStop: () -> Bool

  func isTime(_ promise: Flow.Promise) -> Bool {
    if case .within = promise { true } else { false }
  }

  func verdict(
    _ end: (Findings) -> Findings.End?, named name: String, pinsEnd: Bool = false, isLookedAt: Bool = true
  ) -> Verification.Verdict {
    if let end = end(explorer.findings) {
      return run(to: end, named: name, pinsEnd: pinsEnd).map { .broken($0) } ?? .open
    }
    if let end = end(explorer.cancelledFindings) {
      return run(to: end, named: name, pinsEnd: false).map { .brokenByCancellation($0) } ?? .open
    }
    return explorer.isComplete && isLookedAt ? .holds : .open
  }

  private func run(to end: Findings.End, named name: String, pinsEnd: Bool) -> Witness? {
    guard !shouldStop() else { return nil }
    return RunPath(explorer, to: end).witness(named: name, explorer.choices, pinsEnd: pinsEnd)
  }

  var unreachable: [Verification.Unreachable] {
    explorer.isComplete ? explorer.allFindings.unreachable(in: explorer.plan) : []
  }

  var onlyCancelled: [Verification.Unreachable] {
    guard explorer.isComplete else { return [] }
    let unreachable = Set(unreachable)
    return explorer.findings.unreachable(in: explorer.plan).filter { !unreachable.contains($0) }
  }

  func landings() -> LatestLandings {
    let entries = explorer.findings.landings.map { landing, found in
      LatestLandings.Entry(
        inputClass: landing.inputClass, page: landing.page, bound: found.time, landedAt: found.time)
    }
    return LatestLandings(entries, explorer.choices) { entry, name in
      let landing = Findings.LandingClass(inputClass: entry.inputClass, page: entry.page)
      return explorer.findings.landings[landing].flatMap { run(to: $0.end, named: name, pinsEnd: true) }
    }
  }
}
