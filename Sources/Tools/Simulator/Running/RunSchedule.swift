import LaunchFlowMachine

/// The pending events of a simulated run, with their times.
///
/// All events of one slot have one order, so a slot's rank decides which of two events of one instant comes
/// first. A few slots are searched one by one: a heap took a third of the time of many runs.
struct RunSchedule: Sendable {
  /// By slot: its rank; empty if there are too many slots.
  private let ranks: [Int]
  private let slots: [Int]
  /// By rank: the time at which the slot is due.
  private var times: [Int64]
  /// The first 64 ranks with a time, as bits. Most flows have no others.
  private var armed: UInt64 = 0
  /// The other ranks, 64 in each word.
  private var others: [UInt64]
  private let isSearched: Bool
  /// The schedule for more slots.
  private var heap: Schedule

  /// The maximal number of slots to search one by one.
  static let mostSearched = 256

  /// An empty schedule.
  ///
  /// - Parameter orders: By slot: the order of its events.
  init(orders: [UInt64]) {
    isSearched = orders.count <= Self.mostSearched
    slots = isSearched ? orders.indices.sorted { (orders[$0], $0) < (orders[$1], $1) } : []
    var ranks = slots
    for (rank, slot) in slots.enumerated() { ranks[slot] = rank }
    self.ranks = ranks
    times = Array(repeating: 0, count: slots.count)
    others = Array(repeating: 0, count: max(0, (slots.count - 1) / 64))
    heap = Schedule(slots: isSearched ? 0 : orders.count)
  }

  /// Sets a slot's time, and replaces an earlier one.
  @inline(__always)
  mutating func set(_ slot: Int, at time: Int64, order: UInt64) {
    guard isSearched else { return heap.set(slot, at: time, order: order) }
    let rank = ranks[slot]
    times[rank] = time
    if rank < 64 { armed |= 1 << UInt64(rank) } else { others[rank >> 6 - 1] |= 1 << UInt64(rank & 63) }
  }

  /// Removes a slot's time, if it has one.
  @inline(__always)
  mutating func clear(_ slot: Int) {
    guard isSearched else { return heap.clear(slot) }
    disarm(ranks[slot])
  }

  @inline(__always)
  private mutating func disarm(_ rank: Int) {
    if rank < 64 { armed &= ~(1 << UInt64(rank)) } else { others[rank >> 6 - 1] &= ~(1 << UInt64(rank & 63)) }
  }

  /// Clears all slots.
  mutating func clearAll() {
    armed = 0
    for word in others.indices { others[word] = 0 }
    heap.clearAll()
  }

  /// Removes and returns the first due slot, whatever its time.
  @inline(__always)
  mutating func pop() -> Schedule.Due? {
    guard isSearched else { return heap.pop() }
    var (first, earliest) = (-1, Int64.max)
    search(armed, from: 0, &first, &earliest)
    for word in others.indices { search(others[word], from: 64 * (word + 1), &first, &earliest) }
    guard first >= 0 else { return nil }
    disarm(first)
    return Schedule.Due(slot: slots[first], time: earliest)
  }

  /// Finds the first one of 64 ranks that is due before the earliest one found so far.
  @inline(__always)
  private func search(_ word: UInt64, from start: Int, _ first: inout Int, _ earliest: inout Int64) {
    var bits = word
    while bits != 0 {
      let rank = start + bits.trailingZeroBitCount
      bits &= bits &- 1
      if times[rank] < earliest || first < 0 { (first, earliest) = (rank, times[rank]) }
    }
  }
}
