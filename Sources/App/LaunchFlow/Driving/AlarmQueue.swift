/// The alarms of an event loop in the order of their times; of equal ones, in their order; then the one that was
/// set first rings first.
package struct AlarmQueue {
  private var schedule = Schedule()
  /// By slot: the call of an alarm; nil for a free slot.
  private var calls: [(@Sendable () -> Void)?] = []
  private var free: [Int] = []

  package init() {}

  /// How many entries the heap has, for tests.
  var entryCount: Int { schedule.entryCount }

  var alarmCount: Int { calls.count - free.count }

  package mutating func make(_ ring: @escaping @Sendable () -> Void) -> Int {
    if let slot = free.popLast() {
      calls[slot] = ring
      return slot
    }
    calls.append(ring)
    return schedule.addSlot()
  }

  package mutating func remove(_ slot: Int) {
    schedule.clear(slot)
    calls[slot] = nil
    free.append(slot)
  }

  /// - Parameter order: Decides about alarms of one time.
  package mutating func set(_ slot: Int, at time: Int64?, order: UInt64 = 0) {
    if let time { schedule.set(slot, at: time, order: order) } else { schedule.clear(slot) }
  }

  /// When the next alarm rings; nil if none is set.
  package mutating func next() -> Int64? { schedule.nextTime() }

  /// Removes the first due alarm and returns its call; nil if none is due.
  package mutating func takeDue(at now: Int64) -> (@Sendable () -> Void)? {
    schedule.pop(before: now).flatMap { calls[$0.slot] }
  }
}
