import LaunchFlowMachine

/// The armed timers of one run, in the order in which they must be taken: by due time, and at one instant in
/// the machine's order.
///
/// A binary heap. A disarmed timer stays in it under an outdated generation; when such entries outnumber the
/// rest, the heap is compacted, since a long time-out would otherwise keep its entry until it is due.
struct TimerQueue {
  private struct Entry {
    var due: Int64
    var order: EventOrder
    var timer: FlowTimer
    var generation: UInt32

    func comesBefore(_ other: Entry) -> Bool {
      due != other.due ? due < other.due : order < other.order
    }
  }

  private var heap: [Entry] = []
  private var armed = 0
  /// By the timer's slot: the generation of its newest entry, odd while it is armed.
  private var generations: [UInt32]

  init(slots: Int) {
    generations = Array(repeating: 0, count: slots)
  }

  mutating func arm(_ timer: FlowTimer, due: Int64) {
    let slot = timer.slot
    disarm(timer)
    generations[slot] &+= 1
    armed += 1
    push(Entry(due: due, order: .timer(timer), timer: timer, generation: generations[slot]))
  }

  /// Takes a timer back; one that is not armed is left alone.
  mutating func disarm(_ timer: FlowTimer) {
    guard generations[timer.slot] & 1 == 1 else { return }
    generations[timer.slot] &+= 1
    armed -= 1
    if heap.count > 64, heap.count > 2 * armed { compact() }
  }

  /// The due time of the next timer.
  mutating func nextDue() -> Int64? {
    dropOutdated()
    return heap.first?.due
  }

  /// Takes the next timer, if it comes before an event of this time and order.
  mutating func popTimer(before time: Int64, _ order: EventOrder?) -> (timer: FlowTimer, due: Int64)? {
    dropOutdated()
    guard let first = heap.first, first.due <= time else { return nil }
    if let order, first.due == time, !(first.order < order) { return nil }
    removeFirst()
    generations[first.timer.slot] &+= 1
    armed -= 1
    return (first.timer, first.due)
  }

  private mutating func dropOutdated() {
    while let first = heap.first, generations[first.timer.slot] != first.generation { removeFirst() }
  }

  private mutating func compact() {
    let current = heap.filter { generations[$0.timer.slot] == $0.generation }
    heap.removeAll(keepingCapacity: true)
    for entry in current { push(entry) }
  }

  private mutating func push(_ entry: Entry) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].comesBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].comesBefore(heap[least]) {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
