import LaunchFlowMachine

/// Outcomes that the landing rules exclude, for every order and every duration of the steps.
///
/// The landing rules read facts, and a fact never changes once it is known. So it does not matter which
/// events led to the landing. At that moment some steps had settled, each with an outcome, and the others
/// were open. This type examines every such assignment, even if no run leads to it:
///
/// - the rules, read with open facts unknown, land on a page;
/// - before a step started, all its needs were available, and all steps that it waits for had settled;
/// - a skipped step lacks a need, or its condition is false;
/// - the landing cancels open steps, except the tail and continuing steps, which may settle with any outcome.
///
/// If none of them breaks a claim, no run does: every run passes through one of them. This holds with lanes,
/// groups, polls, retries and the switch, since it does not depend on how a step gets to its status. An
/// assignment that breaks a claim proves nothing.
struct RuleLogic {
  enum Goal {
    case broken
    case landing(rule: Int)
  }

  private let plan: FlowPlan
  private let table: FactTable
  private let promise: PlannedPromise?
  private var goal = Goal.broken
  /// By fact: its chosen value, or -1.
  private var chosen: [Int]
  /// The possible truth of the rules at the landing under the chosen values, and that of the promise at the end.
  private var rules: ConditionBoard
  private var claim: ConditionBoard
  /// The questions of the promise about the page.
  private let pageNodes: [Int]
  /// The number of partial assignments that may still be examined for a goal.
  private var nodesLeft = 0

  /// - Parameters:
  ///   - promise: The promise to check; nil for questions about rules alone.
  ///   - cancelled: Whether to examine the runs that are cancelled before their landing, or the others.
  init(_ choices: WorldChoices, about promise: PlannedPromise? = nil, cancelled: Bool) {
    let plan = choices.plan
    self.plan = plan
    self.promise = promise
    let roots: [Int32] =
      switch promise {
      case .within, nil: []
      case .never(let node), .always(let node): [node]
      case .implies(let premise, let conclusion): [premise, conclusion]
      }
    table = FactTable(roots, choices, cancelled: cancelled)
    chosen = table.facts.map { _ in -1 }
    func leaf(_ node: Int) -> TruthSet {
      switch plan.conditions[node].kind {
      case .landing: .unknown
      case .cached: .known
      default: .any
      }
    }
    rules = ConditionBoard(plan, plan.rules.map(\.condition), leaf: leaf)
    claim = ConditionBoard(plan, roots, leaf: leaf)
    pageNodes = roots.filter { $0 >= 0 }.flatMap { root in
      (Int(root)..<Int(plan.conditions[Int(root)].end)).filter { plan.conditions[$0].kind == .landing }
    }
    for fact in table.facts.indices { show(fact) }
  }

  /// Whether no assignment reaches the goal; false also if the search is too long, or the caller stops it.
  ///
  /// - Parameter words: The work that it may still use, as in `Budget.work`; reduced by the work that it
  ///   used.
  mutating func excludes(_ goal: Goal, within words: inout Int, shouldStop: () -> Bool = { false }) -> Bool {
    guard words > 0, !table.asksRounds, table.facts.count <= Self.mostFacts else { return false }
    self.goal = goal
    nodesLeft = 20_000
    defer { for fact in chosen.indices where chosen[fact] >= 0 { choose(-1, fact, &words) } }
    return isExcluded(from: 0, &words, shouldStop)
  }

  /// More facts would take too long.
  private static let mostFacts = 256

  /// Whether no assignment of the remaining facts reaches the goal; false also if there are too many.
  private mutating func isExcluded(from fact: Int, _ words: inout Int, _ shouldStop: () -> Bool) -> Bool {
    nodesLeft -= 1
    words -= 16 + plan.rules.count
    if nodesLeft % 64 == 0, shouldStop() { nodesLeft = 0 }
    guard nodesLeft > 0, words > 0 else { return false }
    guard isPossible() else { return true }
    guard fact < table.facts.count else { return false }
    for value in table.facts[fact].values.indices {
      choose(value, fact, &words)
      if isConsistent(fact), !isExcluded(from: fact + 1, &words, shouldStop) { return false }
    }
    choose(-1, fact, &words)
    return true
  }

  private mutating func choose(_ value: Int, _ fact: Int, _ words: inout Int) {
    words -= table.facts[fact].ruleNodes.count + table.facts[fact].claimNodes.count
    chosen[fact] = value
    show(fact)
  }

  /// Gives the conditions the possible answers to all questions about a fact.
  private mutating func show(_ place: Int) {
    let fact = table.facts[place]
    func answer(_ question: Int, _ settled: (Fact.Value) -> Fact.Settled?) -> TruthSet {
      if let value = value(place) { return table.truth(question, settled(value)) }
      return TruthSet(bits: fact.values.reduce(0) { $0 | table.truth(question, settled($1)).bits })
    }
    for node in fact.ruleNodes { rules.set(node, answer(node) { $0.landing }) }
    for node in fact.claimNodes { claim.set(node, answer(node) { $0.end }) }
    guard case .step(let step) = fact.subject else { return }
    for node in fact.cachedNodes {
      rules.set(node, isCached(step, value(place)))
      claim.set(node, isCached(step, value(place)))
    }
  }

