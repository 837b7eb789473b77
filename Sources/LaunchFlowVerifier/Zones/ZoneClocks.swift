import LaunchFlowMachine
import LaunchFlowModel

/// Which timers are always armed at one instant, so that one clock tells when each of them is due.
///
/// A clock is the instant at which its timers were armed; a timer is due its length later. A zone over clocks
/// says the same as one over timers and is smaller: steps that begin together take one variable for all their timers.
///
/// Steps outside polled groups and lanes that wait for the same, their groups' waits included, begin at one
/// instant if they begin at all: with the event that settles the last of what they wait for, or with the run.
/// Their deadlines, their `useFallbackAfter`, and the time-outs of those that only ever make one attempt then
/// begin too. All other time-outs and the waits between attempts have a clock for each step; no two of them
/// are armed at once.
struct ZoneClocks {
  /// By timer slot.
  let ofSlot: [Int32]
  let count: Int

  /// What steps of one clock have in common: what they wait for, in order, -1 for the landing; or themselves.
  private enum Beginning: Hashable {
    case together(waits: [Int32])
    case alone(Int)
  }

  init(_ plan: FlowPlan) {
    let waits = Self.waits(plan)
    var numbers: [Beginning: Int32] = [.together(waits: []): 0]
    var next: Int32 = 1
    var ofSlot = [Int32](repeating: 0, count: 1 + plan.steps.count * FlowTimer.slotsPerStep)
    for step in plan.steps.indices {
      let beginning = Self.beginning(of: step, plan, waits)
      let start = numbers[beginning] ?? next
      if start == next {
        numbers[beginning] = next
        next += 1
      }
      let attempts: Int32
      if Self.makesOneAttempt(step, plan) {
        attempts = start
      } else {
        attempts = next
        next += 1
      }
      ofSlot[FlowTimer(.retryWake, of: step).slot] = attempts
      ofSlot[FlowTimer(.attemptTimeout, of: step).slot] = attempts
      ofSlot[FlowTimer(.useFallbackAfter, of: step).slot] = start
      ofSlot[FlowTimer(.stepDeadline, of: step).slot] = start
    }
    self.ofSlot = ofSlot
    count = Int(next)
  }

  private static func waits(_ plan: FlowPlan) -> [Set<Int32>] {
    var waits = plan.steps.map { _ in Set<Int32>() }
    for step in plan.steps.indices {
      for place in plan.steps[step].dependents {
        waits[Int(plan.dependents[Int(place)].step)].insert(Int32(step))
      }
    }
    for place in plan.landingDependents { waits[Int(plan.dependents[Int(place)].step)].insert(-1) }
    return waits
  }

  private static func beginning(of step: Int, _ plan: FlowPlan, _ waits: [Set<Int32>]) -> Beginning {
    guard plan.steps[step].lane < 0 else { return .alone(step) }
    var all = waits[step]
    var group = Int(plan.steps[step].group)
    while group >= 0 {
      if plan.clocks[group].pollEvery >= 0 { return .alone(step) }
      all.formUnion(waits[group])
      group = Int(plan.steps[group].group)
    }
    return .together(waits: all.sorted())
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
  /// -1 for the last event's instant, which is kept like a clock where ties are told apart.
  var slot: Int32
  /// The variable of its clock in the state's zones.
  var clock: Int32 = 0
  /// How long after its clock's instant it is due, in nanoseconds.
  var length: Int64
  /// How long after that instant it may fire at the earliest: at `length`, but for a wait with jitter and for a time that
  /// an input gives.
  var shortest: Int64 = .max
  var order: EventOrder
}
