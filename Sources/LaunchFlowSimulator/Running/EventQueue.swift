import LaunchFlowMachine

/// What is due in virtual time, in the machine's own order of events.
///
/// A binary heap. Whatever is taken back stays in it and is passed over when its time comes: its slot has by
/// then another generation.
struct EventQueue: Sendable {
  struct Entry: Sendable {
    /// Nanoseconds since the start.
    var time: Int64
    var order: EventOrder
    /// Whose it is, in the driver's own numbering.
    var slot: Int32
    /// What the slot's generation was when it was made.
    var generation: UInt32
  }

  private var heap: [Entry] = []

  mutating func removeAll() {
    heap.removeAll(keepingCapacity: true)
  }

  mutating func push(_ entry: Entry) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) >> 1
      guard Self.comesFirst(entry, heap[parent]) else { break }
      heap[child] = heap[parent]
      child = parent
    }
    heap[child] = entry
  }

  mutating func pop() -> Entry? {
    guard let last = heap.popLast() else { return nil }
    guard let first = heap.first else { return last }
    let count = heap.count
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < count else { break }
      if child + 1 < count, Self.comesFirst(heap[child + 1], heap[child]) { child += 1 }
      guard Self.comesFirst(heap[child], last) else { break }
      heap[hole] = heap[child]
      hole = child
    }
    heap[hole] = last
    return first
  }

  @inline(__always)
  private static func comesFirst(_ left: Entry, _ right: Entry) -> Bool {
    left.time != right.time ? left.time < right.time : left.order < right.order
  }
}
