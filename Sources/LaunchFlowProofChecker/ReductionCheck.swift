import LaunchFlowMachine
import LaunchFlowModel

/// One change that makes a flow smaller and loses none of its runs, as far as one claim can tell.
package enum Reduction: Hashable, Sendable {
  /// Nothing that stays depends on these steps.
  case leaveOut([Int])
  /// A step needs another one that needs this one.
  case dropNeed(of: Int, Int)
  /// Once another step that it waits for has settled, this one certainly has.
  case dropWait(of: Int, Int)
  /// The same for the steps after which a landing rule is read.
  case dropRuleWait(of: Int, Int)
  /// The second step, which alone waits for the first, stands for both.
  case series(Int, Int)
  /// The first step stands for two with the same waits and readers.
  case parallel(Int, Int)
}

/// A certificate of a smaller flow: the changes that lead to it, each of which is checked by itself.
package struct ReductionCheck {
  private let plan: FlowPlan
  private let promise: Int?
  private var keeps: [Bool]
  private var needs: [Set<Int>]
  private var waits: [Set<Int>]
  private var ruleWaits: [Set<Int>]
  private var limits: [Int64]
  private var isMerged: [Bool]
  private let isAsked: [Bool]
  private let hasSwitch: Bool

  /// Begins with the flow itself.
  ///
  /// - Parameters:
  ///   - plan: The flow.
  ///   - promise: The promise that is claimed, by its place; nil for a claim about the landing alone.
  ///   - hasSwitch: Whether the app or a domain may go offline.
  package init(_ plan: FlowPlan, promise: Int?, hasSwitch: Bool) {
    self.plan = plan
    self.promise = promise
    self.hasSwitch = hasSwitch
    keeps = plan.steps.map { _ in true }
    isMerged = plan.steps.map { _ in false }
    needs = plan.steps.indices.map { Set(plan.graph.needs(of: $0).map { Int($0) }) }
    waits = plan.steps.indices.map { Set(plan.graph.afters(of: $0).map { Int($0) }) }
    ruleWaits = plan.flow.landings.map { Set($0.after.compactMap { plan.index(of: $0) }) }
    limits = plan.steps.indices.map {
      let longest = LongestTimes($0, plan)
      return max(longest.available ?? 0, longest.unavailable ?? 0)
    }
    isAsked = Self.asked(plan, promise)
  }

  /// By step: whether a condition, a notice or the claim asks about it.
  private static func asked(_ plan: FlowPlan, _ promise: Int?) -> [Bool] {
    var conditions: [Condition?] = plan.documents.flatMap { [$0.when] + $0.outcomes.map(\.when) }
    var names: [String] = []
    for landing in plan.flow.landings {
      conditions += [landing.when] + landing.notices.map(\.when)
      for notice in landing.notices {
        names += ((try? Template(notice.text))?.references ?? []).map(\.subject)
      }
    }
    switch promise.map({ plan.flow.promises[$0] }) {
    case nil, .within: break
    case .never(let condition), .always(let condition): conditions.append(condition)
    case .implies(let premise, let conclusion): conditions += [premise, conclusion]
    }
    names += conditions.flatMap { $0?.subjects ?? [] }
    let asked = Set(names.compactMap { plan.index(of: $0) })
    return plan.steps.indices.map { asked.contains($0) }
  }

  /// Makes a change; false where it might lose a run.
  package mutating func apply(_ reduction: Reduction) -> Bool {
    switch reduction {
    case .leaveOut(let steps): return leaveOut(Set(steps))
    case .dropNeed(let step, let need): return dropNeed(step, need)
    case .dropWait(let step, let wait):
      let others = needs[step].union(waits[step]).subtracting([wait])
      guard isSimpleGraph, plan.steps[step].condition < 0, waits[step].contains(wait) else { return false }
      guard !needs[step].contains(wait), isSure(wait, after: others) else { return false }
      waits[step].remove(wait)
      return true
    case .dropRuleWait(let rule, let wait):
      guard isSimpleGraph, isSure(wait, after: ruleWaits[rule].subtracting([wait])) else { return false }
      return ruleWaits[rule].remove(wait) != nil
    case .series(let first, let second): return mergeSeries(first, second)
    case .parallel(let first, let second): return mergeParallel(first, second)
    }
  }

  /// The flow that is left, with the claim's promise alone.
  package var flow: Flow {
    func names(_ steps: Set<Int>) -> [String] { steps.sorted().map { plan.stepNames[$0] } }
    var flow = plan.flow
    flow.steps = plan.flow.steps.compactMap { document in
      guard let step = plan.index(of: document.name), keeps[step] else { return nil }
      guard isSingle(step), !plan.steps[step].isTail else { return document }
      var document = document
      if isMerged[step] {
        document = Flow.Step(document.name, .action(Flow.Action(document.name)))
        document.timeout = .nanoseconds(limits[step])
      }
      document.needs = names(needs[step])
      document.after = names(waits[step])
      return document
    }
    for rule in ruleWaits.indices { flow.landings[rule].after = names(ruleWaits[rule]) }
    flow.promises = promise.map { [plan.flow.promises[$0]] } ?? []
    return flow
  }
}

