import LaunchFlowMachine
import LaunchFlowModel

/// The findings of an exploration.
struct Findings {
  /// An event after a node: the last one of a path.
  struct End {
    var parent: Int32
    var event: ExploredEvent
    /// The event's decisions about caches: the number of a list of the explorer's.
    var decisions: Int32
  }

  /// A combination of inputs and its landing.
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
  /// The first run found in which neither the deadline nor a cancellation leads to a landing.
  var doesNotLand: End?
  /// The first run found that landed but never finishes.
  var doesNotFinish: End?
  /// By step.
  var hasStarted: [Bool]
  /// By step: the reasons why it ended before it started.
  var missedStarts: [MissedStart]
  /// By step: the most tries in a row.
  var mostTries: [Int32]
  /// By the plan's fallbacks.
  var isFallbackUsed: [Bool]
  /// By step, then by the number of a name. Empty before a step's first name, because steps may share
  /// thousands.
  var reachedNames: [[Bool]]
  /// By rule: whether a run lands by it.
  var isRuleUsed: [Bool]

  init(_ plan: FlowPlan) {
    hasStarted = plan.steps.map { _ in false }
    missedStarts = plan.steps.map { _ in MissedStart() }
    mostTries = plan.steps.map { _ in 0 }
    isFallbackUsed = plan.fallbacks.map { _ in false }
    reachedNames = plan.steps.map { _ in [] }
    isRuleUsed = plan.rules.map { _ in false }
  }

  /// Notes that an answer of a step has a name.
  mutating func reach(name: Int32, of step: Int, in plan: FlowPlan) {
    if reachedNames[step].isEmpty { reachedNames[step] = plan.steps[step].names.map { _ in false } }
    reachedNames[step][Int(name)] = true
  }
}

extension Findings {
  /// Adds the parts that other runs reach.
  mutating func addParts(_ other: Findings) {
    func either(_ left: [Bool], _ right: [Bool]) -> [Bool] { zip(left, right).map { $0 || $1 } }
    hasStarted = either(hasStarted, other.hasStarted)
    isFallbackUsed = either(isFallbackUsed, other.isFallbackUsed)
    reachedNames = zip(reachedNames, other.reachedNames).map { own, others in
      own.isEmpty || others.isEmpty ? own + others : either(own, others)
    }
    for step in missedStarts.indices { missedStarts[step].merge(other.missedStarts[step]) }
    isRuleUsed = either(isRuleUsed, other.isRuleUsed)
    mostTries = zip(mostTries, other.mostTries).map(max)
  }

  /// Notes the start of a step's attempt, and its number in a row.
  mutating func noteAttempt(_ step: Int, _ origin: AttemptOrigin, tries: Int32, _ plan: FlowPlan) {
    switch origin {
    case .own: mostTries[step] = max(mostTries[step], tries)
    case .fallback(let index): isFallbackUsed[Int(plan.steps[step].fallbacks.lowerBound) + index] = true
    }
  }

  /// Notes the result or failure of an attempt.
  mutating func noteEnd(_ step: Int, _ end: FlowMachine.AttemptEnd, _ plan: FlowPlan) {
    switch end {
    case .succeeded(let name?), .refused(let name): noteName(name, of: step, plan)
    default: break
    }
  }

  /// Notes a step's outcome, and the origin of its value.
  mutating func noteSettlement(
    _ step: Int, _ settlement: FlowMachine.Settlement, _ value: ValueOrigin, _ plan: FlowPlan
  ) {
    if case .fallback(let index) = value {
      isFallbackUsed[Int(plan.steps[step].fallbacks.lowerBound + index)] = true
    }
    noteName(settlement.name, of: step, plan)
  }

  private mutating func noteName(_ name: Int32, of step: Int, _ plan: FlowPlan) {
    if plan.isName(name, of: step) { reach(name: name, of: step, in: plan) }
  }
}
