import LaunchFlowMachine

/// The alarms of one driver by when they ring; of those that ring together the older alarm goes first.
///
/// Setting an alarm anew leaves its old entry in the heap. Alarms are long and mostly set anew, so entries
/// that no longer count are cleared out whenever they outnumber the others.
struct AlarmQueue {
  private struct Slot {
    var number: UInt64
    var generation: UInt32 = 0
    var isSet = false
    var ring: (@Sendable () -> Void)?
  }

  private var slots: [Slot] = []
  private var free: [Int32] = []
  private var made: UInt64 = 0
  private var setCount = 0
  private var queue = EventQueue()

  /// How many entries the heap has, for tests.
  var entryCount: Int { queue.count }

  /// How many alarms there are.
  var alarmCount: Int { slots.count - free.count }

  /// Makes an alarm; its slot.
  mutating func make(_ ring: @escaping @Sendable () -> Void) -> Int32 {
    made += 1
    if let slot = free.popLast() {
      slots[Int(slot)].number = made
      slots[Int(slot)].ring = ring
      return slot
    }
    slots.append(Slot(number: made, ring: ring))
    return Int32(slots.count - 1)
  }

  mutating func remove(_ slot: Int32) {
    set(slot, at: nil)
    slots[Int(slot)].ring = nil
    free.append(slot)
  }

  mutating func set(_ slot: Int32, at time: Int64?) {
    let index = Int(slot)
    slots[index].generation &+= 1
    if slots[index].isSet { setCount -= 1 }
    slots[index].isSet = time != nil
    if let time {
      setCount += 1
      queue.push(
        .init(time: time, order: slots[index].number, slot: slot, generation: slots[index].generation))
    }
    if queue.count > 64, queue.count > 2 * setCount {
      let slots = slots
      queue.compact { slots[Int($0.slot)].generation == $0.generation }
    }
  }

  /// When the next alarm rings; nil if none is set.
  mutating func next() -> Int64? {
    while let first = queue.first {
      if counts(first) { return first.time }
      _ = queue.pop()
    }
    return nil
  }

  /// Takes out the first alarm that is due; what it calls.
  mutating func takeDue(at now: Int64) -> (@Sendable () -> Void)? {
    guard let time = next(), time <= now, let entry = queue.pop() else { return nil }
    let index = Int(entry.slot)
    slots[index].generation &+= 1
    slots[index].isSet = false
    setCount -= 1
    return slots[index].ring
  }

  private func counts(_ entry: EventQueue.Entry) -> Bool {
    slots[Int(entry.slot)].generation == entry.generation
  }
}
