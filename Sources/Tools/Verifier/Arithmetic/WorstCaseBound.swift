/// A landing time that no run exceeds, found by arithmetic alone: cheap, and never below the exploration's bound.
///
/// The run has landed once all steps in the rules' conditions have settled; see `OutcomeTimes`.
package struct WorstCaseBound: Hashable, Sendable {
  /// The bound, in nanoseconds since the start.
  package var nanoseconds: Int64
  /// The duration of the longest way without the flow's deadline; `.max` if unbounded.
  package var withoutDeadline: Int64
  /// The step at the end of the longest way; nil if the landing waits for no step.
  package var lastStep: String?

  /// Adds up the longest way through a flow, in time linear in the flow's size.
  package init(_ plan: FlowPlan) {
    let times = OutcomeTimes(plan)
    var last: Int?
    for step in plan.steps.indices where plan.steps[step].isWatched && !plan.steps[step].isTail {
      if last.map({ times.settled(step) > times.settled($0) }) ?? true { last = step }
    }
    lastStep = last.map { plan.stepNames[$0] }
    withoutDeadline = last.map { times.settled($0) } ?? 0
    nanoseconds = min(withoutDeadline, plan.deadline)
  }
}

extension WorstCaseBound {
  /// By step: the longest time in its lane's queue, until all other users and their late work have ended.
  static func laneTurns(_ plan: FlowPlan) -> [Int64] {
    var turns = plan.steps.map { _ in Int64(0) }
    var users: [[Int]] = plan.laneCapacities.map { _ in [] }
    for (step, planned) in plan.steps.enumerated() where planned.lane >= 0 {
      users[Int(planned.lane)].append(step)
    }
    for (users, capacity) in zip(users, plan.laneCapacities)
    // A step that waits until its lane is idle waits even if a place is free.
    where users.count > Int(capacity) || users.contains(where: { plan.steps[$0].whenIdle }) {
      let times = users.map { plan.laneTime(of: $0) }
      let all = times.reduce(Int64(0)) { $0.plus($1) }
      for (user, time) in zip(users, times) { turns[user] = all == .max ? all : all - time }
    }
    return turns
  }
}

extension FlowPlan {
  /// The longest time for which a step occupies a place on its lane, late work included.
  func laneTime(of step: Int) -> Int64 { boundedWorkTime(of: step).plus(remoteFallbackTime(of: step)) }

  /// The time of a step's own attempts and the waits between them, within its deadline.
  func boundedWorkTime(of step: Int) -> Int64 {
    let time = ownWorkTime(of: step)
    return clocks[step].deadline >= 0 ? min(time, clocks[step].deadline) : time
  }
}
