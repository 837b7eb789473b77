import LaunchFlowMachine
import LaunchFlowModel
import LaunchFlowProofChecker

/// A smaller flow that has all runs of a flow, as far as the landing and one claim can tell.
///
/// What holds in all its runs holds in all runs of the flow. A run of it that breaks a claim means nothing until a run
/// of the flow itself does so.
///
/// - **The cone.** Only the steps stay that the landing rules, their notices and the claim name, all that these wait
///   for, whole groups, and all users of any lane that a kept step uses. Nothing else has a part in what these do.
/// - **Redundant needs.** `x` needs `a` and `b`, and `b` needs `a`, directly or not: if `b` is available so is `a`; if
///   `a` is not, `b` is skipped at that instant, and so is `x`.
/// - **Redundant waits.** Some steps have certainly settled once `x` has. Without needs, these are all that `x` waits
///   for, and what has settled once they have. With needs, any one of them can end `x` early, so only what has settled
///   after each of the needs is certain. A wait for `a` goes if another wait is for a step after which `a` has settled.
/// - **Series.** `b` waits for `a` alone, and nobody else reads `a`.
/// - **Parallel.** `a` and `b` wait for the same and have the same readers, all of which need both, or all of which only
///   wait for both.
///
/// Merged steps have no lane, no condition, no fallback and no group, and no condition asks about them. The merged step
/// is an action that may end at any moment up to the sum, or the maximum, of their longest times.
struct SmallerFlow {
  private let plan: FlowPlan
  private let shortcuts: Shortcuts
  /// The promise that it is made for; nil for the landing alone.
  private let promise: Int?
  private var keeps: [Bool]
  private var needs: [Set<Int>]
  private var afters: [Set<Int>]
  /// By landing rule.
  private var ruleAfters: [Set<Int>]
  private var isAsked: [Bool]
  private var mayMerge: [Bool]
  private var modules: [StepModule]
  /// The changes that led to it.
  private(set) var reductions: [Reduction] = []
  /// By step: how long it can take, with those that it stands for.
  private var limits: [Int64]
  /// By step: how long it can take alone.
  private let ownLimits: [Int64]

  /// More steps are not reduced: each pass looks at all pairs.
  private static let mostSteps = 400

  init(_ choices: WorldChoices, promise: Int?, _ shortcuts: Shortcuts) {
    plan = choices.plan
    self.promise = promise
    self.shortcuts = shortcuts
    let plan = plan
    needs = plan.steps.indices.map { Set(plan.graph.needs(of: $0).map(Int.init)) }
    afters = plan.steps.indices.map { Set(plan.graph.afters(of: $0).map(Int.init)) }
    ruleAfters = plan.flow.landings.map { Set($0.after.compactMap { plan.index(of: $0) }) }
    isAsked = plan.steps.map { _ in false }
    keeps = plan.steps.map { _ in true }
    mayMerge = keeps
    modules = plan.steps.indices.map { .step($0) }
    ownLimits = plan.steps.indices.map {
      let limit = OutcomeLimits(of: $0, in: plan)
      return max(limit.available, limit.unavailable)
    }
    limits = ownLimits
    findAsked()
    if shortcuts.contains(.cone) { cut() }
    mayMerge = plan.steps.indices.map { Self.isSimple($0, choices) && !isAsked[$0] }
    guard stepCount <= Self.mostSteps, choices.malformedAttempts.isEmpty,
      plan.steps.indices.allSatisfy({ !keeps[$0] || Fact.isPlain($0, plan) && !plan.steps[$0].isTail })
    else { return }
    while reduceOnce() {}
  }

  /// How many steps it has.
  var stepCount: Int { keeps.count { $0 } }

  /// What a step of it stands for.
  func module(of step: Int) -> StepModule { modules[step] }

  /// How the steps end that a step of it stands for, where it ends in a way.
  func ends(of step: Int, _ end: StepModule.End) -> [(step: Int, end: StepModule.End)] {
    let limit = min(end.after, modules[step].limit(ownLimits))
    return modules[step].ends(StepModule.End(isAvailable: end.isAvailable, after: limit), limits: ownLimits)
  }

  private mutating func findAsked() {
    func ask(_ condition: Condition?) -> [Int] {
      (condition?.subjects ?? []).compactMap { plan.index(of: $0) }
    }
    var asked: [Int] = []
    for landing in plan.flow.landings {
      asked += ask(landing.when)
      for notice in landing.notices {
        asked += ask(notice.when)
        let references = (try? Template(notice.text))?.references ?? []
        asked += references.compactMap { plan.index(of: $0.subject) }
      }
    }
    for step in plan.documents { asked += ask(step.when) + step.outcomes.flatMap { ask($0.when) } }
    if let promise {
      switch plan.flow.promises[promise] {
      case .within: break
      case .never(let condition), .always(let condition): asked += ask(condition)
      case .implies(let premise, let conclusion): asked += ask(premise) + ask(conclusion)
      }
    }
    for step in asked { isAsked[step] = true }
  }

