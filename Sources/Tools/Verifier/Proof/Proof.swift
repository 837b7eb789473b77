/// Decides the claims about one flow, each by the cheapest sufficient means.
struct Proof {
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
    _ plan: FlowPlan, _ limits: Verifier.Limits, _ shouldStop: @escaping (Verifier.Progress) -> Bool
  ) {
    self.plan = plan
    choices = WorldChoices(plan, hasSwitch: limits.hasSwitch)
    self.limits = limits
    caller = Caller(shouldStop)
  }

  /// Decides the claims.
  func verify() -> Verification {
    let (first, reached) = explore(Set(plan.promises.indices), within: firstBudget)
    guard !first.extent.coversEveryRun, mayGoOn(after: first) else { return first }
    var verdicts = Verdicts(first, reached, plan)
    if limits.shortcuts.contains(.construction) { verdicts.settleByConstruction() }
    if limits.shortcuts.contains(.arithmetic) { verdicts.settleByArithmetic() }
    guard choices.obstacle == nil else { return verdicts.verification }
    let allowance = limits.budget.minus(first.extent).limited(to: limits.budget.share(Self.logicBudget)).work
    var words = allowance
    provePromises(&verdicts, &words)
    rehearse(&verdicts)
    excludeRules(&verdicts, &words)
    // All means draw on one budget.
    verdicts.verification.extent.work += allowance - words
    exploreWhatIsOpen(&verdicts)
    return verdicts.finished(caller.hasStopped ? .stopped : nil)
  }

  /// Whether a part of the flow, or another means, may decide more than the first exploration.
  private func mayGoOn(after first: Verification) -> Bool {
    if !limits.shortcuts.isEmpty { return true }
    if case .states = first.extent.incompleteness {
      return firstBudget.states < limits.budget.states
    }
    return false
  }

  /// The budget of a first exploration of everything together.
  private var firstBudget: Budget {
    var share = limits.budget.share(Budget(states: 10_000, work: 25_000_000, memory: 100_000_000))
    if let together = limits.together { share.states = min(together, limits.budget.states) }
    if limits.shortcuts.isEmpty { (share.work, share.memory) = (limits.budget.work, limits.budget.memory) }
    return share
  }

  private func rehearse(_ verdicts: inout Verdicts) {
    guard limits.shortcuts.contains(.rehearsals), !caller.hasStopped else { return }
    var stage = RehearsalStage(choices, verdicts, usesArithmetic: limits.shortcuts.contains(.arithmetic))
    stage.play(work: limits.rehearsals) { caller.stops() }
    verdicts = stage.verdicts
    // An event touches each step's state.
    verdicts.verification.extent.work += stage.work * 4 * plan.steps.count
  }

  /// The work of the landing rules' logic, for all promises and rules together.
  private static let logicBudget = Budget(work: 100_000_000)
  /// The work of a promise's table of facts, for each question in the flow.
  private static let tableWords = 64

  /// Proves promises by the landing rules alone: of cancelled runs, and of all others.
  private func provePromises(_ verdicts: inout Verdicts, _ words: inout Int) {
    guard limits.shortcuts.contains(.rules) else { return }
    for promise in plan.promises.indices where verdicts.verification.promises[promise].verdict.isOpen {
      guard !caller.hasStopped, words > 0 else { return }
      if case .within = plan.promises[promise] { continue }
      let isExcluded = [false, true].allSatisfy { cancelled in
        words -= Self.tableWords * plan.conditions.count
        var logic = RuleLogic(choices, about: plan.promises[promise], cancelled: cancelled)
        return logic.excludes(.broken, within: &words) { caller.stops() }
      }
      if isExcluded { verdicts.holds(promise, by: .rules) }
    }
  }

  /// Finds the rules that the rules before them exclude.
  private func excludeRules(_ verdicts: inout Verdicts, _ words: inout Int) {
    guard limits.shortcuts.contains(.rules) else { return }
    var logics = [false, true].map { RuleLogic(choices, cancelled: $0) }
    for rule in plan.rules.indices where !verdicts.reached.isRuleUsed[rule] && !caller.hasStopped {
      let isExcluded = logics.indices.allSatisfy {
        logics[$0].excludes(.landing(rule: rule), within: &words) { caller.stops() }
      }
      if isExcluded { verdicts.isUnreachable(rule: rule) }
    }
  }

  private func exploreWhatIsOpen(_ verdicts: inout Verdicts) {
    if !verdicts.verification.isLatestKnown || verdicts.verification.lands.isOpen {
      // If the claim is already proved, the exploration only narrows the bound.
      let isNeeded = verdicts.verification.latestBy == nil || verdicts.verification.lands.isOpen
      explore(&verdicts, for: [], atMost: isNeeded ? limits.budget : narrowing)
    }
    for promise in plan.promises.indices where verdicts.verification.promises[promise].verdict.isOpen {
      explore(&verdicts, for: [promise], atMost: limits.budget)
    }
  }

  private var narrowing: Budget {
    limits.budget.share(Budget(states: 50_000, work: 50_000_000, memory: 200_000_000))
  }

  private func explore(_ verdicts: inout Verdicts, for promises: Set<Int>, atMost most: Budget) {
    guard !caller.hasStopped else { return }
    let left = limits.budget.minus(verdicts.verification.extent).limited(to: most)
    guard left.states > 0, left.work > 0 else { return }
    let (found, reached) = explore(promises, within: left)
    verdicts.note(found, reached, of: promises)
  }

  /// Makes one exploration. Its states are freed at its end.
  private func explore(_ promises: Set<Int>, within budget: Budget) -> (Verification, reached: Findings) {
    var explorer = Explorer(plan, choices, promises: promises)
    explorer.explore(budget) { expanded, found in
      caller.stops(Verifier.Progress(expanded: expanded, found: found))
    }
    return (explorer.verification { caller.stops() }, explorer.allFindings)
  }
}

extension Budget {
  fileprivate func minus(_ extent: Verification.Extent) -> Budget {
    Budget(states: states - extent.nodes, work: work - extent.work, memory: memory)
  }

  fileprivate func limited(to other: Budget) -> Budget {
    Budget(
      states: min(states, other.states), work: min(work, other.work), memory: min(memory, other.memory))
  }
}
