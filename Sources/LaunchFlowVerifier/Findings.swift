import LaunchFlowMachine
import LaunchFlowModel

/// What the exploration has come across.
struct Findings {
  /// An event after a node: the end of a run's way.
  struct End {
    var parent: Int32
    var event: ExploredEvent
    /// What the event decided about caches: the number of a list of the explorer's.
    var decisions: Int32
  }

  /// Which combination of inputs landed where.
  struct LandingClass: Hashable {
    var inputClass: Int
    var page: Int
  }

  struct Landing {
    /// The latest time, in nanoseconds since the start.
    var time: Int64
    var end: End
  }

  /// By inputs and page: the latest landing.
  var landings: [LandingClass: Landing] = [:]
  /// By promise: the first run found that breaks it.
  var broken: [Int: End] = [:]
  /// The first run found that its deadline does not land, or its cancellation.
  var doesNotLand: End?
  /// The first run found that has landed but never finishes.
  var doesNotFinish: End?
  /// By step.
  var hasStarted: [Bool]
  /// By step: the most tries in a row.
  var mostTries: [Int32]
  /// By the plan's fallbacks.
  var isFallbackUsed: [Bool]
  /// By the plan's names.
  var isNameReached: [Bool]
  /// By rule: whether a run lands by it.
  var isRuleUsed: [Bool]

  init(_ plan: FlowPlan) {
    hasStarted = plan.steps.map { _ in false }
    mostTries = plan.steps.map { _ in 0 }
    isFallbackUsed = plan.fallbacks.map { _ in false }
    isNameReached = plan.names.map { _ in false }
    isRuleUsed = plan.rules.map { _ in false }
  }
}

/// What a cache was found to hold when it was first read.
struct CacheDecision: Hashable {
  var cache: Int
  /// The choice's number.
  var choice: Int
}

extension Explorer {
  /// What was found of all runs, cancelled ones included; landings by the uncancelled where there are any.
  var allFindings: Findings {
    var all = findings
    all.landings.merge(cancelledFindings.landings) { own, _ in own }
    func either(_ left: [Bool], _ right: [Bool]) -> [Bool] { zip(left, right).map { $0 || $1 } }
    all.hasStarted = either(all.hasStarted, cancelledFindings.hasStarted)
    all.isFallbackUsed = either(all.isFallbackUsed, cancelledFindings.isFallbackUsed)
    all.isNameReached = either(all.isNameReached, cancelledFindings.isNameReached)
    all.isRuleUsed = either(all.isRuleUsed, cancelledFindings.isRuleUsed)
    all.mostTries = zip(all.mostTries, cancelledFindings.mostTries).map(max)
    return all
  }
}

extension Findings {
  /// What no explored run comes to; of what lies within a step that never starts, the step alone.
  func unreachable(in plan: FlowPlan) -> [Verification.Unreachable] {
    var found: [Verification.Unreachable] = []
    let landedOn = Set(landings.keys.map(\.page))
    for page in plan.pages.indices where !landedOn.contains(page) { found.append(.page(plan.pages[page])) }
    for (rule, isUsed) in isRuleUsed.enumerated() where !isUsed {
      found.append(.rule(rule, page: plan.pages[Int(plan.rules[rule].page)]))
    }
    for (index, step) in plan.steps.enumerated() {
      let name = plan.stepNames[index]
      guard hasStarted[index] else {
        found.append(.step(name))
        continue
      }
      for number in step.names where !isNameReached[Int(number)] {
        found.append(.result(step: name, name: plan.names[Int(number)].text))
      }
      for (place, fallback) in step.fallbacks.enumerated() where !isFallbackUsed[Int(fallback)] {
        found.append(.fallback(step: name, place))
      }
      if mostTries[index] > 0, mostTries[index] < plan.clocks[index].attempts {
        found.append(.retry(step: name, try: Int(mostTries[index]) + 1))
      }
    }
    return found
  }
}
