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
  /// The timers that are armed after the event, by slot.
  private(set) var armed: [ArmedTimer] = []
  /// By variable of the next zone: the variable that it comes from, 0 for a new one.
  private(set) var sources: [Int32] = [0]

  mutating func begin(_ timers: ArraySlice<ArmedTimer>) {
    before.removeAll(keepingCapacity: true)
    before.append(contentsOf: timers)
    restart()
  }

  /// Begins another event of the same state.
  mutating func restart() {
    armed.removeAll(keepingCapacity: true)
    armed.append(contentsOf: before)
    sources.removeAll(keepingCapacity: true)
    sources.append(contentsOf: 0...Int32(before.count))
  }

  /// Notes that a timer fires or is disarmed.
  mutating func disarm(_ slot: Int) {
    guard let place = armed.firstIndex(where: { $0.slot == slot }) else { return }
    armed.remove(at: place)
    sources.remove(at: place + 1)
  }

  mutating func arm(_ timer: FlowTimer, _ length: Int64, shortest: Int64) {
    let new = ArmedTimer(
      slot: Int32(timer.slot), length: min(length, Zone.longest), shortest: min(shortest, Zone.longest),
      order: .timer(timer))
    let place = armed.firstIndex { $0.slot > new.slot } ?? armed.count
    armed.insert(new, at: place)
    sources.insert(0, at: place + 1)
  }
}
