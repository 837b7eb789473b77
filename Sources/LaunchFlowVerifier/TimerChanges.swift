import LaunchFlowMachine

/// Follows which timers are armed from one node to the next, and which variables of the zones their clocks
/// are.
struct TimerChanges {
  private let clocks: ZoneClocks
  /// By clock: its variable in the node's zone, 0 for none.
  private var placesBefore: [Int]
  private var clocksBefore: [Int32] = []
  private(set) var placeCount = 1
  /// By clock: its variable in the next zone, 0 for none.
  private var places: [Int]
  /// By slot: whether the event has taken the node's timer back, and whether it has armed one.
  private var isGone: [Bool]
  private var isFresh: [Bool]
  private var gone: [Int32] = []
  private var fresh: [ArmedTimer] = []

  /// The timers that are armed after the event, by slot.
  private(set) var armed: [ArmedTimer] = []
  /// By variable of the next zone: the node's variable that it comes from, 0 for one that begins now.
  private(set) var sources: [Int] = [0]
  /// By variable of the next zone: how long after it its first timer is due, `.max` for none.
  private(set) var lengths: [Int64] = [.max]

  init(_ clocks: ZoneClocks) {
    self.clocks = clocks
    placesBefore = Array(repeating: 0, count: clocks.count)
    places = placesBefore
    isGone = clocks.ofSlot.map { _ in false }
    isFresh = isGone
  }

  /// Forgets the node before.
  mutating func beginNode() {
    for clock in clocksBefore { placesBefore[Int(clock)] = 0 }
    clocksBefore.removeAll(keepingCapacity: true)
    placeCount = 1
  }

  /// A variable of the node's zone that is no clock.
  mutating func addPlace() -> Int {
    placeCount += 1
    return placeCount - 1
  }

  /// The variable of a timer's clock in the node's zone; the timers come by slot.
  mutating func place(of slot: Int32) -> Int {
    let clock = clocks.ofSlot[Int(slot)]
    if placesBefore[Int(clock)] == 0 {
      placesBefore[Int(clock)] = addPlace()
      clocksBefore.append(clock)
    }
    return placesBefore[Int(clock)]
  }

  /// The node's timer fires, or is taken back; what an event arms and takes back has never been there.
  mutating func disarm(_ slot: Int) {
    if isFresh[slot] {
      isFresh[slot] = false
      fresh.removeAll { $0.slot == slot }
    } else if !isGone[slot] {
      isGone[slot] = true
      gone.append(Int32(slot))
    }
  }

  mutating func arm(_ slot: Int, _ length: Int64) {
    isFresh[slot] = true
    fresh.append(ArmedTimer(slot: Int32(slot), length: min(length, Zone.longest)))
  }

  /// Finds what is armed after the event, and from where the next zone comes.
  ///
  /// - Parameter keepsEvent: Whether the zone remembers this event's instant.
  mutating func finish(_ nodeTimers: [NodeTimer], keepsEvent: Bool) {
    armed.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
    sources.append(0)
    lengths.removeAll(keepingCapacity: true)
    lengths.append(.max)
    if keepsEvent {
      armed.append(ArmedTimer(slot: -1, length: .max))
      sources.append(0)
      lengths.append(.max)
    }
    for timer in nodeTimers where !isGone[Int(timer.slot)] {
      armed.append(ArmedTimer(slot: timer.slot, length: timer.length))
    }
    for timer in fresh { insert(timer) }
    for timer in armed where timer.slot >= 0 { addClock(of: timer) }
    for timer in armed where timer.slot >= 0 { places[Int(clocks.ofSlot[Int(timer.slot)])] = 0 }
    for slot in gone { isGone[Int(slot)] = false }
    gone.removeAll(keepingCapacity: true)
    for timer in fresh { isFresh[Int(timer.slot)] = false }
    fresh.removeAll(keepingCapacity: true)
  }

  private mutating func insert(_ timer: ArmedTimer) {
    var place = armed.count
    armed.append(timer)
    while place > 0, armed[place - 1].slot > timer.slot {
      armed[place] = armed[place - 1]
      place -= 1
    }
    armed[place] = timer
  }

  private mutating func addClock(of timer: ArmedTimer) {
    let clock = Int(clocks.ofSlot[Int(timer.slot)])
    let source = isFresh[Int(timer.slot)] ? 0 : placesBefore[clock]
    let place = places[clock]
    if place == 0 {
      places[clock] = sources.count
      sources.append(source)
      lengths.append(timer.length)
    } else {
      precondition(sources[place] == source, "the timers of a clock are armed at one instant")
      lengths[place] = min(lengths[place], timer.length)
    }
  }
}
