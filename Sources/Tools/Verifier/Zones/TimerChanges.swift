import LaunchFlowMachine

/// Follows which timers are armed from one state to the next, and which variables of the zones represent
/// their clocks.
struct TimerChanges {
  private let clocks: ZoneClocks
  private var before: [ArmedTimer] = []
  /// By clock: its variable before the event, 0 for none.
  private var placesBefore: [Int32]
  /// By clock: its variable after the event, 0 for none.
  private var places: [Int32]
  /// By slot: whether the event has disarmed a timer, and whether it has armed one.
  private var isGone: [Bool]
  private var isFresh: [Bool]
  private var gone: [Int32] = []
  private var fresh: [ArmedTimer] = []

  /// The timers that are armed after the event, by slot.
  private(set) var armed: [ArmedTimer] = []
  /// By variable of the next zone: the variable that it comes from, 0 for a new one.
  private(set) var sources: [Int32] = [0]
  /// By variable of the next zone: the time from it until its first timer is due, `.max` for none.
  private(set) var lengths: [Int64] = [.max]

  init(_ clocks: ZoneClocks) {
    self.clocks = clocks
    placesBefore = Array(repeating: 0, count: clocks.count)
    places = placesBefore
    isGone = clocks.ofSlot.map { _ in false }
    isFresh = isGone
  }

  /// Prepares for events of another state.
  mutating func begin(_ timers: ArraySlice<ArmedTimer>) {
    for timer in before { placesBefore[clock(of: timer)] = 0 }
    before.removeAll(keepingCapacity: true)
    before.append(contentsOf: timers)
    for timer in before { placesBefore[clock(of: timer)] = timer.clock }
  }

  @inline(__always)
  private func clock(of timer: ArmedTimer) -> Int { Int(clocks.ofSlot[Int(timer.slot)]) }

  /// Notes that a timer fires or is disarmed. A timer that the same event arms and disarms leaves no trace.
  mutating func disarm(_ slot: Int) {
    if isFresh[slot] {
      isFresh[slot] = false
      fresh.removeAll { $0.slot == slot }
    } else if !isGone[slot] {
      isGone[slot] = true
      gone.append(Int32(slot))
    }
  }

  mutating func arm(_ timer: FlowTimer, _ length: Int64, shortest: Int64) {
    isFresh[timer.slot] = true
    fresh.append(
      ArmedTimer(
        slot: Int32(timer.slot), length: min(length, Zone.longest), shortest: min(shortest, Zone.longest),
        order: .timer(timer)))
  }

  /// Finds the timers that are armed after the event, and the sources of the next zone.
  mutating func finish() {
    armed.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
    sources.append(0)
    lengths.removeAll(keepingCapacity: true)
    lengths.append(.max)
    for timer in before where !isGone[Int(timer.slot)] { armed.append(timer) }
    for timer in fresh { insert(timer) }
    for place in armed.indices { addClock(of: place) }
    for timer in armed { places[clock(of: timer)] = 0 }
    for slot in gone { isGone[Int(slot)] = false }
    if !gone.isEmpty { gone.removeAll(keepingCapacity: true) }
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

  private mutating func addClock(of timer: Int) {
    let clock = clock(of: armed[timer])
    let source = isFresh[Int(armed[timer].slot)] ? 0 : placesBefore[clock]
    if places[clock] == 0 {
      places[clock] = Int32(sources.count)
      sources.append(source)
      lengths.append(armed[timer].length)
    } else {
      let place = Int(places[clock])
      precondition(sources[place] == source, "the timers of a clock are armed at one instant")
      lengths[place] = min(lengths[place], armed[timer].length)
    }
    armed[timer].clock = places[clock]
  }
}
