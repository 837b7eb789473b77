import LaunchFlowMachine
import LaunchFlowModel

/// Proves claims about every run of a flow, or finds a run that refutes them.
package struct Verifier: Sendable {
  /// The limits of a proof.
  package struct Limits: Sendable {
    /// The budget of each exploration.
    package var budget: Budget
    /// Whether the switch may go offline and come back at any moment; nil if the flow decides, by what it calls or asks.
    package var hasSwitch: Bool?
    /// The most states to explore for all promises at once, before each gets an exploration of its own.
    package var together: Int

    /// Sets limits.
    package init(budget: Budget = Budget(), hasSwitch: Bool? = nil, together: Int = 10_000) {
      self.budget = budget
      self.together = together
      self.hasSwitch = hasSwitch
    }

    /// Limits the states; the other limits are the defaults.
    package init(nodes: Int, together: Int = 10_000) {
      self.init(budget: Budget(states: nodes), together: together)
    }
  }

  /// The progress of an exploration.
  package struct Progress: Hashable, Sendable {
    /// The number of explored nodes.
    package var expanded: Int
    /// The number of nodes found so far.
    package var found: Int
  }

  package let plan: FlowPlan
  package let limits: Limits

  /// Prepares to verify a flow.
  package init(_ plan: FlowPlan, _ limits: Limits = Limits()) {
    self.plan = plan
    self.limits = limits
  }

  /// Explores and reports.
  ///
  /// Facts about parallel steps multiply the states. Facts for two promises need not be known together. So if one
  /// exploration for all promises is too large, each promise has an exploration of its own.
  ///
  /// - Parameter shouldStop: Called about ten times a second; true ends the exploration, and the result states how far it
  ///   got.
  package func verify(shouldStop: (Progress) -> Bool = { _ in false }) -> Verification {
    withoutActuallyEscaping(shouldStop) { shouldStop in
      var proof = Proof(plan, WorldChoices(plan, hasSwitch: limits.hasSwitch), limits, shouldStop)
      return proof.verify()
    }
  }
}

/// The explorations of one flow.
private struct Proof {
  let plan: FlowPlan
  let choices: WorldChoices
  let limits: Verifier.Limits
  let caller: Caller

  /// Asks the caller whether to stop, and remembers a yes.
  final class Caller {
    private let shouldStop: (Verifier.Progress) -> Bool
    private var progress = Verifier.Progress(expanded: 0, found: 0)
    private(set) var hasStopped = false

    init(_ shouldStop: @escaping (Verifier.Progress) -> Bool) { self.shouldStop = shouldStop }

    func stops(_ newest: Verifier.Progress? = nil) -> Bool {
      if let newest { progress = newest }
      hasStopped = hasStopped || shouldStop(progress)
      return hasStopped
    }
  }

  init(
    _ plan: FlowPlan, _ choices: WorldChoices, _ limits: Verifier.Limits,
    _ shouldStop: @escaping (Verifier.Progress) -> Bool
  ) {
    self.plan = plan
    self.choices = choices
    self.limits = limits
    caller = Caller(shouldStop)
  }

  mutating func verify() -> Verification {
    var verification = verifyAll()
    if case .states = verification.extent.incompleteness {
      verification.extent.incompleteness = .states(limits.budget.states)
    }
    return verification
  }

  private func verifyAll() -> Verification {
    let all = Set(plan.promises.indices)
    let asking = plan.promises.indices.filter { if case .within = plan.promises[$0] { false } else { true } }
    var first = limits.budget
    if asking.count > 1 { first.states = min(first.states, limits.together) }
    let whole = verify(all, within: first)
    guard case .states = whole.extent.incompleteness, first.states < limits.budget.states else {
      return whole
    }
    let others = all.subtracting(asking)
    let left = limits.budget.minus(whole.extent)
    var found = verify(others, within: left)
    for promise in asking {
      guard found.extent.incompleteness == nil || found.extent.nodes < left.states, !caller.hasStopped else {
        found.extent.incompleteness =
          found.extent.incompleteness ?? (caller.hasStopped ? .stopped : .states(0))
        break
      }
      found.add(verify(others.union([promise]), within: left.minus(found.extent)), of: promise)
    }
    return found
  }

  private func verify(_ promises: Set<Int>, within budget: Budget) -> Verification {
    let quick = report(promises, within: budget, tellsTiesApart: false)
    guard quick.verification.extent.isComplete, !quick.standsExactly else { return quick.verification }
    let exact = report(promises, within: budget, tellsTiesApart: true).verification
    return exact.extent.isComplete ? exact : quick.verification
  }

  /// Makes one exploration. Its states are freed with the report.
  private func report(
    _ promises: Set<Int>, within budget: Budget, tellsTiesApart: Bool
  ) -> VerificationReport {
    var explorer = Explorer(plan, choices, tellsTiesApart: tellsTiesApart, promises: promises)
    explorer.explore(budget) { expanded, found in
      caller.stops(Verifier.Progress(expanded: expanded, found: found))
    }
    return VerificationReport(explorer) { caller.stops() }
  }
}

extension Budget {
  /// What is left of it after an exploration.
  fileprivate func minus(_ extent: Verification.Extent) -> Budget {
    Budget(states: states - extent.nodes, work: work - extent.work, memory: memory)
  }
}

/// Reads an exploration's findings.
struct VerificationReport {
  let verification: Verification
  /// Whether each finding is a run in the exact order of what happens at one instant, and each latest
  /// landing is reached by its witness.
  let standsExactly: Bool

  /// - Parameter shouldStop: True once no more runs need be written down.
  init(_ explorer: Explorer, shouldStop: @escaping () -> Bool = { false }) {
    var builder = ReportBuilder(explorer: explorer, shouldStop: shouldStop)
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
        work: explorer.meter.work, incompleteness: explorer.incompleteness,
        tellsTiesApart: explorer.tellsTiesApart))
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
      let inputs = zip(explorer.plan.flow.inputs, explorer.choices.inputClass(inputClass)).map {
        Flow.NamedValue($0.name, $1.value)
      }
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
