import LaunchFlowModel

/// What a flow means: a pure state machine that takes facts and fired timers and gives effects.
///
/// It knows no clock, no task and no value: drivers own these. The executor, the simulator and the verifier
/// drive the same machine, so what is simulated and proved is what runs. A machine is a value; copies go
/// their own ways. Two machines are equal when they are in the same state; pending effects do not count.
///
/// The states of a step, and what may follow:
///
///     waiting ──► queued ──► running ◄──► retryWait, pollWait      (a group: waiting ──► open)
///        │          │           │               │
///        │          └───────────┴──► fallback ──┤
///        └──────────────────────────────────────┴──► settled (perhaps with late work)
///
/// An input that no longer concerns its step (a stale answer, a cancellation after the landing) is a no-op,
/// said at its place. What only a defect of a driver could bring about is a precondition.
public struct FlowMachine: Sendable {
  /// Where a step stands.
  package enum Phase: UInt8, Sendable {
    /// Something that it waits for is open, its group is not, or its turn has not come.
    case waiting
    /// Ready, but its lane is full.
    case queued
    /// An attempt of its own work is in flight.
    case running
    case retryWait, pollWait
    /// An attempt of a remote fallback is in flight.
    case fallback
    /// A group whose members may start; one that is polled is in `pollWait` between its rounds.
    case open
    case settled
  }

  /// A step's whole state.
  package struct StepState: Hashable, Sendable {
    package var phase = Phase.waiting
    /// How it settled; while a remote fallback is under way, how its own work ended.
    package var status = Status.succeeded
    /// The number of its result or failure, likewise.
    package var name: Int32 = -1
    /// Whether an attempt goes on after it settled.
    package var isLate = false
    /// Whether a step that it needs has settled unavailable.
    package var lacksNeed = false
    /// Groups: whether a member ended failed, timed out or cancelled.
    package var hasFailedMember = false
    /// The number of the newest attempt, from 1; it fences off stale answers.
    package var attempt: Int32 = 0
    /// How many attempts of its own there were since the last answer of a poll.
    package var tries: Int32 = 0
    /// The next fallback to try.
    package var nextFallback: Int32 = 0
    /// How many of the steps that it waits for are open.
    package var openWaits: Int32 = 0
    /// Groups: how many direct members are open.
    package var openMembers: Int32 = 0
    /// Groups: how many members, of any depth, have late work.
    package var lateMembers: Int32 = 0

    /// Begins an attempt of its own work and gives its number.
    mutating func beginAttempt() -> Int {
      phase = .running
      attempt += 1
      tries += 1
      return Int(attempt)
    }

    /// A step that it waits for has settled.
    mutating func hearOfNeed(isLost: Bool) {
      openWaits -= 1
      if isLost { lacksNeed = true }
    }

    mutating func settle(_ settlement: Settlement) {
      phase = .settled
      status = settlement.status
      name = settlement.name
    }
  }

  /// The flow that it runs.
  public let plan: FlowPlan
  /// What the run knew at its start.
  public package(set) var snapshot: RunSnapshot
  package var steps: [StepState]
  package var hasStarted = false
  package var isCancelled = false
  /// The rule that it landed by, or -1.
  package var landedRule: Int32 = -1
  package var isDegraded = false
  package var hasFinished = false
  package var isOffline = false
  package var offlineDomains: [Bool]
  /// By lane: how many steps hold it.
  package var laneUse: [Int32]

  // All below follows from what is above; it is kept so that each event costs no more than it changes.
  /// Steps that may start, queued ones apart.
  var ready: IndexBits
  /// Steps that must be skipped.
  var doomed: IndexBits
  /// Steps that are queued, running, waiting between attempts, or with a remote fallback.
  var active: IndexBits
  /// Open groups whose members have all settled.
  var doneGroups: IndexBits
  /// Open groups with `failFast` in which a member has failed.
  var failingGroups: IndexBits
  /// By lane: who waits for it.
  var laneQueues: [IndexBits]
  var queuedCount = 0
  var openSteps: Int
  var lateSteps = 0
  /// By landing rule: how many steps of its `after` are open.
  var ruleWaits: [Int32]
  /// By landing rule: what its condition came to; once it is not unknown, it never changes.
  var ruleTruths: [Truth]
  /// By landing rule: whether something that its condition reads has settled since it was last read.
  var ruleIsStale: [Bool]
  /// The first rule whose condition is not known to be false.
  var firstRule = 0
  var rulesAreStale = true
  /// Whether the driver follows the run to its landing and no further: then effects that only tell what
  /// happens are left out, and nothing follows the landing.
  package var endsAtLanding = false
  /// The effects of the last input.
  public var effects: [Effect] = []

  /// A machine before its start.
  public init(_ plan: FlowPlan, _ snapshot: RunSnapshot) {
    self.plan = plan
    self.snapshot = snapshot
    let count = plan.steps.count
    steps = plan.freshStates
    offlineDomains = snapshot.offlineDomains
    laneUse = plan.laneCapacities.map { _ in 0 }
    let none = IndexBits(capacity: count)
    ready = none
    doomed = none
    active = none
    doneGroups = none
    failingGroups = none
    laneQueues = plan.laneCapacities.map { _ in none }
    ruleWaits = plan.freshRuleWaits
    ruleTruths = plan.freshRuleTruths
    ruleIsStale = plan.rules.map { _ in true }
    openSteps = count
    reset()
  }