// What each change demands.
extension ReductionCheck {
  private func isSingle(_ step: Int) -> Bool { plan.steps[step].group < 0 && plan.steps[step].kind != .group }

  /// Whether no group and no tail is left.
  private var isSimpleGraph: Bool {
    plan.steps.indices.allSatisfy { !keeps[$0] || isSingle($0) && !plan.steps[$0].isTail }
  }

  private mutating func leaveOut(_ steps: Set<Int>) -> Bool {
    let kept = plan.steps.indices.filter { keeps[$0] && !steps.contains($0) }
    guard steps.allSatisfy({ !isAsked[$0] }), ruleWaits.allSatisfy({ $0.isDisjoint(with: steps) }) else {
      return false
    }
    let asksTail = plan.steps.indices.contains { isAsked[$0] && plan.steps[$0].isTail }
    for step in kept {
      guard needs[step].isDisjoint(with: steps), waits[step].isDisjoint(with: steps) else { return false }
      let group = Int(plan.steps[step].group)
      guard group < 0 || !steps.contains(group) else { return false }
      guard steps.isDisjoint(with: step + 1..<max(step + 1, Int(plan.steps[step].end))) else { return false }
    }
    // Whoever shares a lane with a step that stays, stays. The tail takes its lane after the landing, which those alone
    // notice that may then still wait for it.
    for lane in Set(kept.map { plan.steps[$0].lane }) where lane >= 0 {
      let mates = plan.steps.indices.filter { plan.steps[$0].lane == lane }
      let mayWait =
        asksTail || plan.laneOrder.isRanked[Int(lane)]
        || mates.contains { plan.steps[$0].continues && !plan.steps[$0].isTail }
      guard mates.allSatisfy({ !steps.contains($0) || plan.steps[$0].isTail && !mayWait }) else {
        return false
      }
    }
    for step in steps { keeps[step] = false }
    return true
  }

  private mutating func dropNeed(_ step: Int, _ need: Int) -> Bool {
    guard isSimpleGraph, plan.steps[step].condition < 0, needs[step].contains(need) else { return false }
    var open = Array(needs[step].subtracting([need]))
    var known = Set(open)
    while let next = open.popLast() {
      for other in needs[next] where known.insert(other).inserted { open.append(other) }
    }
    guard known.contains(need) else { return false }
    needs[step].remove(need)
    return true
  }

  /// Whether a step has certainly settled once one of some others has; with needs, any one of them can end a step early.
  private func isSure(_ step: Int, after others: Set<Int>) -> Bool {
    var known: [Int: Bool] = [step: true]
    func hasSettled(_ other: Int) -> Bool {
      if let found = known[other] { return found }
      known[other] = false
      let found =
        needs[other].isEmpty ? waits[other].contains(where: hasSettled) : needs[other].allSatisfy(hasSettled)
      known[other] = found
      return found
    }
    return others.contains(where: hasSettled)
  }

  private func mayMerge(_ step: Int) -> Bool {
    let planned = plan.steps[step]
    let clocks = plan.clocks[step]
    return keeps[step] && !isAsked[step] && isSimpleGraph && planned.condition < 0 && planned.lane < 0
      && (planned.kind == .action || planned.kind == .http && !hasSwitch) && planned.fallbacks.isEmpty
      && planned.outcomes.isEmpty && !planned.continues && !planned.whenIdle && clocks.pollEvery < 0
      && clocks.useFallbackAfter < 0
  }

  private func readers(_ step: Int) -> (needing: Set<Int>, waiting: Set<Int>, rules: Set<Int>) {
    let kept = plan.steps.indices.filter { keeps[$0] }
    return (
      Set(kept.filter { needs[$0].contains(step) }), Set(kept.filter { waits[$0].contains(step) }),
      Set(ruleWaits.indices.filter { ruleWaits[$0].contains(step) })
    )
  }

  private mutating func mergeSeries(_ first: Int, _ second: Int) -> Bool {
    guard first != second, mayMerge(first), mayMerge(second) else { return false }
    guard needs[second].union(waits[second]) == [first] else { return false }
    let readers = readers(first)
    guard readers.needing.union(readers.waiting) == [second], readers.rules.isEmpty else { return false }
    // A step that only comes after one that may be skipped runs all the same.
    guard needs[second] == [first] || needs[first].isEmpty else { return false }
    limits[second] = limits[first].plus(limits[second])
    needs[second] = needs[first]
    waits[second] = waits[first]
    isMerged[second] = true
    keeps[first] = false
    return true
  }

  private mutating func mergeParallel(_ first: Int, _ second: Int) -> Bool {
    guard first != second, mayMerge(first), mayMerge(second) else { return false }
    let (own, other) = (readers(first), readers(second))
    guard needs[first] == needs[second], waits[first] == waits[second], own == other else { return false }
    // Readers of both kinds tell which of the two has failed.
    guard own.needing.isEmpty || own.waiting.isEmpty && own.rules.isEmpty else { return false }
    limits[first] = max(limits[first], limits[second])
    for step in plan.steps.indices {
      needs[step].remove(second)
      waits[step].remove(second)
    }
    for rule in ruleWaits.indices { ruleWaits[rule].remove(second) }
    isMerged[first] = true
    keeps[second] = false
    return true
  }
}
