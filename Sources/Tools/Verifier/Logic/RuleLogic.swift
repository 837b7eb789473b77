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
  /// By node of a condition: the answers of its fact's values, at the landing and at the end of the run.
  private let openAnswers: [(landing: TruthSet, end: TruthSet)]
  /// The number of partial assignments that may still be examined for a goal, and the work.
  private var nodesLeft = 0
  private var words = 0

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
    let table = FactTable(roots, choices, cancelled: cancelled)
    self.table = table
    chosen = table.facts.map { _ in -1 }
    openAnswers = plan.conditions.indices.map { node in
      guard table.factOfQuestion[node] >= 0 else { return (.any, .any) }
      let values = table.facts[table.factOfQuestion[node]].values
      func answers(_ settled: (Fact.Value) -> Fact.Settled?) -> TruthSet {
        TruthSet(bits: values.reduce(0) { $0 | table.truth(node, settled($1)).bits })
      }
      return (answers { $0.landing }, answers { $0.end })
    }
  }

  /// Whether no assignment reaches the goal; false also if the search is too long, or the caller stops it.
  ///
  /// - Parameter words: The work that it may still use, as in `Budget.work`; reduced by the work that it
  ///   used.
  mutating func excludes(_ goal: Goal, within words: inout Int, shouldStop: () -> Bool = { false }) -> Bool {
    guard words > 0, !table.asksRounds, table.facts.count <= Self.mostFacts else { return false }
    self.goal = goal
    nodesLeft = 20_000
    self.words = words
    defer {
      words = self.words
      for fact in chosen.indices { chosen[fact] = -1 }
    }
    return isExcluded(from: 0, shouldStop)
  }

  /// More facts would take too long.
  private static let mostFacts = 256

  /// Whether no assignment of the remaining facts reaches the goal; false also if there are too many.
  private mutating func isExcluded(from fact: Int, _ shouldStop: () -> Bool) -> Bool {
    nodesLeft -= 1
    words -= 16
    if nodesLeft % 64 == 0, shouldStop() { nodesLeft = 0 }
    guard nodesLeft > 0, words > 0 else { return false }
    guard isPossible() else { return true }
    guard fact < table.facts.count else { return false }
    for value in table.facts[fact].values.indices {
      chosen[fact] = value
      if isConsistent(fact), !isExcluded(from: fact + 1, shouldStop) { return false }
    }
    chosen[fact] = -1
    return true
  }

  /// The possible truth of a rule's condition at the landing, or of a claim's at the end of a run that landed on a page.
  private mutating func truth(of root: Int32, landedOn page: Int32? = nil) -> TruthSet {
    guard root >= 0 else { return .yes }
    words -= Int(plan.conditions[Int(root)].end - root)
    return plan.possibleTruth(of: Int(root)) { answer($0, page) }
  }

  private func answer(_ question: Int, _ page: Int32?) -> TruthSet {
    let node = plan.conditions[question]
    switch node.kind {
    case .landing: return page.map { TruthSet(Truth(node.operand == $0)) } ?? .unknown
    case .cached:
      let step = Int(plan.readers[Int(node.subject)].step)
      return isCached(step, table.factOfStep[step] < 0 ? nil : value(table.factOfStep[step]))
    case .status, .name, .input, .offline:
      guard let value = value(table.factOfQuestion[question]) else {
        return page == nil ? openAnswers[question].landing : openAnswers[question].end
      }
      return table.truth(question, page == nil ? value.landing : value.end)
    case .given, .atLeast, .not: return .any
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
      let truth = truth(of: planned.condition)
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
    for earlier in plan.rules[..<rule] where !truth(of: earlier.condition).mayBe(.no) { return false }
    let truth = truth(of: planned.condition)
    if truth.mayBe(.yes) { return true }
    guard truth.mayBe(.unknown) else { return false }
    return firstDecider(from: rule + 1) { logic, other in
      logic.plan.rules[other].agreement == planned.agreement
    }
  }

  private mutating func mayBreak(landingOn page: Int32) -> Bool {
    let notKept = TruthSet(bits: TruthSet.no.bits | TruthSet.unknown.bits)
    return switch promise {
    case .within, nil: true
    case .never(let node): truth(of: node, landedOn: page).mayBe(.yes)
    case .always(let node): truth(of: node, landedOn: page).mayBe(notKept)
    case .implies(let premise, let conclusion):
      truth(of: premise, landedOn: page).mayBe(.yes) && truth(of: conclusion, landedOn: page).mayBe(notKept)
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
    guard plan.isPlain(step) else { return true }
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
