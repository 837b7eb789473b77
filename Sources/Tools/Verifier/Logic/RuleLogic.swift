import LaunchFlowMachine
import LaunchFlowModel

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
  /// The goal of a search.
  enum Goal {
    case broken(PlannedPromise)
    case landing(rule: Int)
  }

  private let plan: FlowPlan
  private let table: FactTable
  private var goal = Goal.landing(rule: 0)
  /// By fact: its chosen value, or -1.
  private var chosen: [Int]
  /// By rule: the possible values of its condition under the chosen values.
  private var rules: [TruthSet]
  /// By fact: the rules that ask about it.
  private let rulesOfFact: [[Int]]
  /// The number of partial assignments that may still be examined for a goal; long conditions count more.
  private var nodesLeft = 0

  /// - Parameters:
  ///   - promise: The promise to check; nil for questions about rules alone.
  ///   - cancelled: Whether to examine the runs that are cancelled before their landing, or the others.
  init(_ choices: WorldChoices, about promise: PlannedPromise? = nil, cancelled: Bool) {
    plan = choices.plan
    let roots: [Int32] =
      switch promise {
      case .within, nil: []
      case .never(let node), .always(let node): [node]
      case .implies(let premise, let conclusion): [premise, conclusion]
      }
    table = FactTable(roots, choices, cancelled: cancelled)
    chosen = table.facts.map { _ in -1 }
    rules = []
    rulesOfFact = table.rulesOfFacts
  }

  /// Whether no assignment reaches the goal; false also if the search is too long, or the caller stops it.
  ///
  /// - Parameter words: The work that it may still use, as in `Budget.work`; reduced by the work that it
  ///   used.
  mutating func excludes(_ goal: Goal, within words: inout Int, shouldStop: () -> Bool = { false }) -> Bool {
    guard words > 0, !table.asksRounds, table.facts.count <= Self.mostFacts else { return false }
    self.goal = goal
    nodesLeft = 20_000
    for fact in chosen.indices { chosen[fact] = -1 }
    rules = plan.rules.indices.map { truth(ofRule: $0) }
    words -= plan.conditions.count
    return isExcluded(from: 0, &words, shouldStop)
  }

  /// More facts would take too long.
  private static let mostFacts = 256

  /// Whether no assignment of the remaining facts reaches the goal; false also if there are too many.
  private mutating func isExcluded(from fact: Int, _ words: inout Int, _ shouldStop: () -> Bool) -> Bool {
    let price = 1 + plan.conditions.count / 256
    nodesLeft -= price
    words -= 16 + rules.count
    if nodesLeft % 64 < price, shouldStop() { nodesLeft = 0 }
    guard nodesLeft > 0, words > 0 else { return false }
    guard isPossible else { return true }
    guard fact < table.facts.count else { return false }
    for value in table.facts[fact].values.indices {
      choose(value, fact, &words)
      if isConsistent(fact), !isExcluded(from: fact + 1, &words, shouldStop) { return false }
    }
    choose(-1, fact, &words)
    return true
  }

  private mutating func choose(_ value: Int, _ fact: Int, _ words: inout Int) {
    chosen[fact] = value
    for rule in rulesOfFact[fact] {
      let condition = Int(plan.rules[rule].condition)
      words -= Int(plan.conditions[condition].end) - condition
      rules[rule] = truth(ofRule: rule)
    }
  }

  private func truth(ofRule rule: Int) -> TruthSet {
    plan.rules[rule].condition < 0 ? .yes : truth(Int(plan.rules[rule].condition), atEnd: false, nil)
  }

  /// Whether some possible landing reaches the goal.
  private var isPossible: Bool {
    switch goal {
    case .landing(let rule): mayLand(by: rule)
    case .broken: firstDecider(from: 0) { mayBreak(landingOn: plan.rules[$0].page) }
    }
  }

  /// Whether a rule from `first` on can decide the landing and pass a test. Each rule before it is false, or
  /// is unknown and agrees with it.
  private func firstDecider(from first: Int, where passes: (Int) -> Bool) -> Bool {
    // The agreement of the unknown rules so far, if there are any.
    var agreement: Int32?
    for rule in rules.indices {
      let agrees = agreement.map { $0 == plan.rules[rule].agreement } ?? true
      if rule >= first, agrees, rules[rule].contains(.yes), passes(rule) { return true }
      if rules[rule].contains(.no) { continue }
      guard agrees, rules[rule].contains(.unknown) else { return false }
      agreement = plan.rules[rule].agreement
    }
    return false
  }

  /// Whether a rule can be the first one that is not known to be false, and it or an agreeing rule decides
  /// the landing.
  private func mayLand(by rule: Int) -> Bool {
    guard (0..<rule).allSatisfy({ rules[$0].contains(.no) }) else { return false }
    if rules[rule].contains(.yes) { return true }
    guard rules[rule].contains(.unknown) else { return false }
    return firstDecider(from: rule + 1) { plan.rules[$0].agreement == plan.rules[rule].agreement }
  }

  private func mayBreak(landingOn page: Int32) -> Bool {
    guard case .broken(let promise) = goal else { return true }
    func truth(_ node: Int32) -> TruthSet { self.truth(Int(node), atEnd: true, page) }
    return switch promise {
    case .within: true
    case .never(let node): truth(node).contains(.yes)
    case .always(let node): !truth(node).isDisjoint(with: [.no, .unknown])
    case .implies(let premise, let conclusion):
      truth(premise).contains(.yes) && !truth(conclusion).isDisjoint(with: [.no, .unknown])
    }
  }

  /// The possible values of a condition.
  private func truth(_ index: Int, atEnd: Bool, _ page: Int32?) -> TruthSet {
    let node = plan.conditions[index]
    switch node.kind {
    case .all, .any:
      var found: TruthSet = node.kind == .all ? .yes : .no
      var part = index + 1
      // What one part decides alone is read no further.
      while part < Int(node.end), found != (node.kind == .all ? .no : .yes) {
        let other = truth(part, atEnd: atEnd, page)
        found = node.kind == .all ? found.and(other) : found.or(other)
        part = Int(plan.conditions[part].end)
      }
      return found
    case .atLeast:
      var parts: [TruthSet] = []
      var part = index + 1
      while part < Int(node.end) {
        parts.append(truth(part, atEnd: atEnd, page))
        part = Int(plan.conditions[part].end)
      }
      return TruthSet(atLeast: Int(node.operand), of: parts)
    case .not: return truth(index + 1, atEnd: atEnd, page).negated
    case .cached: return isCached(Int(plan.readers[Int(node.subject)].step))
    case .landing: return page.map { TruthSet(Truth($0 == node.operand)) } ?? .unknown
    case .status, .name, .input, .offline:
      guard let question = table.questions[index] else { return [.no, .unknown, .yes] }
      let truths = atEnd ? question.end : question.landing
      let value = chosen[question.fact]
      return value >= 0
        ? TruthSet(truths[value]) : truths.reduce(into: TruthSet()) { $0.formUnion(TruthSet($1)) }
    }
  }

  /// Whether a cache that a step reads may hold a usable value. With one, the step fails only by a refusal
  /// that no fallback hides. A step that reads a cache and has no fallback succeeds only with one.
  private func isCached(_ step: Int) -> TruthSet {
    guard let fact = table.fact(of: step), let value = value(fact) else { return [.no, .yes] }
    if table.excludesCache(value.end, of: step) { return .no }
    let needsCache = plan.steps[step].kind == .cache && plan.steps[step].fallbacks.isEmpty
    return needsCache && value.end.status == .succeeded ? .yes : [.no, .yes]
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
