/// Everything known so far about the claims of a flow that is too large for one exploration.
struct Verdicts {
  var verification: Verification
  private let plan: FlowPlan
  var reached: Findings
  /// The other parts: those that no run reaches.
  private var unreachable: Set<Verification.Unreachable> = []
  /// Whether one exploration went through every run.
  private var isEveryPartKnown = false
  private var incompleteness: Incompleteness?

  /// Starts from an exploration that was cut short.
  init(_ verification: Verification, _ reached: Findings, _ plan: FlowPlan) {
    self.verification = verification
    self.reached = reached
    self.plan = plan
    incompleteness = verification.extent.incompleteness
  }

  mutating func settleByConstruction() {
    guard verification.lands.isOpen, Construction.everyRunLands(plan) else { return }
    verification.lands = .holds
    verification.landsBy = .construction
  }

  mutating func settleByArithmetic() {
    // A flow that may never land has no bound.
    guard verification.lands.isProved || verification.lands.isOpen else { return }
    bound(verification.bound.nanoseconds, by: .arithmetic)
  }

  /// Applies a proved bound: no run lands later.
  private mutating func bound(_ time: Int64, by means: Means) {
    for index in verification.promises.indices {
      guard case .within(let limit, _) = verification.promises[index].promise,
        verification.promises[index].verdict.isOpen, time <= limit.nanoseconds
      else { continue }
      holds(index, by: means)
    }
  }

  mutating func boundLatest(_ latest: LatestLandings, by means: Means) {
    verification.worstCase = latest.worst
    verification.worstByPage = latest.byPage
    verification.worstByInputs = latest.byInputs
    verification.latestBy = means
    if let worst = latest.worst { bound(worst.bound, by: means) }
  }

  mutating func holds(_ promise: Int, by means: Means) {
    verification.promises[promise].verdict = .holds
    verification.promises[promise].means = means
  }

  /// Notes that no run lands by a rule, nor on a page that no other rule leads to.
  mutating func isUnreachable(rule: Int) {
    let page = plan.pages[Int(plan.rules[rule].page)]
    unreachable.insert(.rule(rule, page: page))
    let others = plan.rules.indices.filter { plan.rules[$0].page == plan.rules[rule].page }
    if others.allSatisfy({ unreachable.contains(.rule($0, page: page)) }) { unreachable.insert(.page(page)) }
  }

  mutating func note(_ other: Verification, _ reached: Findings, of promises: Set<Int>) {
    self.reached.addParts(reached)
    verification.extent.add(other.extent)
    incompleteness = other.extent.incompleteness ?? incompleteness
    for promise in promises { verification.promises[promise] = other.promises[promise] }
    if other.lands.isBroken || verification.lands.isOpen {
      verification.lands = other.lands
      verification.landsBy = other.landsBy
    }
    if other.latestBy != nil {
      (verification.worstCase, verification.worstByPage) = (other.worstCase, other.worstByPage)
      (verification.worstByInputs, verification.latestBy) = (other.worstByInputs, .exploration)
      if let worst = other.worstCase { bound(worst.bound, by: .exploration) }
      verification.onlyCancelled = other.onlyCancelled
      unreachable = Set(other.unreachable)
    }
    isEveryPartKnown = isEveryPartKnown || other.extent.coversEveryRun
  }

  func finished(_ stop: Incompleteness?) -> Verification {
    var finished = verification
    let unseen = reached.unreachable(in: plan)
    finished.unreachable = unseen.filter { unreachable.contains($0) }
    finished.unseen = isEveryPartKnown ? [] : unseen.filter { !unreachable.contains($0) }
    let isOpen =
      !finished.isLatestKnown || finished.lands.isOpen || finished.promises.contains { $0.verdict.isOpen }
      || !finished.unseen.isEmpty
    finished.extent.incompleteness = isOpen ? stop ?? incompleteness : nil
    return finished
  }
}
