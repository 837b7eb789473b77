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
  /// By step: the latest start, without the time in its lane's queue.
  private(set) var starts: [Int64]
  /// By step: the latest end with an available outcome. Every step can be available.
  private(set) var available: [Int64]
  private(set) var unavailable: [Int64]

  init(_ plan: FlowPlan) {
    self.plan = plan
    limits = plan.steps.indices.map { OutcomeLimits(of: $0, in: plan) }
    laneTurns = WorstCaseBound.laneTurns(plan)
    starts = plan.steps.map { _ in 0 }
    available = starts
    unavailable = starts
    for event in Self.order(plan) {
      if event < plan.steps.count { start(event) } else { end(event - plan.steps.count) }
    }
  }

  func settled(_ step: Int) -> Int64 { max(available[step], unavailable[step]) }

  private mutating func start(_ step: Int) {
    var start: Int64 = 0
    let group = Int(plan.steps[step].group)
    if group >= 0 { start = max(start, starts[group]) }
    for wait in plan.graph.afters(of: step) { start = max(start, settled(Int(wait))) }
    let isPlain = plan.isPlain(step)
    for need in plan.graph.needs(of: step).map(Int.init) {
      start = max(start, isPlain ? available[need] : settled(need))
    }
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
    for need in plan.graph.needs(of: step) {
      unavailable[step] = max(unavailable[step], unavailable[Int(need)])
    }
  }

  /// Groups and their members may be cancelled, cut and repeated, so both outcomes have one time.
  private mutating func endInGroup(_ step: Int) {
    let clocks = plan.clocks[step]
    var end = starts[step]
    for need in plan.graph.needs(of: step) { end = max(end, settled(Int(need))) }
    if plan.steps[step].kind != .group {
      end = end.plus(laneTurns[step]).plus(max(limits[step].available, limits[step].unavailable))
    } else if clocks.pollEvery >= 0 {
      // A polled group repeats until its deadline.
      end = clocks.deadline >= 0 ? end.plus(clocks.deadline) : .max
    } else {
      let start = end
      for member in plan.graph.members(of: step) { end = max(end, settled(member)) }
      if clocks.deadline >= 0 { end = min(end, start.plus(clocks.deadline)) }
    }
    // A member ends with each of its groups.
    for group in plan.graph.groups(of: step) {
      let deadline = plan.clocks[group].deadline
      if deadline >= 0 { end = min(end, starts[group].plus(deadline)) }
    }
    available[step] = end
    unavailable[step] = end
  }
}

extension OutcomeTimes {
  /// All starts, as the step's index, and ends, as the index plus the number of steps. Each comes after everything that
  /// it waits for: a member after its group's start, a group's end after its members.
  private static func order(_ plan: FlowPlan) -> [Int] {
    let count = plan.steps.count
    // By event: the number of events that it waits for, and the events that wait for it.
    var open = Array(repeating: 0, count: 2 * count)
    var followers: [[Int]] = Array(repeating: [], count: 2 * count)
    func add(_ earlier: Int, _ later: Int) {
      followers[earlier].append(later)
      open[later] += 1
    }
    for step in 0..<count {
      add(step, count + step)
      for wait in plan.graph.needs(of: step) + plan.graph.afters(of: step) {
        add(count + Int(wait), step)
      }
      if let group = plan.graph.parents[step] {
        add(group, step)
        add(count + step, count + group)
      }
    }
    var events: [Int] = []
    var ready = open.indices.filter { open[$0] == 0 }
    while let event = ready.popLast() {
      events.append(event)
      for later in followers[event] {
        open[later] -= 1
        if open[later] == 0 { ready.append(later) }
      }
    }
    return events
  }
}
