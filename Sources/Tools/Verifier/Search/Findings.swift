/// The findings of an exploration.
struct Findings {
  /// An event after a node: the last one of a path.
  struct End {
    /// The node before, -1 for a start.
    var parent: Int32
    var event: ExploredEvent
    /// The event's decisions about caches: the number of a list of the explorer's.
    var decisions: Int32
  }

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
  /// By step: the most tries in a row.
  var mostTries: [Int32]
  /// By the plan's fallbacks.
  var isFallbackUsed: [Bool]
  /// By step, then by the number of a name. Empty before a step's first name, because steps may share thousands.
  var reachedNames: [[Bool]]
  /// By rule: whether a run lands by it.
  var isRuleUsed: [Bool]

  init(_ plan: FlowPlan) {
    hasStarted = plan.steps.map { _ in false }
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
  mutating func addParts(_ other: Findings) {
    func either(_ left: [Bool], _ right: [Bool]) -> [Bool] { zip(left, right).map { $0 || $1 } }
    hasStarted = either(hasStarted, other.hasStarted)
    isFallbackUsed = either(isFallbackUsed, other.isFallbackUsed)
    reachedNames = zip(reachedNames, other.reachedNames).map { own, others in
      own.isEmpty || others.isEmpty ? own + others : either(own, others)
    }
    isRuleUsed = either(isRuleUsed, other.isRuleUsed)
    mostTries = zip(mostTries, other.mostTries).map(max)
  }

  /// Notes the parts that an effect reaches.
  ///
  /// - Parameter steps: The states of the steps after it.
  mutating func note(_ effect: FlowMachine.Effect, _ steps: [FlowState.Step], _ plan: FlowPlan) {
    func place(_ fallback: Int, of step: Int) -> Int { Int(plan.steps[step].fallbacks.lowerBound) + fallback }
    switch effect {
    case .stepStarted(let step): hasStarted[step] = true
    case .startAttempt(let step, _, .own), .offlineAttempt(let step, _, .own):
      mostTries[step] = max(mostTries[step], steps[step].tries)
    case .startAttempt(let step, _, .fallback(let index)), .offlineAttempt(let step, _, .fallback(let index)):
      isFallbackUsed[place(index, of: step)] = true
    case .attemptEnded(let step, _, .succeeded(let name?)), .attemptEnded(let step, _, .refused(let name)):
      noteName(name, of: step, plan)
    case .settled(let step, let settlement, let value):
      if case .fallback(let index) = value { isFallbackUsed[place(Int(index), of: step)] = true }
      noteName(settlement.name, of: step, plan)
    default: break
    }
  }

  private mutating func noteName(_ name: Int32, of step: Int, _ plan: FlowPlan) {
    if plan.isName(name, of: step) { reach(name: name, of: step, in: plan) }
  }
}
