import LaunchFlowMachine
import LaunchFlowModel

/// Steps that nobody can tell apart but by when they are due: so answers of only one of them at a time need
/// be tried, that of the one that is due first.
///
/// Say that i and j are in flight, that i is due before j (or with it, and stands before it in the file), and
/// that they are interchangeable: one attempt each and nothing else to bound or replace it, the same group,
/// the same dependents, and no condition that asks about either. Then whatever follows when j is answered
/// first can also follow when i is answered first, in the same way and at the same time: from there on j,
/// which may take longer, stands for i. If i answers, j does; if i times out, j fails at that instant; what
/// ends i ends j; and wherever i is not yet due, neither is j. Both ways end in states with equal keys. So
/// runs in which j is answered first add nothing.
///
/// That j fails where i times out is an answer behind another event of the same instant. Where ties are told
/// apart it need not be possible, and so this is left out there.
struct Interchangeable {
  private struct Traits: Hashable {
    var domain: Int32
    var isHTTP: Bool
    var group: Int32
    var isTail: Bool
    /// Twice the dependent's index, plus 1 for one that needs it.
    var dependents: [Int32]
    var ruleAfters: [Int32]
  }

  /// By step: a number that interchangeable steps share, or -1.
  let classes: [Int]

  init(_ plan: FlowPlan, isAsked: (Int) -> Bool) {
    var numbers: [Traits: Int] = [:]
    var members: [Int] = []
    let found = plan.steps.indices.map { step -> Int in
      guard let traits = Self.traits(plan, step), !isAsked(step) else { return -1 }
      let number = numbers[traits] ?? members.count
      if number == members.count { members.append(0) }
      numbers[traits] = number
      members[number] += 1
      return number
    }
    classes = found.map { $0 >= 0 && members[$0] > 1 ? $0 : -1 }
  }

  private static func traits(_ plan: FlowPlan, _ step: Int) -> Traits? {
    guard plan.steps[step] == plain(plan.steps[step]), plan.clocks[step] == plain(plan.clocks[step]),
      plan.steps[step].kind == .http || plan.steps[step].kind == .action
    else { return nil }
    let planned = plan.steps[step]
    return Traits(
      domain: planned.domain, isHTTP: planned.kind == .http, group: planned.group, isTail: planned.isTail,
      dependents: planned.dependents.map { place in
        let dependent = plan.dependents[Int(place)]
        return dependent.step * 2 + (dependent.isNeed ? 1 : 0)
      }.sorted(), ruleAfters: planned.ruleAfters.map { plan.ruleAfters[Int($0)] }.sorted())
  }
}

extension Interchangeable {
  /// A step with all that the argument above allows for and nothing else, so that whatever else a plan says of a
  /// step, now or later, keeps it apart.
  private static func plain(_ step: PlannedStep) -> PlannedStep {
    var plain = PlannedStep(kind: step.kind)
    plain.group = step.group
    plain.end = step.end
    plain.waits = step.waits
    plain.isTail = step.isTail
    plain.isWatched = step.isWatched
    plain.concernsLanding = step.concernsLanding
    plain.condition = step.condition
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

  private static func plain(_ clocks: PlannedClocks) -> PlannedClocks {
    guard clocks.attempts == 1 || clocks.retryClasses == 0 else { return PlannedClocks() }
    var plain = PlannedClocks()
    plain.timeout = clocks.timeout
    plain.attempts = clocks.attempts
    plain.retryClasses = clocks.retryClasses
    plain.hasJitter = clocks.hasJitter
    plain.delay = clocks.delay
    plain.factor = clocks.factor
    plain.maxDelay = clocks.maxDelay
    return plain
  }
}

extension Explorer {
  /// Whether the answers of a step are covered by those of another one in flight, which is due no later.
  ///
  /// - Parameter place: Of the step's time-out among its state's timers.
  func isCovered(_ step: Int, _ place: Int, _ state: Int32) -> Bool {
    let armed = store.timers(of: state)
    let own = store.timers[armed.lowerBound + place]
    return armed.contains { place in
      let other = store.timers[place]
      guard other.slot != own.slot, let owner = FlowTimer.attempted(inSlot: Int(other.slot)),
        interchangeable[owner] == interchangeable[step]
      else { return false }
      let latest = nodeZone.bound(Int(other.clock), Int(own.clock)) + other.length - own.length
      return latest <= (owner < step ? 0 : -1)
    }
  }
}
