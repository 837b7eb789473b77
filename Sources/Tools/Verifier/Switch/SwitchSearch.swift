import LaunchFlowSimulator
import LaunchFlowSwitch

/// Searches every run of a scenario, for all times of the answers and random waits, for the greatest figures.
///
/// Only the switch's machine defines the meaning: the search gives it each next event in each order that the
/// times allow, and keeps the times of pending events as a `Zone`: variable 0 is the start of the run. The
/// timetable's rows come at known times, so a search goes through them once, from the first to the last.
struct SwitchSearch {
  typealias Figure = SwitchScenario.Figure

  /// The continuation of a run: by a row of the timetable, or by an event that was pending in a slot before it.
  struct Step {
    var parent: Int32
    var row: Int32
    /// -1 for the row itself.
    var slot: Int32
    /// The possible answer that each request got.
    var choices: [UInt8]
  }

  struct Most {
    /// In nanoseconds, or a count; the greatest number for a time without an end.
    var value: Int64
    /// The last step of a run with this value.
    var step: Int32
    /// The fault from whose beginning it counts, if the fault begins at any time of a window.
    var fault: Int?
  }

  private struct Node {
    var state: SwitchRunState
    var counts: SwitchWatch.Counts
    /// The times of the start and of pending events, by slot.
    var times: Zone
    var step: Int32
  }

  private struct Seen {
    var counts: SwitchWatch.Counts
    var times: Zone
  }

  let transitions: SwitchTransitions
  private let timetable: SwitchTimetable
  private(set) var steps: [Step] = []
  private(set) var most: [Figure: Most] = [:]
  /// By figure: the longest time so far among those that the scenario's end cuts.
  private(set) var cut: [Figure: Most] = [:]
  private(set) var isComplete = false
  private var row = 0
  private var open: [Node] = []
  private var following: [Node] = []
  private var seen: [SwitchRunState: [Seen]] = [:]
  /// The bytes of open and known nodes.
  private var nodeBytes = 0
  private var meter = Meter(Budget())
  /// The reason why not every run was searched; nil before the end, and if every run was.
  var incompleteness: Incompleteness? { meter.stop }

  init(_ transitions: SwitchTransitions) {
    self.transitions = transitions
    timetable = transitions.timetable
  }

  private mutating func mayGoOn() -> Bool {
    if steps.count > meter.budget.states { meter.end(.states(meter.budget.states)) }
    if meter.isDue {
      let bytes = nodeBytes + steps.count * Self.stepBytes
      meter.look(expanded: steps.count - open.count, found: steps.count, bytes: bytes)
    }
    return meter.stop == nil
  }

  private static let stepBytes = 2 * (MemoryLayout<Step>.stride + 48)

  /// The bytes of a node at its worst: open, known, and with the tables of its state.
  private func bytes(of node: Node) -> Int {
    4
      * (node.times.count * node.times.count * 8 + (node.state.pending.count + transitions.plan.domains.count)
        * 64 + 512)
  }

  /// Searches until all runs are known, the budget is used up, or the caller stops it.
  mutating func search(
    _ budget: Budget, shouldStop: (_ expanded: Int, _ found: Int) -> Bool = { _, _ in false }
  ) {
    withoutActuallyEscaping(shouldStop) { shouldStop in
      meter = Meter(budget, shouldStop: shouldStop)
      searchAll()
      meter.forgetCaller()
    }
  }

  private mutating func searchAll() {
    Self.forEachChoice { choices in
      let result = transitions.start(choices)
      note(result, Zone(), from: nil, slot: -1)
      return result
    }
    for row in timetable.rows.indices {
      self.row = row
      open = following
      following = []
      seen.removeAll(keepingCapacity: true)
      nodeBytes = open.reduce(0) { $0 + bytes(of: $1) }
      open = open.filter { isNew($0) }
      while let node = open.popLast() {
        guard mayGoOn() else { return }
        expand(node)
      }
    }
    isComplete = true
  }

  /// Remembers a node; false if a known node covers it.
  private mutating func isNew(_ node: Node) -> Bool {
    var known = seen.removeValue(forKey: node.state) ?? []
    defer { seen[node.state] = known }
    meter.spend(known.count * node.times.count * node.times.count + 16)
    guard !known.contains(where: { $0.counts.covers(node.counts) && $0.times.contains(node.times) }) else {
      return false
    }
    known.removeAll { node.counts.covers($0.counts) && node.times.contains($0.times) }
    known.append(Seen(counts: node.counts, times: node.times))
    return true
  }

