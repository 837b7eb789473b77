/// The latest times at which each step can have settled, separately for available and unavailable outcomes.
/// The flow's deadline is ignored.
///
/// A step that needs others starts once all are available, so only their available times delay its start; it is skipped
/// once one of them is unavailable. So one pass with two values per step gives bounds that are often exact.
struct OutcomeTimes {
  /// The time of an impossible outcome.
  static let never = Int64.min / 4

  let plan: FlowPlan
  private let limits: [OutcomeLimits]
  private let laneTurns: [Int64]
  /// By step: the steps that it waits for without needing them.
  private let afters: [[Int]]
  private let needs: [[Int]]
  /// By step: the latest start, without the time in its lane's queue.
  private(set) var starts: [Int64]
  /// By step: the latest end with an available outcome. Every step can be available.
  private(set) var available: [Int64]
  private(set) var unavailable: [Int64]

  init(_ plan: FlowPlan) {
    self.plan = plan
    let order = StepOrder(plan)
    limits = plan.steps.indices.map { OutcomeLimits(of: $0, in: plan) }
    laneTurns = WorstCaseBound.laneTurns(plan)
    let needs = plan.steps.map { step in step.needs.map { Int(plan.needs[Int($0)]) } }
    self.needs = needs
    afters = order.waits.enumerated().map { step, waits in
      let needed = Set(needs[step])
      return waits.filter { !needed.contains($0) }
    }
    starts = plan.steps.map { _ in 0 }
    available = starts
    unavailable = starts
    for event in order.events {
      if event < plan.steps.count { start(event) } else { end(event - plan.steps.count) }
    }
  }

  func settled(_ step: Int) -> Int64 { max(available[step], unavailable[step]) }

  private mutating func start(_ step: Int) {
    var start: Int64 = 0
    let group = Int(plan.steps[step].group)
    if group >= 0 { start = max(start, starts[group]) }
    for wait in afters[step] { start = max(start, settled(wait)) }
    let isPlain = plan.isPlain(step)
    for need in needs[step] { start = max(start, isPlain ? available[need] : settled(need)) }
    starts[step] = start
  }

  private mutating func end(_ step: Int) {
    guard plan.isPlain(step) else { return endInGroup(step) }
    let begin = starts[step].plus(laneTurns[step])
    let limit = limits[step]
    available[step] = begin.plus(limit.available)
    unavailable[step] = limit.unavailable < 0 ? Self.never : begin.plus(limit.unavailable)
    if plan.steps[step].condition >= 0 { unavailable[step] = max(unavailable[step], starts[step]) }
    // A step is skipped when one of its needs is unavailable.
    for need in needs[step] { unavailable[step] = max(unavailable[step], unavailable[need]) }
  }

  /// Groups and their members may be cancelled, cut and repeated, so both outcomes have one time.
  private mutating func endInGroup(_ step: Int) {
    let clocks = plan.clocks[step]
    var end = starts[step]
    for need in needs[step] { end = max(end, settled(need)) }
    if plan.steps[step].kind != .group {
      end = end.plus(laneTurns[step]).plus(max(limits[step].available, limits[step].unavailable))
    } else if clocks.pollEvery >= 0 {
      // A polled group repeats until its deadline.
      end = clocks.deadline >= 0 ? end.plus(clocks.deadline) : .max
    } else {
      let start = end
      for member in plan.members(of: step) { end = max(end, settled(member)) }
      if clocks.deadline >= 0 { end = min(end, start.plus(clocks.deadline)) }
    }
    // A member ends with each of its groups.
    var group = Int(plan.steps[step].group)
    while group >= 0 {
      let deadline = plan.clocks[group].deadline
      if deadline >= 0 { end = min(end, starts[group].plus(deadline)) }
      group = Int(plan.steps[group].group)
    }
    available[step] = end
    unavailable[step] = end
  }
}

extension FlowPlan {
  /// The direct members of a group, without the members of inner groups.
  fileprivate func members(of group: Int) -> some Sequence<Int> {
    let end = Int(steps[group].end)
    return sequence(state: group + 1) { member in
      guard member < end else { return nil }
      defer { member = Int(self.steps[member].end) }
      return member
    }
  }
}
