import LaunchFlowMachine
import LaunchFlowModel

/// The timers that are always armed at one instant, so that one clock gives the times of all of them.
///
/// A clock is the instant at which its timers were armed; a timer is due its length later. A step's deadline
/// and its `useFallbackAfter` are armed when it begins, and so is the time-out of a step that only ever makes
/// one attempt. All other time-outs and the waits between attempts have a clock for each step; no two of them
/// are armed at once.
struct ZoneClocks {
  /// By timer slot. Clock 0 is the run's.
  let ofSlot: [Int32]
  let count: Int

  init(_ plan: FlowPlan) {
    var next: Int32 = 1
    var ofSlot = [Int32](repeating: 0, count: 1 + plan.steps.count * FlowTimer.slotsPerStep)
    for step in plan.steps.indices {
      let start = next
      let attempts = Self.makesOneAttempt(step, plan) ? start : start + 1
      next = attempts + 1
      ofSlot[FlowTimer(.retryWake, of: step).slot] = attempts
      ofSlot[FlowTimer(.attemptTimeout, of: step).slot] = attempts
      ofSlot[FlowTimer(.useFallbackAfter, of: step).slot] = start
      ofSlot[FlowTimer(.stepDeadline, of: step).slot] = start
    }
    self.ofSlot = ofSlot
    count = Int(next)
  }

  private static func makesOneAttempt(_ step: Int, _ plan: FlowPlan) -> Bool {
    let clocks = plan.clocks[step]
    return (clocks.attempts == 1 || clocks.retryClasses == 0) && clocks.pollEvery < 0
      && !plan.steps[step].fallbacks.contains { place in
        let kind = plan.fallbacks[Int(place)].kind
        return kind == .http || kind == .action
      }
  }
}

/// A timer that is armed in a state.
struct ArmedTimer {
  var slot: Int32
  /// The variable of its clock in the state's zones.
  var clock: Int32 = 0
  /// The time after its clock's instant at which it is due, in nanoseconds.
  var length: Int64
  /// The earliest time after that instant at which it fires: `length`, except for a wait with jitter and for
  /// a time that an input gives.
  var shortest: Int64 = .max
  var order: EventOrder
}
