import LaunchFlowMachine
import LaunchFlowModel

/// Explores every run of a flow: reachability over the machine itself, with zones for time.
///
/// A node is a machine state with a zone, after an event, at any moment until the next one. From each node
/// every event that can come next is tried: each answer that an attempt in flight may give (at any moment
/// from now until something ends the attempt), each timer that may be the next to fire, and the switch. The
/// machine says what follows; the explorer adds only time: that no timer fires later than it is due, that a
/// timer which fires is due now, and that of what is due at one instant `EventOrder` decides which is first.
/// Nodes are taken in order of their number of events, so that what is found first is shortest.
///
/// What an event does to the machine does not depend on the instant. So it is tried once in each state
/// (`StateEvents`), when time first allows it at one of the state's nodes; at the others only zones are worked
/// out.
///
/// What a cache holds is left open until it is first read. The reader is given a name that no result has;
/// where it shows up in a settlement, the event is tried again with each content that the cache may have.
///
/// Once all is explored that can come of runs that nobody cancels, each of them is cancelled at each of its
/// moments before the landing, and what comes of that is explored too. A cancelled run lands at once, before
/// the run that it was would have, so that it adds nothing to the latest landing; what it adds to pages,
/// rules and broken promises is kept apart.
///
/// An answer in flight may also come at the instant of an event that is behind it in `EventOrder`, though a run in which it
/// does would have had the answer first. An attempt that refers to what a constant lacks may succeed. Both only add runs.
/// What is proved holds; what is found is then held against the exact order of events, and simulated.
struct Explorer {
  let plan: FlowPlan
  let choices: WorldChoices

  /// In the state of which events are tried, and in that which follows.
  var machineBefore: FlowMachine
  var machine: FlowMachine
  var store: StateStore
  /// What was found of the runs that are being explored: of those that nobody cancels, first.
  var findings: Findings
  /// What was found of cancelled runs, where it adds to `findings`.
  private(set) var cancelledFindings: Findings
  /// What events decided about caches; the first list is empty.
  var decisions: [[CacheDecision]] = [[]]
  /// Nodes that have been looked at.
  private(set) var expanded = 0
  var transitions = 0
  /// What was used so far, and what may be.
  var meter = Meter(Budget())
  /// Why not every run was explored; nil before the end, and where every run was.
  var incompleteness: Incompleteness? { meter.stop }
  private(set) var isComplete = false

  /// The name that a reader finds in a cache of which it is still open what it holds.
  static let undecided = RunSnapshot.undecided

  let clocks: ZoneClocks
  let answers: AnswerTable

  /// What may happen in each state, state by state, and what follows.
  var stateEvents = StateEvents()

  // Scratch, kept to save allocations.
  var key: StateKey
  /// The answers to the event at hand that the machine tells apart, and the numbers of its reactions to them.
  var distinct: (places: [Int], reactions: [UInt64]) = ([], [])
  var cacheStates: [UInt16]
  var nodeZone = Zone()
  var eventZone = Zone()
  var nextZone = Zone()
  /// The state that `machineBefore` is in, -1 for none.
  var loaded: Int32 = -1
  var timers: TimerChanges
  /// How many words of a state are the machine's.
  private let wordCount: Int
  /// By combination of inputs: the number of each input's literal.
  private(set) var literals: [[Int32]] = []
  /// By step: a number that interchangeable steps share, or -1.
  let interchangeable: [Int]
  /// By inputs and page: the latest landing found, -1 for none.
  var latest: [Int64] = []
  /// Promises that no run was found to break yet, of those that are looked at.
  var unbroken: [Int] = []

  /// The promises that are looked at; of the others nothing is found.
  let promises: Set<Int>

  /// Prepares an exploration.
  ///
  /// - Parameter promises: Those to look at, by their places; nil for all.
  init(_ plan: FlowPlan, _ choices: WorldChoices, promises: Set<Int>? = nil) {
    self.promises = promises ?? Set(plan.promises.indices)
    self.plan = plan
    self.choices = choices
    machine = FlowMachine(plan, plan.snapshot(inputs: [], caches: []))
    machineBefore = machine
    findings = Findings(plan)
    cancelledFindings = findings
    wordCount = machine.wordCount
    cacheStates = plan.flow.caches.map { _ in 0 }
    clocks = ZoneClocks(plan)
    timers = TimerChanges(clocks)
    answers = AnswerTable(plan)
    key = StateKey(choices, promises: self.promises)
    interchangeable = key.interchangeable.classes
    store = StateStore(
      keyLength: key.words.count,
      wordLength: wordCount + 2 + (plan.domains.count + plan.signals.count + 63) / 64,
      cacheCount: cacheStates.count)
  }

  /// Nothing is found yet of the runs that are explored next.
  private mutating func beginFindings() {
    latest = Array(repeating: -1, count: literals.count * plan.pages.count)
    unbroken = promises.sorted()
  }

  /// Explores until nothing new is found, the budget is used up, or the caller has had enough.
  ///
  /// - Parameter shouldStop: Asked now and then, with the states looked at and those found.
  mutating func explore(
    _ budget: Budget,
    shouldStop: (_ expanded: Int, _ found: Int) -> Bool = { _, _ in false }
  ) {
    withoutActuallyEscaping(shouldStop) { shouldStop in
      meter = Meter(budget, shouldStop: shouldStop)
      exploreAll()
      meter.forgetCaller()
    }
  }