  /// Goes back to before the start, without giving up memory; with another snapshot if one is given.
  public mutating func reset(_ other: RunSnapshot? = nil) {
    if let other { snapshot = other }
    isOffline = snapshot.isOffline
    for domain in offlineDomains.indices { offlineDomains[domain] = snapshot.offlineDomains[domain] }
    hasStarted = false
    isCancelled = false
    landedRule = -1
    isDegraded = false
    hasFinished = false
    steps.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: plan.freshStates) }
    for lane in laneUse.indices {
      laneUse[lane] = 0
      laneQueues[lane].removeAll()
    }
    ready.removeAll()
    doomed.removeAll()
    active.removeAll()
    doneGroups.removeAll()
    failingGroups.removeAll()
    queuedCount = 0
    openSteps = steps.count
    lateSteps = 0
    ruleWaits.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: plan.freshRuleWaits) }
    ruleTruths.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: plan.freshRuleTruths) }
    for rule in ruleIsStale.indices { ruleIsStale[rule] = true }
    firstRule = 0
    rulesAreStale = true
    effects.removeAll(keepingCapacity: true)
  }

  /// Takes one input; what follows from it stands in `effects` afterwards, in order.
  public mutating func handle(_ input: Input) {
    if !effects.isEmpty { effects.removeAll(keepingCapacity: true) }
    switch input {
    case .started: start()
    case .attemptEnded(let step, let attempt, let outcome):
      guard attemptEnded(step, attempt, outcome) else { return }
    case .timerFired(let timer): timerFired(timer)
    case .cancelled: cancelRun()
    case .wentOffline(let domain): connectivityChanged(domain: domain, isOffline: true)
    case .cameOnline(let domain): connectivityChanged(domain: domain, isOffline: false)
    }
    turn()
  }

  private mutating func start() {
    precondition(!hasStarted, "a run starts once")
    hasStarted = true
    emit(.arm(FlowTimer(.flowDeadline, of: -1), nanoseconds: plan.deadline, jitter: false))
    var index = 0
    while index < steps.count {
      consider(index)
      index = Int(plan.steps[index].end)
    }
  }

  private mutating func timerFired(_ timer: FlowTimer) {
    switch timer.kind {
    case .retryWake, .pollWake: waitEnded(timer.owner)
    case .useFallbackAfter: useFallback(timer.owner)
    case .attemptTimeout: attemptTimedOut(timer.owner)
    case .stepDeadline: stepDeadlinePassed(timer.owner)
    case .groupDeadline: groupDeadlinePassed(timer.owner)
    case .flowDeadline: flowDeadlinePassed()
    }
  }

  /// The timer that is armed in a slot, by what the slot's owner is doing.
  @inline(__always)
  package func timer(inSlot slot: Int) -> FlowTimer {
    guard slot > 0 else { return FlowTimer(.flowDeadline, of: -1) }
    let owner = (slot - 1) / FlowTimer.slotsPerStep
    switch (slot - 1) % FlowTimer.slotsPerStep {
    case 0: return FlowTimer(steps[owner].phase == .pollWait ? .pollWake : .retryWake, of: owner)
    case 1: return FlowTimer(.useFallbackAfter, of: owner)
    case 2: return FlowTimer(.attemptTimeout, of: owner)
    default: return FlowTimer(plan.steps[owner].kind == .group ? .groupDeadline : .stepDeadline, of: owner)
    }
  }

  @inline(__always)
  mutating func emit(_ effect: Effect) {
    effects.append(effect)
  }

  /// Emits what no driver acts on, for the trace.
  @inline(__always)
  mutating func note(_ effect: Effect) {
    if !endsAtLanding { effects.append(effect) }
  }

  mutating func disarm(_ kind: FlowTimer.Kind, _ owner: Int) {
    emit(.disarm(FlowTimer(kind, of: owner)))
  }

  /// The page that the run has landed on, by its index; nil before.
  public var landedPage: Int? {
    landedRule < 0 ? nil : Int(plan.rules[Int(landedRule)].page)
  }

  /// How a step has settled; nil while it is open.
  public func settled(_ step: Int) -> (status: Status, name: Int32)? {
    let state = steps[step]
    return state.phase == .settled ? (state.status, state.name) : nil
  }
}

extension FlowMachine: Hashable {
  /// Whether both are in the same state of the same plan.
  public static func == (left: FlowMachine, right: FlowMachine) -> Bool {
    left.plan === right.plan && left.landedRule == right.landedRule && left.hasStarted == right.hasStarted
      && left.isCancelled == right.isCancelled && left.isDegraded == right.isDegraded
      && left.hasFinished == right.hasFinished && left.isOffline == right.isOffline
      && left.offlineDomains == right.offlineDomains && left.snapshot == right.snapshot
      && left.steps == right.steps
  }

  /// Hashes the state.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(landedRule)
    hasher.combine(isCancelled)
    hasher.combine(isOffline)
    hasher.combine(snapshot)
    hasher.combine(steps)
  }
}
