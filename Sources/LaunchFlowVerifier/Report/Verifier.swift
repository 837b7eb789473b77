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
    /// The most nodes to explore for all promises at once, before each gets an exploration of its own.
    package var together: Int

    /// Sets limits.
    package init(nodes: Int = 2_000_000, hasSwitch: Bool? = nil, together: Int = 10_000) {
      self.nodes = nodes
      self.together = together
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
  /// What conditions ask of steps side by side multiplies; what two promises ask need not be known together.
  /// So where all at once are too much, each promise is explored on its own.
  ///
  /// - Parameter shouldStop: Asked now and then; true ends the exploration, and the answer says how far it got.
  package func verify(shouldStop: (Progress) -> Bool = { _ in false }) -> Verification {
    let choices = WorldChoices(plan, hasSwitch: limits.hasSwitch)
    let asking = plan.promises.indices.filter { if case .within = plan.promises[$0] { false } else { true } }
    let together = asking.count > 1 ? min(limits.nodes, limits.together) : limits.nodes
    var isStopped = false
    func stops(_ progress: Progress) -> Bool {
      isStopped = isStopped || shouldStop(progress)
      return isStopped
    }
    let whole = verify(choices, Set(plan.promises.indices), atMost: together, stops)
    guard !whole.extent.isComplete, together < limits.nodes, !isStopped else { return whole }
    let others = Set(plan.promises.indices).subtracting(asking)
    let left = limits.nodes - whole.extent.nodes
    var found = verify(choices, others, atMost: left, stops)
    for promise in asking {
      guard found.extent.nodes < left, !isStopped else {
        found.extent.isComplete = false
        break
      }
      let own = verify(choices, others.union([promise]), atMost: left - found.extent.nodes, stops)
      found.add(own, of: promise)
    }
    return found
  }

  private func verify(
    _ choices: WorldChoices, _ promises: Set<Int>, atMost nodes: Int, _ shouldStop: (Progress) -> Bool
  ) -> Verification {
    func explore(tellsTiesApart: Bool) -> Explorer {
      var explorer = Explorer(plan, choices, tellsTiesApart: tellsTiesApart, promises: promises)
      explorer.explore(budget: nodes) { expanded, found in
        shouldStop(Progress(expanded: expanded, found: found))
      }
      return explorer
    }
    let quick = explore(tellsTiesApart: false)
    let report = VerificationReport(quick)
    if quick.isComplete, !report.standsExactly {
      let exact = explore(tellsTiesApart: true)
      if exact.isComplete { return VerificationReport(exact).verification }
    }
    return report.verification
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
    let bound = WorstCaseBound(plan)
    let promises = plan.flow.promises.enumerated().map { index, promise in
      if !explorer.isComplete, explorer.findings.doesNotLand == nil, case .within(let limit) = promise,
        bound.nanoseconds <= limit.nanoseconds
      {
        // Arithmetic shows it, however far the exploration has come.
        return Verification.PromiseVerdict(promise: promise, verdict: .holds)
      }
      return Verification.PromiseVerdict(
        promise: promise,
        verdict: builder.verdict(
          { $0.broken[index] }, named: "breaks-promise-\(index + 1)", pinsEnd: builder.isTime(promise),
          isLookedAt: explorer.promises.contains(index)))
    }
    verification = Verification(
      flow: plan.flow.name, deadline: plan.deadline, lands: lands, worstCase: landings.worst,
      worstByPage: landings.byPage, worstByInputs: landings.byInputs, promises: promises,
      unreachable: builder.unreachable, onlyCancelled: builder.onlyCancelled,
      bound: bound,
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
    _ end: (Findings) -> Findings.End?, named name: String, pinsEnd: Bool = false, isLookedAt: Bool = true
  ) -> Verification.Verdict {
    if let end = end(explorer.findings) { return .broken(witness(end, named: name, pinsEnd: pinsEnd)) }
    if let end = end(explorer.cancelledFindings) {
      return .brokenByCancellation(witness(end, named: name, pinsEnd: false))
    }
    return explorer.isComplete && isLookedAt ? .holds : .open
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