  private mutating func exploreAll() {
    if let obstacle = choices.obstacle { return meter.end(.obstacle(obstacle)) }
    let (cells, overflow) = choices.inputClassCount.multipliedReportingOverflow(
      by: 2 * plan.pages.count + plan.flow.inputs.count + 4)
    if overflow || cells > meter.budget.memory / 8 { return meter.end(.memory(meter.budget.memory)) }
    literals = (0..<choices.inputClassCount).map { choices.inputClass($0).map(\.literal) }
    beginFindings()
    start()
    guard expandAll() else { return }
    swap(&findings, &cancelledFindings)
    defer { swap(&findings, &cancelledFindings) }
    beginFindings()
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

  /// Whether the budget allows for more. Asked before anything that takes long by itself.
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

  /// What it costs at the least to give the machine an event, in words.
  var runCost: Int { 8 + 4 * plan.steps.count + key.questions.all.roots.count }

  /// Gives the machine an input. With each step that settles it may read the rules again.
  mutating func handle(_ input: FlowMachine.Input) {
    machine.handle(input)
    meter.spend(machine.effects.count / 4 * (4 + plan.conditions.count / 8))
  }

  private mutating func start() {
    // Bit 0 stands for the app, the others for the domains; all together where there are too many.
    let switches = choices.hasSwitch ? 1 << min(plan.domains.count + 1, 10) : 1
    for inputClass in literals.indices {
      for offline in 0..<switches {
        for cache in cacheStates.indices { cacheStates[cache] = 0 }
        start(inputClass, offline, [])
      }
    }
  }

  private mutating func start(_ inputClass: Int, _ offline: Int, _ decided: [CacheDecision]) {
    guard mayGoOn() else { return }
    meter.spend(runCost)
    machine.reset(snapshot(inputClass, offline))
    handle(.started)
    let event = ExploredEvent(kind: .started, subject: Int32(inputClass), detail: Int32(offline))
    if let cache = undecidedCache() {
      guard !key.interchangeable.isRepeated(decided, before: cache) else { return }
      for choice in choices.caches[cache].indices {
        cacheStates[cache] = UInt16(choice + 1)
        start(inputClass, offline, decided + [CacheDecision(cache: cache, choice: choice)])
      }
      cacheStates[cache] = 0
      return
    }
    loaded = -1
    key.begin(machine.state, nil)
    timers.begin([])
    let end = Findings.End(parent: -1, event: event, decisions: number(of: decided))
    let arrival = arrive(end, inputClass: inputClass)
    nodeZone.reset()
    follow(arrival, end, inputClass: inputClass, .anywhere)
  }

  func snapshot(_ inputClass: Int, _ offline: Int) -> RunSnapshot {
    var snapshot = RunSnapshot(
      inputs: literals[inputClass], reads: plan.readers.map { _ in 0 }, isOffline: offline & 1 != 0,
      offlineDomains: plan.domains.indices.map { offline & 1 << (min($0, 60) + 1) != 0 })
    for reader in snapshot.reads.indices { snapshot.reads[reader] = read(reader) }
    return snapshot
  }

  @inline(__always)
  func read(_ reader: Int) -> Int32 {
    let state = cacheStates[Int(plan.readers[reader].cache)]
    return state == 0 ? Self.undecided : choices.read(reader, choice: Int(state) - 1)
  }

  /// The first cache that an undecided reading of has shown up in the effects.
  @inline(__always)
  func undecidedCache() -> Int? {
    guard !choices.caches.isEmpty else { return nil }
    for index in machine.effects.indices {
      if case .finished = machine.effects[index], let asked = undecidedPromise { return asked }
      guard case .settled(let step, let settlement, let value) = machine.effects[index],
        settlement.name == Self.undecided
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

  /// The first cache that a promise asks for and of which nobody has read what it holds.
  private var undecidedPromise: Int? {
    cacheStates.indices.first { cacheStates[$0] == 0 && !key.questions.all.cacheRoots[$0].isEmpty }
  }

  @inline(__always)
  func inputClass(of state: Int32) -> Int {
    Int(store.words[Int(state) * store.wordLength + wordCount + 1])
  }

  /// Goes to a state: its machine, and all that is remembered with it.
  mutating func load(_ state: Int32) {
    guard loaded != state else { return }
    loaded = state
    meter.spend(runCost)
    for cache in cacheStates.indices {
      cacheStates[cache] = store.cacheStates[Int(state) * cacheStates.count + cache]
    }
    enter(state)
    key.begin(machineBefore.state, store.key(of: state))
    timers.begin(store.timers[store.timers(of: state)])
  }

  /// Puts the machine into a state, with the caches as `cacheStates` says.
  private mutating func enter(_ state: Int32) {
    let base = Int(state) * store.wordLength
    let run = store.words[base + wordCount]
    if !literals.isEmpty {
      machineBefore.state.snapshot.inputs = literals[inputClass(of: state)]
      machine.state.snapshot.inputs = machineBefore.state.snapshot.inputs
    }
    machineBefore.state.snapshot.isAnyOffline = run & 1 != 0
    machineBefore.state.run.isOffline = run & 2 != 0
    func flag(_ place: Int) -> Bool {
      store.words[base + wordCount + 2 + place / 64] & 1 << UInt64(place % 64) != 0
    }
    let domains = machineBefore.state.offlineDomains.count
    for domain in 0..<domains { machineBefore.state.offlineDomains[domain] = flag(domain) }
    for signal in machineBefore.state.signals.indices {
      machineBefore.state.signals[signal] = flag(domains + signal)
    }
    for reader in machineBefore.state.snapshot.reads.indices {
      machineBefore.state.snapshot.reads[reader] = read(reader)
    }
    machineBefore.restore(from: store.words, at: base)
  }
}
