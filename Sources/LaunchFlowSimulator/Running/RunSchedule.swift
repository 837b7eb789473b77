import LaunchFlowMachine

/// What is due in a simulated run, and when.
///
/// Of one slot all events have one order, so a slot's rank decides which of two events of one instant comes first. A few
/// slots are searched one by one: a heap took a third of the time of many runs.
struct RunSchedule: Sendable {
  /// By slot: its rank; empty for too many slots.
  private let ranks: [Int]
  private let slots: [Int]
  /// By rank: when the slot is due.
  private var times: [Int64]
  /// The ranks that hold a time, as bits.
  private var armed = SIMD4<UInt64>()
  private let words: Int
  /// For more slots.
  private var heap: Schedule

  /// The most slots that are searched.
  static let mostSearched = 256

  /// A schedule in which nothing is due.
  ///
  /// - Parameter orders: By slot: the order of its events.
  init(orders: [UInt64]) {
    let isSearched = orders.count <= Self.mostSearched
    slots = isSearched ? orders.indices.sorted { (orders[$0], $0) < (orders[$1], $1) } : []
    var ranks = slots
    for (rank, slot) in slots.enumerated() { ranks[slot] = rank }
    self.ranks = ranks
    times = Array(repeating: 0, count: slots.count)
    words = (slots.count + 63) / 64
    heap = Schedule(slots: isSearched ? 0 : orders.count)
  }

  /// Sets a slot's time, in place of one that it may hold.
  @inline(__always)
  mutating func set(_ slot: Int, at time: Int64, order: UInt64) {
    guard words > 0 else { return heap.set(slot, at: time, order: order) }
    let rank = ranks[slot]
    times[rank] = time
    armed[rank >> 6] |= 1 << UInt64(rank & 63)
  }

  /// Takes a slot's time back. Nothing changes where it holds none.
  @inline(__always)
  mutating func clear(_ slot: Int) {
    guard words > 0 else { return heap.clear(slot) }
    let rank = ranks[slot]
    armed[rank >> 6] &= ~(1 << UInt64(rank & 63))
  }

  /// Clears all slots.
  mutating func clearAll() {
    armed = SIMD4()
    heap.clearAll()
  }

  /// Takes the first slot that is due, whenever that is.
  @inline(__always)
  mutating func pop() -> Schedule.Due? {
    guard words > 0 else { return heap.pop() }
    var first = -1
    var earliest = Int64.max
    for word in 0..<words {
      var bits = armed[word]
      while bits != 0 {
        let rank = word << 6 | bits.trailingZeroBitCount
        bits &= bits &- 1
        if times[rank] < earliest || first < 0 { (first, earliest) = (rank, times[rank]) }
      }
    }
    guard first >= 0 else { return nil }
    armed[first >> 6] &= ~(1 << UInt64(first & 63))
    return Schedule.Due(slot: slots[first], time: earliest)
  }
}