  private mutating func expand(_ node: Node) {
    let slots = node.state.pending.keys.sorted()
    meter.spend((slots.count + 1) * (node.times.count * node.times.count + 64))
    let planned = timetable.rows[row]
    for (place, slot) in slots.enumerated() {
      guard let pending = node.state.pending[slot], !pending.isOver else { continue }
      let order = transitions.order(of: pending)
      var times = node.times
      // A row comes before a pending event with the same order: it was set first.
      let last = planned.time - (order < planned.order ? 0 : 1)
      guard times.constrain(place + 1, 0, atMost: last) else { continue }
      let isFirst = slots.enumerated().allSatisfy { otherPlace, other in
        guard other != slot, let otherPending = node.state.pending[other], !otherPending.isOver else {
          return true
        }
        let gap: Int64 = order < transitions.order(of: otherPending) ? 0 : 1
        return times.constrain(place + 1, otherPlace + 1, atMost: -gap)
      }
      guard isFirst else { continue }
      Self.forEachChoice { choices in
        let result = transitions.firePending(slot, before: row, node.state, node.counts, choices)
        note(result, times, from: node, slot: slot)
        return result
      }
    }
    var times = node.times
    for (place, slot) in slots.enumerated() {
      guard let pending = node.state.pending[slot], !pending.isOver else { continue }
      let gap: Int64 = transitions.order(of: pending) < planned.order ? 1 : 0
      guard times.constrain(0, place + 1, atMost: -planned.time - gap) else { return }
    }
    Self.forEachChoice { choices in
      let result = transitions.takeRow(row, node.state, node.counts, choices)
      note(result, times, from: node, slot: -1)
      return result
    }
  }

  /// Tries each combination of the possible answers to requests.
  private static func forEachChoice(_ take: ([Int]) -> SwitchTransitions.Result) {
    var choices: [Int] = []
    while true {
      let found = take(choices).choices
      guard let place = found.lastIndex(where: { $0.taken + 1 < $0.of }) else { return }
      choices = found[..<place].map(\.taken) + [found[place].taken + 1]
    }
  }

  /// Continues with the result of an event, if the times allow it.
  private mutating func note(
    _ result: SwitchTransitions.Result, _ before: Zone, from node: Node?, slot: Int
  ) {
    var times = before
    let slots = node.map { $0.state.pending.keys.sorted() } ?? []
    // The events that were pending and the new ones, by variable.
    var variables = Dictionary(uniqueKeysWithValues: slots.enumerated().map { ($0.element, $0.offset + 1) })
    let known = variables
    let isRow = slot < 0
    let time = isRow && node != nil ? timetable.rows[row].time : 0
    let base = isRow ? 0 : variables[slot] ?? 0
    for order in result.orders {
      switch order {
      case .remove(let slot): variables[slot] = nil
      case .add(let pending, let delay, let latest):
        let delay = delay.clamped(to: 0...Zone.longest)
        times.add(after: base, time + delay.lowerBound...time + delay.upperBound)
        variables[transitions.slot(of: pending)] = times.count - 1
        guard times.constrain(times.count - 1, 0, atMost: latest) else { return }
      case .notBefore(let earliest):
        if isRow {
          guard time >= earliest else { return }
        } else {
          guard times.constrain(0, base, atMost: -earliest) else { return }
        }
      case .before(let slot):
        guard times.constrain(times.count - 1, variables[slot] ?? 0, atMost: -1) else { return }
      case .soon(let slot, let wait):
        guard times.constrain(variables[slot] ?? 0, base, atMost: time + wait) else { return }
      case .sent: break
      }
    }
    steps.append(
      Step(
        parent: node?.step ?? -1, row: Int32(row), slot: Int32(slot),
        choices: result.choices.map { UInt8($0.taken) }))
    let step = Int32(steps.count - 1)
    for sample in result.samples {
      let beginning = transitions.slot(ofFault: sample.fault).flatMap { known[$0] }
      measure(sample, time + times.bound(base, 0), beginning.map { time + times.bound(base, $0) }, step)
    }
    count(result.counts, step)
    guard !result.isOver else { return }
    let kept = [0] + result.state.pending.keys.sorted().compactMap { variables[$0] }.map { Int32($0) }
    var keptTimes = Zone()
    keptTimes.gather(kept, 0..<Int32(kept.count), of: times)
    let next = Node(state: result.state, counts: result.counts, times: keptTimes, step: step)
    if isRow {
      following.append(next)
    } else if isNew(next) {
      open.append(next)
    } else {
      return
    }
    nodeBytes += bytes(of: next)
  }

  /// - Parameter sinceBeginning: The time since the beginning of a fault that begins at any time of a window.
  private mutating func measure(
    _ sample: SwitchWatch.Sample, _ latest: Int64, _ sinceBeginning: Int64?, _ step: Int32
  ) {
    let fault = timetable.faults[sample.fault]
    let figure: Figure = sample.figure == .detect ? .detect : .recover
    var found = Most(value: latest - fault.to, step: step)
    if sample.figure == .detect {
      found.value = sinceBeginning ?? latest - fault.from
      if sinceBeginning != nil { found.fault = sample.fault }
    }
    switch sample.end {
    case .reached: note(figure, found)
    case .never: note(figure, Most(value: .max, step: step))
    case .cut: if found.value > cut[figure]?.value ?? -1 { cut[figure] = found }
    }
  }

  private mutating func count(_ counts: SwitchWatch.Counts, _ step: Int32) {
    note(.flips, Most(value: Int64(counts.flips), step: step))
    note(.falseOfflines, Most(value: Int64(counts.falseOfflines), step: step))
    note(.missed, Most(value: Int64(counts.missed), step: step))
  }

  private mutating func note(_ figure: Figure, _ found: Most) {
    if found.value > most[figure]?.value ?? -1 { most[figure] = found }
  }
}