  /// Leaves out what has no part in the claim.
  private mutating func cut() {
    var keeps = plan.steps.map { _ in false }
    var users: [[Int]] = plan.laneNames.map { _ in [] }
    // The tail takes a lane after the landing, when it matters to those alone who then still wait for it. But a lane
    // with priorities is given in another way than one without.
    let asksTail = plan.steps.indices.contains { isAsked[$0] && plan.steps[$0].isTail }
    let goOn = Set(plan.steps.filter { $0.continues && !$0.isTail }.map(\.lane))
    for (step, planned) in plan.steps.enumerated()
    where planned.lane >= 0
      && (!planned.isTail || asksTail || goOn.contains(planned.lane)
        || plan.laneOrder.isRanked[Int(planned.lane)])
    {
      users[Int(planned.lane)].append(step)
    }
    let claimed = isAsked
    var open = plan.steps.indices.filter { claimed[$0] } + ruleAfters.flatMap { $0 }
    while let next = open.popLast() {
      guard !keeps[next] else { continue }
      keeps[next] = true
      open += needs[next].union(afters[next])
      let group = Int(plan.steps[next].group)
      if group >= 0 { open.append(group) }
      open += (next + 1)..<max(next + 1, Int(plan.steps[next].end))
      if plan.steps[next].lane >= 0 { open += users[Int(plan.steps[next].lane)] }
    }
    self.keeps = keeps
    reductions.append(.leaveOut(plan.steps.indices.filter { !keeps[$0] }))
  }

  private static func isSimple(_ step: Int, _ choices: WorldChoices) -> Bool {
    let plan = choices.plan
    let planned = plan.steps[step]
    return (planned.kind == .action || planned.kind == .http && !choices.hasSwitch)
      && planned == plain(planned) && plan.clocks[step].pollEvery < 0
      && plan.clocks[step].useFallbackAfter < 0
  }

  /// A step with all that merging allows for and nothing else, so that whatever else a plan says of a step, now or
  /// later, keeps it apart.
  private static func plain(_ step: PlannedStep) -> PlannedStep {
    var plain = PlannedStep(kind: step.kind)
    plain.end = step.end
    plain.waits = step.waits
    plain.isWatched = step.isWatched
    plain.concernsLanding = step.concernsLanding
    plain.domain = step.domain
    plain.store = step.store
    plain.needs = step.needs
    plain.dependents = step.dependents
    plain.ruleAfters = step.ruleAfters
    plain.ruleReaders = step.ruleReaders
    plain.names = step.names
    if step.fallbacks.isEmpty { plain.fallbacks = step.fallbacks }
    if step.outcomes.isEmpty { plain.outcomes = step.outcomes }
    return plain
  }
}

// The reductions.
extension SmallerFlow {
  private var kept: [Int] { plan.steps.indices.filter { keeps[$0] } }

  private mutating func reduceOnce() -> Bool {
    var isChanged = false
    if shortcuts.contains(.redundantWaits), dropRedundantWaits() { isChanged = true }
    if shortcuts.contains(.series), mergeSeries() { isChanged = true }
    if shortcuts.contains(.parallel), mergeParallel() { isChanged = true }
    return isChanged
  }

  private mutating func dropRedundantWaits() -> Bool {
    let needed = closure { needs[$0] }
    var isChanged = false
    for step in kept where plan.steps[step].condition < 0 {
      for need in needs[step].sorted()
      where needs[step].contains(where: { $0 != need && needed[$0].contains(need) }) {
        needs[step].remove(need)
        reductions.append(.dropNeed(of: step, need))
        isChanged = true
      }
    }
    let sure = certainlySettled
    for step in kept where plan.steps[step].condition < 0 {
      let before = afters[step]
      let others = needs[step]
      afters[step] = Self.withoutImplied(afters[step].subtracting(others), besides: others, sure)
      reductions += before.subtracting(afters[step]).sorted().map { .dropWait(of: step, $0) }
      if afters[step] != before { isChanged = true }
    }
    for rule in ruleAfters.indices {
      let before = ruleAfters[rule]
      ruleAfters[rule] = Self.withoutImplied(before, besides: [], sure)
      reductions += before.subtracting(ruleAfters[rule]).sorted().map { .dropRuleWait(of: rule, $0) }
      if ruleAfters[rule] != before { isChanged = true }
    }
    return isChanged
  }

  /// The waits that no other one implies. They are taken in order, so that of two that imply each other one stays.
  private static func withoutImplied(
    _ waits: Set<Int>, besides others: Set<Int>, _ sure: [Set<Int>]
  ) -> Set<Int> {
    var left = waits
    for wait in waits.sorted()
    where left.union(others).contains(where: { $0 != wait && sure[$0].contains(wait) }) {
      left.remove(wait)
    }
    return left
  }

