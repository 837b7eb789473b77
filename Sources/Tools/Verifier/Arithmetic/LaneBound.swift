import LaunchFlowMachine
import LaunchFlowModel

/// A landing time that no run exceeds, queues on lanes included (Graham 1969).
///
/// Follow the steps backwards from the last one that the landing waits for. At each moment, a step of this
/// way runs, or it waits for its lane. While it waits, all places of the lane are taken; while it runs on the
/// lane, one is. Every user takes its place for a bounded time, once. So on a lane of capacity m, the way
/// waits no longer than the times of all users outside the way, divided by m.
enum LaneBound {
  /// The bound; `.max` if groups may cut off and repeat their members.
  static func latest(_ plan: FlowPlan) -> Int64 {
    guard plan.steps.indices.allSatisfy({ plan.steps[$0].kind != .group && plan.clocks[$0].pollEvery < 0 })
    else {
      return .max
    }
    let limits = plan.steps.indices.map { step -> Int64 in
      let limit = OutcomeLimits(of: step, in: plan)
      return max(limit.available, limit.unavailable)
    }
    let capacities = capacities(plan)
    let order = StepOrder(plan)
    var ends = plan.steps.map { _ in Int64(0) }
    for event in order.events where event >= plan.steps.count {
      let step = event - plan.steps.count
      let start = order.waits[step].reduce(0) { max($0, ends[$1]) }
      let lane = Int(plan.steps[step].lane)
      let share = lane < 0 ? 0 : limits[step] / capacities[lane]
      ends[step] = start.plus(limits[step] - share)
    }
    let way = plan.steps.indices.filter { plan.steps[$0].isWatched }.reduce(0) { max($0, ends[$1]) }
    return queues(plan, capacities).reduce(way) { $0.plus($1) }
  }

  /// By lane: its capacity; 1 if a step waits until the lane is idle, because one taken place then blocks it.
  private static func capacities(_ plan: FlowPlan) -> [Int64] {
    plan.laneCapacities.enumerated().map { lane, capacity in
      plan.steps.contains { Int($0.lane) == lane && $0.whenIdle } ? 1 : Int64(max(1, capacity))
    }
  }

  /// By lane: the sum of its users' times, late work included, divided by its capacity.
  private static func queues(_ plan: FlowPlan, _ capacities: [Int64]) -> [Int64] {
    var sums = capacities.map { _ in Int64(0) }
    for (step, planned) in plan.steps.enumerated() where planned.lane >= 0 && !planned.isTail {
      sums[Int(planned.lane)] = sums[Int(planned.lane)].plus(plan.laneTime(of: step))
    }
    return zip(sums, capacities).map { sum, capacity in
      sum == .max ? .max : sum / capacity + (sum % capacity == 0 ? 0 : 1)
    }
  }
}
