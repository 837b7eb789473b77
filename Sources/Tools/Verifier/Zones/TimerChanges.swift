import LaunchFlowMachine

/// A timer that is armed in a state.
struct ArmedTimer {
  var slot: Int32
  /// The time after its arming at which it is due, in nanoseconds.
  var length: Int64
  /// The earliest time after its arming at which it fires: `length`, except for waits with jitter and given times.
  var shortest: Int64 = .max
  var order: EventOrder
}

/// Follows which timers are armed from one state to the next.
///
/// The timers of a state are sorted by slot. The variables of its zones are now, then the instants at which the timers
/// were armed, in the same order.
struct TimerChanges {
  private var before: [ArmedTimer] = []
  /// By slot: whether the event has disarmed a timer, and whether it has armed one.
  private var isGone: [Bool]
  private var isFresh: [Bool]
  private var gone: [Int32] = []
  private var fresh: [ArmedTimer] = []

  /// The timers that are armed after the event, by slot.
  private(set) var armed: [ArmedTimer] = []
  /// By variable of the next zone: the variable that it comes from, 0 for a new one.
  private(set) var sources: [Int32] = [0]

  init(_ plan: FlowPlan) {
    isGone = Array(repeating: false, count: FlowTimer.slots(tracks: plan.trackCount))
    isFresh = isGone
  }

  mutating func begin(_ timers: ArraySlice<ArmedTimer>) {
    before.removeAll(keepingCapacity: true)
    before.append(contentsOf: timers)
  }

  /// Notes that a timer fires or is disarmed. A timer that the same event arms and disarms leaves no trace.
  mutating func disarm(_ slot: Int) {
    if isFresh[slot] {
      isFresh[slot] = false
      fresh.removeAll { $0.slot == slot }
    } else if !isGone[slot] {
      isGone[slot] = true
      gone.append(Int32(slot))
    }
  }

  mutating func arm(_ timer: FlowTimer, _ length: Int64, shortest: Int64) {
    isFresh[timer.slot] = true
    fresh.append(
      ArmedTimer(
        slot: Int32(timer.slot), length: min(length, Zone.longest), shortest: min(shortest, Zone.longest),
        order: .timer(timer)))
  }

  /// Finds the timers that are armed after the event, and the sources of the next zone.
  mutating func finish() {
    armed.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
    sources.append(0)
    for (place, timer) in before.enumerated() where !isGone[Int(timer.slot)] {
      armed.append(timer)
      sources.append(Int32(place + 1))
    }
    for timer in fresh { insert(timer) }
    for slot in gone { isGone[Int(slot)] = false }
    gone.removeAll(keepingCapacity: true)
    fresh.removeAll(keepingCapacity: true)
  }

  private mutating func insert(_ timer: ArmedTimer) {
    isFresh[Int(timer.slot)] = false
    var place = armed.count
    armed.append(timer)
    sources.append(0)
    while place > 0, armed[place - 1].slot > timer.slot {
      armed[place] = armed[place - 1]
      sources[place + 1] = sources[place]
      place -= 1
    }
    armed[place] = timer
    sources[place + 1] = 0
  }
}
