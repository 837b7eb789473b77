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
    /// The window from whose fault's beginning it counts.
    var window: Int?
  }

  private struct Node {
    var frame: SwitchFrame<Zone>
    var step: Int32
  }

  private struct Seen {
    var counts: SwitchWatch.Counts
    var times: Zone
  }

  let transitions: SwitchTransitions
  private(set) var steps: [Step] = []
  private(set) var most: [Figure: Most] = [:]
  /// By figure: the longest time so far among those that the scenario's end cuts.
  private(set) var cut: [Figure: Most] = [:]
  private var row = 0
  private var open: [Node] = []
  private var following: [Node] = []
  private var seen: [SwitchRunState: [Seen]] = [:]
  /// The bytes of open and known nodes.
  private var nodeBytes = 0
  private var meter = Meter(Budget())
  /// The reason why not every run was searched; nil if every run was.
  var incompleteness: Incompleteness? { meter.stop }

  init(_ transitions: SwitchTransitions) {
    self.transitions = transitions
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
    let (variables, slots) = (node.frame.times.count, node.frame.state.pending.count)
    return 4 * (variables * variables * 8 + (slots + transitions.plan.domains.count) * 64 + 512)
  }

  /// Searches until all runs are known, the budget is used up, or the caller stops it.
  mutating func search(
    _ budget: Budget, shouldStop: @escaping (_ expanded: Int, _ found: Int) -> Bool = { _, _ in false }
  ) {
    meter = Meter(budget, shouldStop: shouldStop)
    Self.forEachChoice { choices in
      let step = transitions.start(Zone(), choices)
      note(step, from: nil, slot: -1)
      return step.choices
    }
    for row in transitions.timetable.rows.indices {
      self.row = row
      open = following
      following = []
      seen.removeAll(keepingCapacity: true)
      nodeBytes = open.reduce(0) { $0 + bytes(of: $1) }
      open = open.filter { isNew($0.frame) }
      while let node = open.popLast() {
        guard mayGoOn() else { return }
        expand(node)
      }
    }
  }

  /// Remembers a node; false if a known node covers it.
  private mutating func isNew(_ frame: SwitchFrame<Zone>) -> Bool {
    var known = seen.removeValue(forKey: frame.state) ?? []
    defer { seen[frame.state] = known }
    meter.spend(known.count * frame.times.count * frame.times.count + 16)
    guard !known.contains(where: { $0.counts.covers(frame.counts) && $0.times.contains(frame.times) }) else {
      return false
    }
    known.removeAll { frame.counts.covers($0.counts) && frame.times.contains($0.times) }
    known.append(Seen(counts: frame.counts, times: frame.times))
    return true
  }

  private mutating func expand(_ node: Node) {
    let pending = node.frame.state.pending
    meter.spend((pending.count + 1) * (node.frame.times.count * node.frame.times.count + 64))
    for slot in pending.filter({ !$0.value.isOver }).keys.sorted() + [-1] {
      var frame = node.frame
      guard let event = transitions.putFirst(slot, row, &frame) else { continue }
      Self.forEachChoice { choices in
        let step = transitions.take(slot, row, at: event, frame, choices)
        note(step, from: node, slot: slot)
        return step.choices
      }
    }
  }

  /// Tries each combination of the possible answers to requests.
  private static func forEachChoice(_ take: ([Int]) -> [(taken: Int, of: Int)]) {
    var choices: [Int] = []
    while true {
      let found = take(choices)
      guard let place = found.lastIndex(where: { $0.taken + 1 < $0.of }) else { return }
      choices = found[..<place].map(\.taken) + [found[place].taken + 1]
    }
  }

  /// Continues after an event, if the times allow it.
  private mutating func note(_ taken: SwitchStep<Zone>, from node: Node?, slot: Int) {
    guard taken.isPossible else { return }
    steps.append(
      Step(
        parent: node?.step ?? -1, row: Int32(row), slot: Int32(slot),
        choices: taken.choices.map { UInt8($0.taken) }))
    let step = Int32(steps.count - 1)
    func time(since variable: Int) -> Int64 { taken.frame.times.bound(taken.event, variable) }
    for sample in taken.samples {
      let fault = transitions.timetable.faults[sample.fault]
      var found = Most(value: time(since: 0) - fault.to, step: step)
      if sample.figure == .detect {
        found.value = time(since: 0) - fault.from
        if let window = transitions.timetable.windowedFaults.firstIndex(of: sample.fault),
          let beginning = node?.frame.variables[transitions.slot(of: .fault(window: window, .begun))]
        {
          (found.value, found.window) = (time(since: beginning), window)
        }
      }
      switch sample.end {
      case .reached: note(sample.figure, found)
      case .never: note(sample.figure, Most(value: .max, step: step))
      case .cut: if found.value > cut[sample.figure]?.value ?? -1 { cut[sample.figure] = found }
      }
    }
    let counts = taken.frame.counts
    note(.flips, Most(value: Int64(counts.flips), step: step))
    note(.falseOfflines, Most(value: Int64(counts.falseOfflines), step: step))
    note(.missed, Most(value: Int64(counts.missed), step: step))
    let next = Node(frame: taken.frame.compact, step: step)
    if slot < 0 {
      following.append(next)
    } else if isNew(next.frame) {
      open.append(next)
    } else {
      return
    }
    nodeBytes += bytes(of: next)
  }

  private mutating func note(_ figure: Figure, _ found: Most) {
    if found.value > most[figure]?.value ?? -1 { most[figure] = found }
  }
}

extension SwitchFrame<Zone> {
  /// The frame with the variables of pending events alone, by slot.
  fileprivate var compact: SwitchFrame {
    let slots = state.pending.keys.sorted()
    var compact = self
    let kept = [0] + slots.map { Int32(variables[$0] ?? 0) }
    compact.times.gather(kept, 0..<Int32(kept.count), of: times)
    compact.variables = Dictionary(uniqueKeysWithValues: zip(slots, 1...))
    return compact
  }
}