  /// By step: the steps that it depends on in a way, directly or not.
  private func closure(_ direct: (Int) -> Set<Int>) -> [Set<Int>] {
    var found: [Set<Int>] = plan.steps.map { _ in [] }
    for step in inOrder {
      for other in direct(step) { found[step].formUnion(found[other].union([other])) }
    }
    return found
  }

  /// The kept steps, each after all that it waits for.
  private var inOrder: [Int] {
    var order: [Int] = []
    var isDone = plan.steps.map { _ in false }
    func visit(_ step: Int) {
      guard !isDone[step] else { return }
      isDone[step] = true
      for other in needs[step].union(afters[step]).sorted() { visit(other) }
      order.append(step)
    }
    for step in kept { visit(step) }
    return order
  }

  /// By step: the steps that have certainly settled once it has.
  private var certainlySettled: [Set<Int>] {
    var sure: [Set<Int>] = plan.steps.map { _ in [] }
    for step in inOrder {
      let all = needs[step].isEmpty ? afters[step] : needs[step]
      let each = all.map { sure[$0].union([$0]) }
      guard let first = each.first else { continue }
      sure[step] =
        needs[step].isEmpty
        ? each.reduce(first) { $0.union($1) } : each.reduce(first) { $0.intersection($1) }
    }
    return sure
  }

  private func readers(of step: Int) -> (needing: Set<Int>, waiting: Set<Int>, rules: Set<Int>) {
    (
      Set(kept.filter { needs[$0].contains(step) }), Set(kept.filter { afters[$0].contains(step) }),
      Set(ruleAfters.indices.filter { ruleAfters[$0].contains(step) })
    )
  }

  private mutating func mergeSeries() -> Bool {
    for second in kept where mayMerge[second] && plan.steps[second].condition < 0 {
      guard needs[second].union(afters[second]).count == 1,
        let first = needs[second].union(afters[second]).first, mayMerge[first]
      else { continue }
      let readers = readers(of: first)
      guard readers.needing.union(readers.waiting) == [second], readers.rules.isEmpty,
        // A step that only comes after one that may be skipped runs all the same.
        needs[second].contains(first) || needs[first].isEmpty
      else { continue }
      // Where it only comes after the first, that may fail, and the second still takes its time.
      reductions.append(.series(first, second))
      modules[second] = .series(modules[first], modules[second])
      limits[second] = limits[first].plus(limits[second])
      needs[second] = needs[first]
      afters[second] = afters[first]
      keeps[first] = false
      return true
    }
    return false
  }

  private mutating func mergeParallel() -> Bool {
    struct Place: Hashable {
      var needs: Set<Int>
      var afters: Set<Int>
      var needing: Set<Int>
      var waiting: Set<Int>
      var rules: Set<Int>
    }
    var known: [Place: Int] = [:]
    for step in kept where mayMerge[step] {
      let readers = readers(of: step)
      // Readers of both kinds tell apart which of the two has failed.
      guard readers.needing.isEmpty || readers.waiting.isEmpty && readers.rules.isEmpty else { continue }
      let place = Place(
        needs: needs[step], afters: afters[step], needing: readers.needing, waiting: readers.waiting,
        rules: readers.rules)
      guard let other = known[place] else {
        known[place] = step
        continue
      }
      reductions.append(.parallel(other, step))
      modules[other] = .parallel(modules[other], modules[step])
      limits[other] = max(limits[other], limits[step])
      for reader in kept {
        needs[reader].remove(step)
        afters[reader].remove(step)
      }
      for rule in ruleAfters.indices { ruleAfters[rule].remove(step) }
      keeps[step] = false
      return true
    }
    return false
  }
}

// The smaller flow itself.
extension SmallerFlow {
  /// The flow, with the claim's promise alone.
  var flow: Flow {
    var flow = plan.flow
    flow.steps = plan.flow.steps.compactMap { document in
      guard let step = plan.index(of: document.name), keeps[step] else { return nil }
      return self.document(step, document)
    }
    for rule in ruleAfters.indices { flow.landings[rule].after = names(ruleAfters[rule]) }
    flow.promises = promise.map { [plan.flow.promises[$0]] } ?? []
    return flow
  }

  private func document(_ step: Int, _ document: Flow.Step) -> Flow.Step {
    guard Fact.isPlain(step, plan), !plan.steps[step].isTail else { return document }
    var document = document
    if case .step = modules[step] {
    } else {
      document = Flow.Step(document.name, .action(Flow.Action(document.name)))
      document.timeout = .nanoseconds(limits[step])
    }
    document.needs = names(needs[step])
    document.after = names(afters[step])
    return document
  }

  private func names(_ steps: Set<Int>) -> [String] { steps.sorted().map { plan.stepNames[$0] } }
}
