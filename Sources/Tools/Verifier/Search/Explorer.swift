/// Explores every run of a flow: reachability over the machine itself, with zones for time.
///
/// A node is a machine state with a zone, after an event, at any moment until the next one. From each node
/// every possible next event is tried: each answer to an attempt in flight (at any moment from now until
/// something ends the attempt), each timer that may be the next to fire, and the switch. The machine computes
/// the consequences; the explorer adds only time: no timer fires later than it is due, a timer that fires is
/// due now, and of events at one instant `EventOrder` decides which is first. Nodes are taken in order of
/// their number of events, so the first finding is the shortest.
///
/// The effect of an event on the machine does not depend on the instant. So it is tried once in each state
/// (`StateEvents`), when time first allows it at one of the state's nodes; at the others only zones are computed.
///
/// The content of a cache is undecided until the first reading. The reader gets a name that no result has; if
/// that name shows up in a settlement, the event is tried again with each possible content.
///
/// After all runs without a cancellation are explored, each of them is cancelled at each of its moments before the
/// landing, and the rest is explored too. A cancelled run lands at once, before the uncancelled run would have, so it
/// adds nothing to the latest landing; its new pages, rules and broken promises are kept apart.
///
/// An answer in flight may also come at the instant of an event behind it in `EventOrder`, though a real run would have
/// had the answer first. An attempt that refers to a place that a constant lacks may succeed. Both only add runs. So
/// proofs hold; a run that was found is then checked against the exact order of events, and simulated.
struct Explorer {
  let plan: FlowPlan
  let choices: WorldChoices

  /// The machine in the state whose events are tried, and in the state that follows.
  var machineBefore: FlowMachine
  var machine: FlowMachine
  var store: StateStore
  /// The findings of the runs being explored: first of those without a cancellation.
  var findings: Findings
  /// The findings of cancelled runs that add to `findings`.
  private(set) var cancelledFindings: Findings
  /// The decisions of events about caches; the first list is empty.
  var decisions: [[CacheDecision]] = [[]]
  /// Nodes that have been looked at.
  private(set) var expanded = 0
  var meter = Meter(Budget())
  private(set) var isComplete = false

  let timeRanges: TimeRanges
  let answers: AnswerTable

  var stateEvents = StateEvents()

  // Scratch, kept to save allocations.
  var key: StateKey
  /// By cache: its choice, -1 while that is undecided.
  var cacheStates: [Int]
  var eventZone = Zone()
  var nextZone = Zone()
  /// The state that `machineBefore` is in, -1 for none.
  var loaded: Int32 = -1
  var timers = TimerChanges()
  /// The number of words of a state that belong to the machine.
  private let wordCount: Int
  /// By combination of inputs: the number of each input's literal.
  private(set) var literals: [[Int32]] = []
  /// The examined promises that no run was found to break yet.
  var unbroken: [Int] = []

  /// The promises to examine; the others are ignored.
  let promises: Set<Int>

  /// - Parameter promises: The places of the promises to examine; nil for all.
  init(_ plan: FlowPlan, _ choices: WorldChoices, promises: Set<Int>? = nil) {
    self.promises = promises ?? Set(plan.promises.indices)
    self.plan = plan
    self.choices = choices
    machine = FlowMachine(plan, plan.snapshot(inputs: [], caches: []))
    machineBefore = machine
    findings = Findings(plan)
    cancelledFindings = findings
    wordCount = machine.wordCount
    cacheStates = plan.flow.caches.map { _ in -1 }
    timeRanges = TimeRanges(plan)
    answers = AnswerTable(plan)
    key = StateKey(choices, promises: self.promises)
    store = StateStore(
      wordLength: wordCount + 2 + cacheStates.count + plan.domains.count + plan.signals.count)
  }

  /// Explores until nothing new is found, the budget is used up, or the caller stops it.
  ///
  /// - Parameter shouldStop: Asked at intervals, with the numbers of explored and found states.
  mutating func explore(
    _ budget: Budget,
    shouldStop: @escaping (_ expanded: Int, _ found: Int) -> Bool = { _, _ in false }
  ) {
    meter = Meter(budget, shouldStop: shouldStop)
    if let obstacle = choices.obstacle { return meter.end(.obstacle(obstacle)) }
    let (cells, overflow) = choices.inputClassCount.multipliedReportingOverflow(
      by: 2 * plan.pages.count + plan.flow.inputs.count + 4)
    if overflow || cells > meter.budget.memory / 8 { return meter.end(.memory(meter.budget.memory)) }
    literals = (0..<choices.inputClassCount).map { choices.inputClass($0).map(\.literal) }
    unbroken = promises.sorted()
    start()
    guard expandAll() else { return }
    swap(&findings, &cancelledFindings)
    defer { swap(&findings, &cancelledFindings) }
    unbroken = promises.sorted()
    for node in store.nodes.indices where !store.nodes[node].isCovered {
      guard mayGoOn() else { return }
      cancel(Int32(node))
    }
    guard expandAll(), mayGoOn() else { return }
    isComplete = true
  }

