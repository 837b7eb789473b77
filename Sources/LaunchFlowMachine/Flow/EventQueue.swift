/// What is due, and when, in an order among what is due at one instant: for the machine's events the key of
/// its own, `EventOrder`. Not generic over the order: that would cost the simulator two thirds of its speed.
///
/// A binary heap. Whatever is taken back stays in it and is passed over when its time comes: its slot has by
/// then another generation. A driver whose timers are long clears these out now and then (`compact`).
package struct EventQueue: Sendable {
  package struct Entry: Sendable {
    /// Nanoseconds since the start.
    package var time: Int64
    package var order: UInt64
    /// Whose it is, in the driver's own numbering.
    package var slot: Int32
    /// What the slot's generation was when it was made.
    package var generation: UInt32

    @inlinable
    package init(time: Int64, order: UInt64, slot: Int32, generation: UInt32) {
      self.time = time
      self.order = order
      self.slot = slot
      self.generation = generation
    }
  }

  @usableFromInline package var heap: [Entry] = []

  @inlinable
  package init() {}

  /// How many entries there are, those taken back included.
  @inlinable
  package var count: Int { heap.count }

  /// The entry that is due first.
  @inlinable
  package var first: Entry? { heap.first }

  @inlinable
  package mutating func removeAll() {
    heap.removeAll(keepingCapacity: true)
  }

  @inlinable
  package mutating func push(_ entry: Entry) {
    heap.append(entry)
    heap.withUnsafeMutableBufferPointer { heap in
      var child = heap.count - 1
      while child > 0 {
        let parent = (child - 1) >> 1
        guard Self.comesFirst(entry, heap[parent]) else { break }
        heap[child] = heap[parent]
        child = parent
      }
      heap[child] = entry
    }
  }

  @inlinable
  package mutating func pop() -> Entry? {
    guard let last = heap.popLast() else { return nil }
    guard let first = heap.first else { return last }
    sink(last, into: 0)
    return first
  }

  /// Keeps only the entries that still count, in linear time.
  package mutating func compact(keeping counts: (Entry) -> Bool) {
    heap.removeAll { !counts($0) }
    for hole in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(heap[hole], into: hole) }
  }

  @inlinable
  package mutating func sink(_ entry: Entry, into start: Int) {
    heap.withUnsafeMutableBufferPointer { heap in
      let count = heap.count
      var hole = start
      while true {
        var child = 2 * hole + 1
        guard child < count else { break }
        if child + 1 < count, Self.comesFirst(heap[child + 1], heap[child]) { child += 1 }
        guard Self.comesFirst(heap[child], entry) else { break }
        heap[hole] = heap[child]
        hole = child
      }
      heap[hole] = entry
    }
  }

  @inlinable @inline(__always)
  package static func comesFirst(_ left: Entry, _ right: Entry) -> Bool {
    left.time != right.time ? left.time < right.time : left.order < right.order
  }
}