  /// Whether some possible landing reaches the goal.
  private mutating func isPossible() -> Bool {
    switch goal {
    case .landing(let rule): mayLand(by: rule)
    case .broken:
      firstDecider(from: 0) { logic, rule in logic.mayBreak(landingOn: logic.plan.rules[rule].page) }
    }
  }

  /// Whether a rule from `first` on can decide the landing and pass a test. Each rule before it is false, or
  /// is unknown and agrees with it.
  private mutating func firstDecider(
    from first: Int, where passes: (inout RuleLogic, Int) -> Bool
  ) -> Bool {
    // The agreement of the unknown rules so far, if there are any.
    var agreement: Int32?
    for (rule, planned) in plan.rules.enumerated() {
      let truth = rules[planned.condition]
      let agrees = agreement.map { $0 == planned.agreement } ?? true
      if rule >= first, agrees, truth.mayBe(.yes), passes(&self, rule) { return true }
      if truth.mayBe(.no) { continue }
      guard agrees, truth.mayBe(.unknown) else { return false }
      agreement = planned.agreement
    }
    return false
  }

  /// Whether a rule can be the first one that is not known to be false, and it or an agreeing rule decides the landing.
  private mutating func mayLand(by rule: Int) -> Bool {
    let planned = plan.rules[rule]
    guard plan.rules[..<rule].allSatisfy({ rules[$0.condition].mayBe(.no) }) else { return false }
    if rules[planned.condition].mayBe(.yes) { return true }
    guard rules[planned.condition].mayBe(.unknown) else { return false }
    return firstDecider(from: rule + 1) { logic, other in
      logic.plan.rules[other].agreement == planned.agreement
    }
  }

  private mutating func mayBreak(landingOn page: Int32) -> Bool {
    for node in pageNodes { claim.set(node, TruthSet(Truth(plan.conditions[node].operand == page))) }
    let notKept = TruthSet(bits: TruthSet.no.bits | TruthSet.unknown.bits)
    return switch promise {
    case .within, nil: true
    case .never(let node): claim[node].mayBe(.yes)
    case .always(let node): claim[node].mayBe(notKept)
    case .implies(let premise, let conclusion):
      claim[premise].mayBe(.yes) && claim[conclusion].mayBe(notKept)
    }
  }

  /// Whether a cache that a step reads may hold a usable value. With one, the step fails only by a refusal
  /// that no fallback hides. A step that reads a cache and has no fallback succeeds only with one.
  private func isCached(_ step: Int, _ value: Fact.Value?) -> TruthSet {
    guard let end = value?.end else { return .known }
    if table.excludesCache(end, of: step) { return .no }
    let needsCache = plan.steps[step].kind == .cache && plan.steps[step].fallbacks.isEmpty
    return needsCache && end.status == .succeeded ? .yes : .known
  }

  /// Whether a fact's value is consistent with the chosen values of the other facts.
  private func isConsistent(_ fact: Int) -> Bool {
    isConsistentAlone(fact) && table.dependents[fact].allSatisfy { chosen[$0] < 0 || isConsistentAlone($0) }
  }

  private func isConsistentAlone(_ fact: Int) -> Bool {
    guard case .step(let step) = table.facts[fact].subject else { return true }
    let value = table.facts[fact].values[chosen[fact]]
    if value.landing?.hasStarted ?? false, !hasBeenReady(fact, { $0.landing }) { return false }
    if value.end.hasStarted, !hasBeenReady(fact, { $0.end }) { return false }
    guard Fact.isPlain(step, plan) else { return true }
    // A step with an unavailable need is not open.
    if value.landing == nil, !plan.steps[step].isTail,
      directNeeds(fact).contains(where: { $0.landing.map { !$0.status.isAvailable } ?? false })
    {
      return false
    }
    guard table.isSkippedForNeeds[fact] else { return true }
    if value.landing?.status == .skipped, allAreAvailable(fact, { $0.landing }) { return false }
    if value.end.status == .skipped, allAreAvailable(fact, { $0.end }) { return false }
    return true
  }

  private func hasBeenReady(_ fact: Int, _ settled: (Fact.Value) -> Fact.Settled?) -> Bool {
    table.needs[fact].allSatisfy { need in
      value(need.fact).map { settled($0)?.status.isAvailable ?? false } ?? true
    } && table.waits[fact].allSatisfy { wait in value(wait).map { settled($0) != nil } ?? true }
  }

  private func allAreAvailable(_ fact: Int, _ settled: (Fact.Value) -> Fact.Settled?) -> Bool {
    table.needs[fact].allSatisfy { need in
      !need.isDirect || value(need.fact).map { settled($0)?.status.isAvailable ?? false } ?? false
    }
  }

  private func directNeeds(_ fact: Int) -> [Fact.Value] {
    table.needs[fact].filter(\.isDirect).compactMap { value($0.fact) }
  }

  private func value(_ fact: Int) -> Fact.Value? {
    chosen[fact] < 0 ? nil : table.facts[fact].values[chosen[fact]]
  }
}
