/// The times of future events, in slots: timers, alarms, and in a simulation also answers and scripted events.
///
/// A slot has at most one time. Events are taken by time, then by order, then in the sequence of their setting. All
/// times are nanoseconds on the driver's clock. Every driver uses it, the simulator in its innermost loop.
///
/// It is a binary heap. An entry that was cleared or set again remains in the heap until it reaches the top, or until
/// such entries outnumber the others. The key is two plain numbers: with a heap that was generic over the order, the
/// simulator took 2.5 times as long.
package struct Schedule: Sendable {
  package struct Due: Equatable, Sendable {
    package var slot: Int
    package var time: Int64

    @inlinable
    package init(slot: Int, time: Int64) {
      self.slot = slot
      self.time = time
    }
  }

  @usableFromInline
  package struct Entry: Sendable {
    @usableFromInline var time: Int64
    @usableFromInline var order: UInt64
    @usableFromInline var slot: Int32
    /// The number of the setting, from 1. An entry counts only if this is the slot's newest number.
    @usableFromInline var setting: UInt32

    @inlinable
    init(time: Int64, order: UInt64, slot: Int32, setting: UInt32) {
      self.time = time
      self.order = order
      self.slot = slot
      self.setting = setting
    }

    @inlinable @inline(__always)
    func comesBefore(_ other: Entry) -> Bool {
      if time != other.time { return time < other.time }
      if order != other.order { return order < other.order }
      return setting < other.setting
    }
  }

  @usableFromInline var heap: [Entry] = []
  /// By slot: the number of its newest setting; 0 for a slot without a time.
  @usableFromInline var settings: [UInt32]
  @usableFromInline var lastSetting: UInt32 = 0
  /// How many slots have a time.
  @usableFromInline package var count = 0

  @inlinable
  package init(slots: Int = 0) {
    settings = Array(repeating: 0, count: slots)
  }

  /// How many entries the heap has, including those that no longer count; for tests.
  package var entryCount: Int { heap.count }

  package mutating func addSlot() -> Int {
    settings.append(0)
    return settings.count - 1
  }

  @inlinable @inline(__always)
  package mutating func set(_ slot: Int, at time: Int64, order: UInt64) {
    clear(slot)
    lastSetting &+= 1
    if lastSetting == 0 { lastSetting = 1 }
    count += 1
    settings[slot] = lastSetting
    push(Entry(time: time, order: order, slot: Int32(truncatingIfNeeded: slot), setting: lastSetting))
  }

  @inlinable @inline(__always)
  package mutating func clear(_ slot: Int) {
    guard settings[slot] != 0 else { return }
    settings[slot] = 0
    count -= 1
    if heap.count > 64, heap.count > 2 * count { compact() }
  }

  @inlinable
  package mutating func clearAll() {
    for entry in heap { settings[Int(entry.slot)] = 0 }
    heap.removeAll(keepingCapacity: true)
    lastSetting = 0
    count = 0
  }

  /// Removes and returns the first due slot, at any time.
  @inlinable @inline(__always)
  package mutating func pop() -> Due? {
    while let entry = popEntry() {
      guard settings[Int(entry.slot)] == entry.setting else { continue }
      settings[Int(entry.slot)] = 0
      count -= 1
      return Due(slot: Int(entry.slot), time: entry.time)
    }
    return nil
  }

  /// Removes and returns the first slot that is due before an event of a time and an order.
  package mutating func pop(before time: Int64, _ order: UInt64 = .max) -> Due? {
    guard nextTime() != nil, let first = heap.first, (first.time, first.order) < (time, order) else {
      return nil
    }
    return pop()
  }

  /// The time of the first due slot; nil for none.
  package mutating func nextTime() -> Int64? {
    while let first = heap.first, settings[Int(first.slot)] != first.setting { _ = popEntry() }
    return heap.first?.time
  }
}

extension Schedule {
  @inlinable
  mutating func push(_ entry: Entry) {
    heap.append(entry)
    heap.withUnsafeMutableBufferPointer { heap in
      var child = heap.count - 1
      while child > 0 {
        let parent = (child - 1) >> 1
        guard entry.comesBefore(heap[parent]) else { break }
        heap[child] = heap[parent]
        child = parent
      }
      heap[child] = entry
    }
  }

  @inlinable
  mutating func popEntry() -> Entry? {
    guard let last = heap.popLast() else { return nil }
    guard let first = heap.first else { return last }
    sink(last, into: 0)
    return first
  }

  @inlinable
  mutating func sink(_ entry: Entry, into start: Int) {
    heap.withUnsafeMutableBufferPointer { heap in
      let count = heap.count
      var hole = start
      while true {
        var child = 2 * hole + 1
        guard child < count else { break }
        if child + 1 < count, heap[child + 1].comesBefore(heap[child]) { child += 1 }
        guard heap[child].comesBefore(entry) else { break }
        heap[hole] = heap[child]
        hole = child
      }
      heap[hole] = entry
    }
  }

  /// Keeps only the entries that still count, in linear time.
  @usableFromInline
  mutating func compact() {
    heap.removeAll { settings[Int($0.slot)] != $0.setting }
    for hole in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(heap[hole], into: hole) }
  }
}
