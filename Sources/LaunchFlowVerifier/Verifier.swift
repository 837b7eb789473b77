import LaunchFlowMachine
import LaunchFlowModel

/// Proves what holds in every run of a flow, or shows a run in which it does not.
package struct Verifier: Sendable {
  /// How much to do.
  package struct Limits: Sendable {
    /// The most nodes to explore.
    package var nodes: Int
    /// Whether the switch may go offline and come back at any moment; nil where the flow mentions it.
    package var hasSwitch: Bool?

    /// Sets limits.
    package init(nodes: Int = 2_000_000, hasSwitch: Bool? = nil) {
      self.nodes = nodes
      self.hasSwitch = hasSwitch
    }
  }

  /// How far an exploration has come.
  package struct Progress: Hashable, Sendable {
    /// Nodes looked at.
    package var expanded: Int
    /// Nodes found so far.
    package var found: Int
  }

  package let plan: FlowPlan
  package let limits: Limits

  /// Sets out to verify a flow.
  package init(_ plan: FlowPlan, _ limits: Limits = Limits()) {
    self.plan = plan
    self.limits = limits
  }

  /// Explores and reports.
  ///
  /// - Parameter shouldStop: Asked now and then; true ends the exploration, and the answer says how far it got.
  package func verify(shouldStop: (Progress) -> Bool = { _ in false }) -> Verification {
    let choices = WorldChoices(plan, hasSwitch: limits.hasSwitch)
    let quick = explore(choices, tellsTiesApart: false, shouldStop)
    let report = VerificationReport(quick)
    if quick.isComplete, !report.standsExactly {
      let exact = explore(choices, tellsTiesApart: true, shouldStop)
      if exact.isComplete { return VerificationReport(exact).verification }
    }
    return report.verification
  }

  private func explore(
    _ choices: WorldChoices, tellsTiesApart: Bool, _ shouldStop: (Progress) -> Bool
  ) -> Explorer {
    var explorer = Explorer(plan, choices, tellsTiesApart: tellsTiesApart)
    explorer.explore(budget: limits.nodes) { expanded, found in
      shouldStop(Progress(expanded: expanded, found: found))
    }
    return explorer
  }
}

/// Reads an exploration's findings.
struct VerificationReport {
  let verification: Verification
  /// Whether each finding is a run in the exact order of what happens at one instant, and each latest
  /// landing is reached by its witness.
  let standsExactly: Bool

  init(_ explorer: Explorer) {
    var builder = ReportBuilder(explorer: explorer)
    let plan = explorer.plan
    let landings = builder.landings()
    let lands = builder.verdict({ $0.doesNotLand ?? $0.doesNotFinish }, named: "does-not-land")
    let promises = plan.flow.promises.enumerated().map { index, promise in
      Verification.PromiseVerdict(
        promise: promise,
        verdict: builder.verdict(
          { $0.broken[index] }, named: "breaks-promise-\(index + 1)", pinsEnd: builder.isTime(promise)))
    }
    verification = Verification(
      flow: plan.flow.name, deadline: plan.deadline, lands: lands, worstCase: landings.worst,
      worstByPage: landings.byPage, worstByInputs: landings.byInputs, promises: promises,
      unreachable: builder.unreachable, onlyCancelled: builder.onlyCancelled,
      bound: WorstCaseBound(plan),
      extent: Verification.Extent(
        states: explorer.store.stateCount, nodes: explorer.store.nodes.count,
        waiting: explorer.store.nodes.count - explorer.expanded, transitions: explorer.transitions,
        isComplete: explorer.isComplete, tellsTiesApart: explorer.tellsTiesApart))
    standsExactly = builder.standsExactly
  }
}

/// Puts together what an exploration's findings say.
struct ReportBuilder {
  let explorer: Explorer
  var standsExactly = true

  init(explorer: Explorer) {
    self.explorer = explorer
  }

  func isTime(_ promise: Flow.Promise) -> Bool {
    if case .within = promise { true } else { false }
  }

  mutating func verdict(
    _ end: (Findings) -> Findings.End?, named name: String, pinsEnd: Bool = false
  ) -> Verification.Verdict {
    if let end = end(explorer.findings) { return .broken(witness(end, named: name, pinsEnd: pinsEnd)) }
    if let end = end(explorer.cancelledFindings) {
      return .brokenByCancellation(witness(end, named: name, pinsEnd: false))
    }
    return explorer.isComplete ? .holds : .open
  }

  private mutating func witness(_ end: Findings.End, named name: String, pinsEnd: Bool) -> Witness? {
    let witness = RunPath(explorer, to: end).witness(named: name, explorer.choices, pinsEnd: pinsEnd)
    if witness == nil { standsExactly = false }
    return witness
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
    let byPage = explorer.plan.pages.indices.compactMap { page in
      entries.first { $0.landing.page == page }.map { entry in
        latest(entry, named: "latest-on-\(explorer.plan.pages[page])")
      }
    }
    let byInputs = explorer.literals.indices.compactMap { inputClass -> Verification.InputLatest? in
      guard let entry = entries.first(where: { $0.landing.inputClass == inputClass }) else { return nil }
      let inputs = zip(explorer.plan.flow.inputs, explorer.choices.inputClass(inputClass)).map {
        Flow.NamedValue($0.name, $1.value)
      }
      return Verification.InputLatest(inputs: inputs, latest: latest(entry, named: "worst-case"))
    }
    return (worst, byPage, byInputs)
  }

  private mutating func latest(_ entry: Entry, named name: String) -> Verification.Latest {
    let witness = RunPath(explorer, to: entry.found.end)
      .witness(named: name, explorer.choices, pinsEnd: true)
    if witness?.landsAt != entry.found.time { standsExactly = false }
    return Verification.Latest(
      bound: entry.found.time, page: explorer.plan.pages[entry.landing.page], witness: witness)
  }
}
