import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowProofChecker

extension Verifier {
  /// Has the claims of a proof of this plan confirmed by a checker that shares no code with the exploration.
  ///
  /// - Parameter shouldStop: Asked now and then; true ends the work, and what is open then stays so.
  package func confirm(
    _ verification: Verification, shouldStop: (Progress) -> Bool = { _ in false }
  ) -> Confirmation {
    withoutActuallyEscaping(shouldStop) { shouldStop in
      var confirmer = Confirmer(self, verification, shouldStop)
      return confirmer.confirm()
    }
  }
}

/// Makes certificates for the claims of a proof, and has each of them checked.
struct Confirmer {
  private let plan: FlowPlan
  private let limits: Verifier.Limits
  private let verification: Verification
  private let choices: WorldChoices
  private let caller: Proof.Caller
  private let arithmetic: ArithmeticCheck
  private var confirmation = Confirmation()
  private var open: [Confirmation.Claim]
  private var gaps: [Confirmation.Claim: Confirmation.Gap] = [:]

  init(
    _ verifier: Verifier, _ verification: Verification, _ shouldStop: @escaping (Verifier.Progress) -> Bool
  ) {
    plan = verifier.plan
    limits = verifier.limits
    self.verification = verification
    choices = WorldChoices(plan, hasSwitch: limits.hasSwitch)
    caller = Proof.Caller(shouldStop)
    arithmetic = ArithmeticCheck(plan)
    open = verification.claims
  }

  mutating func confirm() -> Confirmation {
    // Where the whole flow was explored, one certificate is for all claims.
    if verification.extent.coversEveryRun {
      confirmByStates(Set(plan.promises.indices), atMost: Self.mostStates)
    }
    if confirmation.failure == nil, arithmetic.everyRunLands {
      confirmByConstruction()
      confirmBySums()
    }
    if confirmation.failure == nil, !verification.extent.coversEveryRun {
      confirmByRules()
      confirmBySmallerFlows()
      confirmEach()
    }
    confirmation.open = open.map { ($0, gaps[$0] ?? .stopped) }
    return confirmation
  }

  /// More states take a checker too long.
  private static let mostStates = 200_000
  /// The same for each claim of a large flow.
  private static let mostStatesEach = 20_000

  private mutating func settle(_ certificate: Confirmation.Certificate, _ claims: [Confirmation.Claim]) {
    confirmation.confirmed += claims.map { ($0, certificate) }
    open.removeAll { claims.contains($0) }
  }

  private mutating func leaveOpen(_ gap: Confirmation.Gap) {
    for claim in open where gaps[claim] == nil { gaps[claim] = gap }
  }
}

// By construction and by sums.
extension Confirmer {
  /// No run lands later than at the flow's deadline.
  private mutating func confirmByConstruction() {
    let claims = open.filter { claim in
      claim == .lands || verification.bound(of: claim, plan).map { plan.deadline <= $0 } ?? false
    }
    settle(.construction, claims)
  }

  private mutating func confirmBySums() {
    guard open.contains(where: { verification.bound(of: $0, plan) != nil }) else { return }
    guard let inputs = arithmetic.inputs else { return leaveOpen(.tooManyBeginnings) }
    guard choices.inputClassCount <= Self.mostClasses, choices.obstacle == nil else { return }
    let order = StepOrder(plan).events
    var player = RehearsalPlayer(choices)
    var latest: [RunsOfSet.Landing: Int64] = [:]
    var most = 1
    for inputClass in 0..<choices.inputClassCount {
      guard !caller.stops() else { return leaveOpen(.stopped) }
      var search = LatestSearch(choices, inputClass: inputClass)
      search.search(&player)
      let literals = choices.inputClass(inputClass).map(\.literal)
      for page in plan.pages.indices {
        let sums = Sums(order: order, cases: search.cases[page])
        guard let time = arithmetic.latest(onPage: page, inputs: literals, sums) else {
          confirmation.failure = "the sums for page \(plan.pages[page]) are no certificate"
          return
        }
        if time >= 0 { latest[RunsOfSet.Landing(inputs: literals, page: page)] = time }
        most = max(most, search.cases[page].count)
      }
    }
    // All that a run may begin with must be among what was summed up.
    guard
      inputs.allSatisfy({ known in
        (0..<choices.inputClassCount).contains { choices.inputClass($0).map(\.literal) == known }
      })
    else {
      confirmation.failure = "the sums leave out some inputs"
      return
    }
    settle(.sums(cases: most), open.filter { verification.allows(latest, $0, plan) })
  }

  private static let mostClasses = 64
}

// By the landing rules.
extension Confirmer {
  private mutating func confirmByRules() {
    var claims: [Confirmation.Claim] = []
    for claim in open where !caller.stops() {
      guard let goal = goal(claim) else { continue }
      if [false, true].allSatisfy({ RulesCheck.excludes(goal, plan, isCancelled: $0) }) {
        claims.append(claim)
      }
    }
    settle(.rules, claims)
  }

  private func goal(_ claim: Confirmation.Claim) -> RulesCheck.Goal? {
    switch claim {
    case .promise(let place): return plan.promises[place].isTime ? nil : .breaks(place)
    case .unreachable(let place):
      if case .rule(let rule, _) = verification.unreachable[place] { return .lands(rule) } else { return nil }
    case .lands, .latest, .page, .inputs: return nil
    }
  }
}

