import LaunchFlowMachine
import LaunchFlowModel

/// Reads an exploration's findings.
struct VerificationReport {
  let verification: Verification
  /// Whether each finding is a run in the exact order of what happens at one instant, and each latest
  /// landing is reached by its witness.
  let standsExactly: Bool
  /// The parts that its runs reach.
  let reached: Findings

  /// How far an exploration got.
  static func extent(of explorer: Explorer) -> Verification.Extent {
    Verification.Extent(
      states: explorer.store.stateCount, nodes: explorer.store.nodes.count,
      waiting: explorer.store.nodes.count - explorer.expanded, transitions: explorer.transitions,
      work: explorer.meter.work, incompleteness: explorer.incompleteness,
      coversEveryRun: explorer.isComplete, tellsTiesApart: explorer.tellsTiesApart)
  }

  /// - Parameter shouldStop: True once no more runs need be written down.
  init(_ explorer: Explorer, shouldStop: @escaping () -> Bool = { false }) {
    var builder = ReportBuilder(explorer: explorer, shouldStop: shouldStop)
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
    standsExactly = builder.standsExactly
  }
}

/// Puts together what an exploration's findings say.
struct ReportBuilder {
  let explorer: Explorer
  let shouldStop: () -> Bool
  var standsExactly = true

  init(explorer: Explorer, shouldStop: @escaping () -> Bool) {
    self.explorer = explorer
    self.shouldStop = shouldStop
  }

  func isTime(_ promise: Flow.Promise) -> Bool {
    if case .within = promise { true } else { false }
  }

  mutating func verdict(
    _ end: (Findings) -> Findings.End?, named name: String, pinsEnd: Bool = false, isLookedAt: Bool = true
  ) -> Verification.Verdict {
    if let end = end(explorer.findings) { return .broken(witness(end, named: name, pinsEnd: pinsEnd)) }
    if let end = end(explorer.cancelledFindings) {
      return .brokenByCancellation(witness(end, named: name, pinsEnd: false))
    }
    return explorer.isComplete && isLookedAt ? .holds : .open
  }

  private mutating func witness(_ end: Findings.End, named name: String, pinsEnd: Bool) -> Witness? {
    let witness = run(to: end, named: name, pinsEnd: pinsEnd)
    if witness == nil { standsExactly = false }
    return witness
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

  private typealias Entry = (landing: Findings.LandingClass, found: Findings.Landing)

  mutating func landings() -> (
    worst: Verification.Latest?, byPage: [Verification.Latest], byInputs: [Verification.InputLatest]
  ) {
    // Sorted, for a dictionary has no order; the latest first, then by inputs and page.
    let entries: [Entry] = explorer.findings.landings.map { ($0.key, $0.value) }.sorted { left, right in
      (-left.found.time, left.landing.inputClass, left.landing.page)
        < (-right.found.time, right.landing.inputClass, right.landing.page)
    }
    let worst = entries.first.map { latest($0, named: "worst-case") }
    let latestByPage = Dictionary(
      entries.map { ($0.landing.page, $0) }, uniquingKeysWith: { first, _ in first })
    let byPage = explorer.plan.pages.indices.compactMap { page in
      latestByPage[page].map { latest($0, named: "latest-on-\(explorer.plan.pages[page])") }
    }
    let firsts = Dictionary(
      entries.map { ($0.landing.inputClass, $0) }, uniquingKeysWith: { first, _ in first })
    let byInputs = explorer.literals.indices.compactMap { inputClass -> Verification.InputLatest? in
      guard let entry = firsts[inputClass] else { return nil }
      let inputs = explorer.choices.distinguishedInputs(inputClass)
      return Verification.InputLatest(inputs: inputs, latest: latest(entry, named: "worst-case"))
    }
    return (worst, byPage, byInputs)
  }

  private mutating func latest(_ entry: Entry, named name: String) -> Verification.Latest {
    let witness = run(to: entry.found.end, named: name, pinsEnd: true)
    if witness?.landsAt != entry.found.time { standsExactly = false }
    return Verification.Latest(
      bound: entry.found.time, page: explorer.plan.pages[entry.landing.page], witness: witness)
  }
}
