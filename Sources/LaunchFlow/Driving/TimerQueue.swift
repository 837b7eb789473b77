import LaunchFlowMachine

/// The armed timers of one run, in the order in which they must be taken: by due time, and at one instant in
/// the machine's order.
struct TimerQueue {
  private var queue = EventQueue()
  private var armed = 0
  /// By the timer's slot: the timer that was armed in it last.
  private var timers: [FlowTimer?]
  /// By the timer's slot: the generation of its newest entry, odd while it is armed.
  private var generations: [UInt32]

  init(slots: Int) {
    timers = Array(repeating: nil, count: slots)
    generations = Array(repeating: 0, count: slots)
  }

  mutating func arm(_ timer: FlowTimer, due: Int64) {
    let slot = timer.slot
    disarm(timer)
    generations[slot] &+= 1
    timers[slot] = timer
    armed += 1
    queue.push(
      EventQueue.Entry(
        time: due, order: EventOrder.timer(timer).key, slot: Int32(slot), generation: generations[slot]))
  }

  /// Takes a timer back; one that is not armed is left alone.
  mutating func disarm(_ timer: FlowTimer) {
    guard generations[timer.slot] & 1 == 1 else { return }
    generations[timer.slot] &+= 1
    armed -= 1
    // A long time-out that was taken back would otherwise keep its entry until it is due.
    if queue.count > 64, queue.count > 2 * armed {
      queue.compact { [generations] in generations[Int($0.slot)] == $0.generation }
    }
  }

  /// The due time of the next timer.
  mutating func nextDue() -> Int64? {
    dropOutdated()
    return queue.first?.time
  }

  /// Takes the next timer, if it comes before an event of this time and order, or is due at this time.
  mutating func popTimer(before time: Int64, _ order: EventOrder?) -> (timer: FlowTimer, due: Int64)? {
    dropOutdated()
    guard let first = queue.first, first.time <= time else { return nil }
    if let order, first.time == time, first.order >= order.key { return nil }
    _ = queue.pop()
    generations[Int(first.slot)] &+= 1
    armed -= 1
    return timers[Int(first.slot)].map { ($0, first.time) }
  }

  private mutating func dropOutdated() {
    while let first = queue.first, generations[Int(first.slot)] != first.generation { _ = queue.pop() }
  }
}