// By smaller flows.
extension Confirmer {
  private mutating func confirmBySmallerFlows() {
    guard choices.obstacle == nil else { return }
    if open.contains(where: { verification.bound(of: $0, plan) != nil }) { confirmBySmallerFlow(nil) }
    for case .promise(let place) in open where !plan.promises[place].isTime { confirmBySmallerFlow(place) }
  }

  /// Each change that made the smaller flow is checked; then all of its runs are.
  private mutating func confirmBySmallerFlow(_ promise: Int?) {
    guard confirmation.failure == nil, !caller.stops() else { return }
    let smaller = SmallerFlow(choices, promise: promise, limits.shortcuts)
    guard smaller.stepCount < plan.steps.count else { return }
    var check = ReductionCheck(plan, promise: promise, hasSwitch: choices.hasSwitch)
    for reduction in smaller.reductions where !check.apply(reduction) {
      confirmation.failure = "a smaller flow may lose runs by the change \(reduction)"
      return
    }
    let small = FlowPlan(unchecked: check.flow)
    guard let widened = WorldChoices(small, hasSwitch: choices.hasSwitch).widened() else { return }
    var explorer = Explorer(small, widened, tellsTiesApart: false)
    var budget = limits.budget
    budget.states = min(budget.states, Self.mostStates)
    explorer.explore(budget) { caller.stops(Verifier.Progress(expanded: $0, found: $1)) }
    guard explorer.isComplete else { return }
    var states = ClosedSetCheck(ClosedSet(&explorer), small, promises: Set(small.promises.indices))
    switch states.check(shouldStop: { caller.stops() }) {
    case .stopped, .tooManyBeginnings: return
    case .open(let failure): confirmation.failure = failure
    case .closed(let runs):
      let certificate = Confirmation.Certificate.smallerFlow(
        steps: small.steps.count, states: explorer.store.nodes.count)
      settle(certificate, open.filter { confirms($0, runs, promise) })
    }
  }

  private func confirms(_ claim: Confirmation.Claim, _ runs: RunsOfSet, _ promise: Int?) -> Bool {
    switch claim {
    case .promise(let place) where place == promise: return !runs.isBroken[0]
    case .lands, .unreachable: return false
    case .page(let place):
      let page = verification.worstByPage[place]
      return promise == nil
        && runs.latest.allSatisfy { plan.pages[$0.key.page] != page.page || $0.value <= page.bound }
    // The smaller flow may tell fewer inputs apart.
    case .latest, .inputs, .promise:
      guard promise == nil, let bound = verification.bound(of: claim, plan) else { return false }
      return runs.latest.values.allSatisfy { $0 <= bound } && runs.latestCancelled <= bound
    }
  }
}

// By closed sets of states.
extension Confirmer {
  /// Confirms what is open claim by claim: first what no promise has a part in.
  private mutating func confirmEach() {
    let others = open.contains { claim in
      if case .promise(let place) = claim, !plan.promises[place].isTime { false } else { true }
    }
    if others { confirmByStates([], atMost: Self.mostStatesEach) }
    for case .promise(let place) in open where !plan.promises[place].isTime {
      confirmByStates([place], atMost: Self.mostStatesEach)
    }
  }

  /// All runs are explored once more, without what a checker would have to believe: the order of what happens at one
  /// instant, attempts that cannot be made, and which contents of a cache are possible. This only adds runs. The states
  /// that are found are the certificate.
  private mutating func confirmByStates(_ promises: Set<Int>, atMost states: Int) {
    guard confirmation.failure == nil else { return }
    guard !caller.stops() else { return leaveOpen(.stopped) }
    guard let widened = choices.widened() else { return leaveOpen(.tooManyBeginnings) }
    var explorer = Explorer(plan, widened, tellsTiesApart: false, promises: promises)
    var budget = limits.budget
    budget.states = min(budget.states, states)
    explorer.explore(budget) { caller.stops(Verifier.Progress(expanded: $0, found: $1)) }
    if let reason = explorer.incompleteness { return leaveOpen(.tooLarge(reason)) }
    var check = ClosedSetCheck(ClosedSet(&explorer), plan, promises: promises)
    switch check.check(shouldStop: { caller.stops() }) {
    case .stopped: leaveOpen(.stopped)
    case .tooManyBeginnings: leaveOpen(.tooManyBeginnings)
    case .open(let failure): confirmation.failure = failure
    case .closed(let runs): take(runs, promises, states: explorer.store.nodes.count)
    }
  }

  private mutating func take(_ runs: RunsOfSet, _ promises: Set<Int>, states: Int) {
    func isAbout(_ claim: Confirmation.Claim) -> Bool {
      guard case .promise(let place) = claim else { return true }
      return promises.contains(place) || plan.promises[place].isTime
    }
    let claims = open.filter { isAbout($0) && runs.confirm($0, verification, plan) }
    settle(.closedSet(states: states), claims)
    let hasMoreRuns =
      verification.extent.tellsTiesApart || !choices.malformedAttempts.isEmpty || !plan.readers.isEmpty
    for claim in open where isAbout(claim) && gaps[claim] == nil {
      if hasMoreRuns || !verification.extent.coversEveryRun {
        gaps[claim] = .moreRuns
      } else {
        confirmation.failure = "the certificate contains a run that breaks a claim"
      }
    }
  }
}

extension PlannedPromise {
  /// Whether it is about the time of the landing alone.
  fileprivate var isTime: Bool { if case .within = self { true } else { false } }
}
