/// The longest time from a step's start to its end, by outcome, in nanoseconds; `.max` for no bound.
struct OutcomeLimits {
  var available: Int64
  /// -1 if it cannot be unavailable.
  var unavailable: Int64

  /// The limits of a step that is not a group, without its time in a lane's queue.
  init(of step: Int, in plan: FlowPlan) {
    let fallbacks = plan.steps[step].fallbacks.map { plan.fallbacks[Int($0)] }
    let remote = plan.remoteFallbackTime(of: step)
    let hasConstant = fallbacks.contains { $0.kind == .value }
    switch plan.steps[step].kind {
    case .value:
      available = 0
      unavailable = -1
    case .wait:
      // A wait for a time succeeds, unless a deadline cuts it.
      available = plan.clocks[step].timeout
      unavailable = plan.steps[step].awaited == .time ? -1 : available
    case .cache:
      available = remote
      unavailable = hasConstant ? -1 : remote
    case .http, .action, .group:
      let clocks = plan.clocks[step]
      var own = plan.ownWorkTime(of: step)
      if clocks.deadline >= 0 { own = min(own, clocks.deadline) }
      var whole = own.plus(remote)
      if clocks.hedges {
        whole = plan.hedgedTime(of: step, own: own)
      } else if clocks.useFallbackAfter >= 0, hasConstant {
        whole = min(whole, clocks.useFallbackAfter.plus(remote))
      }
      available = whole
      // With a constant, the step fails only by a refusal that no fallback hides.
      let canRefuse = plan.steps[step].names.contains { place in
        plan.names[Int(place)].isFailure && !plan.names[Int(place)].allowsFallback
      }
      unavailable = hasConstant && !canRefuse ? -1 : whole
    }
  }
}

extension FlowPlan {
  /// The longest time of a step whose fallbacks begin at their times while its own work goes on, for at most `own`.
  fileprivate func hedgedTime(of step: Int, own: Int64) -> Int64 {
    var time = min(own, clocks[step].useFallbackAfter)
    // The end of the newest attempt of a fallback, and the failure of the newest fallback. An empty cache fails at once,
    // and the attempt before it goes on.
    var (end, failure) = (Int64(0), Int64(0))
    for index in steps[step].fallbacks {
      let fallback = fallbacks[Int(index)]
      if index > steps[step].fallbacks.lowerBound {
        time = fallback.gap < 0 ? failure : min(time.plus(fallback.gap), max(own, end, failure))
      }
      if fallback.kind == .value { return time }
      if fallback.kind != .cache { end = time.plus(fallback.timeout) }
      failure = fallback.kind == .cache ? time : end
    }
    return max(own, end, failure)
  }

  /// All attempts of a step's own work, one time-out each, with the longest waits between them. `.max` for a
  /// polled step, which only its deadline ends; 0 for a step without attempts.
  func ownWorkTime(of step: Int) -> Int64 {
    guard steps[step].kind == .http || steps[step].kind == .action else { return 0 }
    let clocks = clocks[step]
    guard clocks.pollEvery < 0 else { return .max }
    var time = clocks.timeout
    for attempt in 1..<clocks.mostAttempts {
      time = time.plus(longestWait(of: step, after: attempt)).plus(clocks.timeout)
    }
    return time
  }
}
