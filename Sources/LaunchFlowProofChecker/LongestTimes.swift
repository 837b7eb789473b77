import LaunchFlowMachine
import LaunchFlowModel

/// How long a step that has started can take, by its outcome; nil for an outcome that it cannot have, `.max` for no bound.
struct LongestTimes {
  var available: Int64?
  var unavailable: Int64?
  /// How long it can keep its place on a lane, late work included.
  var onLane: Int64

  init(_ step: Int, _ plan: FlowPlan) {
    let planned = plan.steps[step]
    let fallbacks = planned.fallbacks.map { plan.fallbacks[Int($0)] }
    let remote = fallbacks.reduce(Int64(0)) { $0.plus(max(0, $1.timeout)) }
    let alwaysHelps = fallbacks.contains { $0.kind == .value }
    let work = Self.work(step, plan)
    onLane = work.plus(remote)
    switch planned.kind {
    case .value: available = 0
    case .cache:
      available = remote
      unavailable = alwaysHelps ? nil : remote
    case .wait:
      available = plan.clocks[step].timeout
      unavailable = planned.awaited == .time ? nil : available
    case .http, .action, .group:
      var whole = work.plus(remote)
      let early = plan.clocks[step].useFallbackAfter
      if early >= 0, alwaysHelps { whole = min(whole, early.plus(remote)) }
      available = whole
      // A constant helps against everything but a refusal that fallbacks do not hide.
      let refuses = planned.names.map { plan.names[Int($0)] }.contains { $0.isFailure && !$0.allowsFallback }
      unavailable = alwaysHelps && !refuses ? nil : whole
    }
  }

  /// All attempts of its own and the longest waits between them, as far as its deadline lets them.
  private static func work(_ step: Int, _ plan: FlowPlan) -> Int64 {
    guard plan.steps[step].kind == .http || plan.steps[step].kind == .action else { return 0 }
    let clocks = plan.clocks[step]
    var time = clocks.timeout
    if clocks.pollEvery >= 0 {
      time = .max
    } else if clocks.retryClasses != 0, clocks.attempts > 1 {
      for attempt in 1..<Int(clocks.attempts) {
        time = time.plus(plan.retryDelay(of: step, after: attempt)).plus(clocks.timeout)
      }
    }
    return clocks.deadline >= 0 ? min(time, clocks.deadline) : time
  }
}