  private mutating func expandAll() -> Bool {
    while expanded < store.nodes.count {
      guard mayGoOn() else { return false }
      let node = Int32(expanded)
      expanded += 1
      if !store.nodes[Int(node)].isCovered { expand(node) }
    }
    return meter.stop == nil
  }

  /// Whether the budget allows more. Asked before anything that takes long by itself.
  @inline(__always)
  mutating func mayGoOn() -> Bool {
    if store.nodes.count > meter.budget.states { meter.end(.states(meter.budget.states)) }
    if meter.isDue { look() }
    return meter.stop == nil
  }

  private mutating func look() {
    var bytes = StoredBytes()
    store.count(&bytes)
    stateEvents.count(&bytes)
    bytes.add(decisions, each: 64)
    meter.look(expanded: expanded, found: store.nodes.count, bytes: bytes.peak)
  }

  /// The least cost of giving the machine an event, in words.
  var runCost: Int { 8 + 4 * plan.steps.count + key.questions.roots.count }

  /// Gives the machine an input. It may read the rules again with each step that settles.
  mutating func handle(_ input: FlowMachine.Input) {
    machine.handle(input)
    meter.spend(machine.effects.count / 4 * (4 + plan.conditions.count / 8))
  }

  private mutating func start() {
    // Bit 0 stands for the app, the others for the domains; all together where there are too many.
    let switches = choices.hasSwitch ? 1 << min(plan.domains.count + 1, 10) : 1
    for inputClass in literals.indices {
      for offline in 0..<switches where mayGoOn() { start(inputClass, offline) }
    }
  }

  private mutating func start(_ inputClass: Int, _ offline: Int) {
    loaded = -1
    machine.reset(choices.snapshot(inputClass, offline: offline, cacheChoices: cacheStates))
    machineBefore = machine
    key.begin(machine.state)
    timers.begin([])
    eventZone.reset()
    let event = ExploredEvent(kind: .started, subject: Int32(inputClass), detail: Int32(offline))
    let first = stateEvents.arrivals.count
    attempt(event, -1, inputClass, [], since: first)
    for arrival in stateEvents.arrivals[first...] {
      let end = Findings.End(parent: -1, event: event, decisions: arrival.decisions)
      follow(arrival, end, inputClass: inputClass)
    }
  }

  @inline(__always)
  func read(_ reader: Int) -> Int32 {
    choices.read(reader, choice: cacheStates[Int(plan.readers[reader].cache)])
  }

  /// The first cache whose undecided reading appears in the effects.
  @inline(__always)
  func undecidedCache() -> Int? {
    guard !choices.caches.isEmpty else { return nil }
    for index in machine.effects.indices {
      if case .finished = machine.effects[index], let asked = undecidedPromise { return asked }
      guard case .settled(let step, let settlement, let value) = machine.effects[index],
        settlement.name == RunSnapshot.undecided
      else {
        continue
      }
      let reader: Int32
      if case .fallback(let index) = value {
        reader = plan.fallback(Int(index), of: step).reader
      } else {
        reader = plan.steps[step].reader
      }
      return Int(plan.readers[Int(reader)].cache)
    }
    return nil
  }

  /// The first cache that a promise asks about and that nobody has read.
  private var undecidedPromise: Int? {
    cacheStates.indices.first { cacheStates[$0] < 0 && !key.questions.cacheRoots[$0].isEmpty }
  }

  @inline(__always)
  func hasLanded(_ state: Int32) -> Bool {
    // The last word of the machine is that of its rule, from 1.
    store.words[Int(state) * store.wordLength + wordCount - 1] != 0
  }

  @inline(__always)
  func inputClass(of state: Int32) -> Int {
    Int(store.words[Int(state) * store.wordLength + wordCount + 1])
  }

  mutating func load(_ state: Int32) {
    guard loaded != state else { return }
    loaded = state
    meter.spend(runCost)
    enter(state)
    key.begin(machineBefore.state)
    timers.begin(store.timers[store.timers(of: state)])
  }

  /// Puts the machine into a state.
  private mutating func enter(_ state: Int32) {
    let base = Int(state) * store.wordLength
    let run = store.words[base + wordCount]
    if !literals.isEmpty {
      machineBefore.state.snapshot.inputs = literals[inputClass(of: state)]
      machine.state.snapshot.inputs = machineBefore.state.snapshot.inputs
    }
    machineBefore.state.snapshot.isAnyOffline = run & 1 != 0
    machineBefore.state.run.isOffline = run & 2 != 0
    let firstCache = base + wordCount + 2
    for cache in cacheStates.indices { cacheStates[cache] = Int(store.words[firstCache + cache]) - 1 }
    let firstDomain = firstCache + cacheStates.count
    for domain in machineBefore.state.offlineDomains.indices {
      machineBefore.state.offlineDomains[domain] = store.words[firstDomain + domain] != 0
    }
    let firstSignal = firstDomain + machineBefore.state.offlineDomains.count
    for signal in machineBefore.state.signals.indices {
      machineBefore.state.signals[signal] = FlowState.GivenSignal(word: store.words[firstSignal + signal])
    }
    for reader in machineBefore.state.snapshot.reads.indices {
      machineBefore.state.snapshot.reads[reader] = read(reader)
    }
    machineBefore.restore(from: store.words, at: base)
  }
}
