/// The meaning of a flow: a pure state machine whose inputs are facts and fired timers and whose outputs are effects.
///
/// It has no clock, no tasks and no values: drivers own these. The executor, the simulator and the verifier drive the
/// same machine, so simulations and proofs are about the code that runs. A machine is a value; copies are independent.
/// Two machines are equal if they are in the same state; pending effects do not count.
///
/// The states of a step and their transitions:
///
///     waiting ──► queued ──► running ◄──► retryWait, pollWait      (a group: waiting ──► open)
///        │          │           │               │
///        │          └───────────┴──► fallback ──┤
///        └──────────────────────────────────────┴──► settled (perhaps with late work)
///
/// An input that no longer concerns its step (a stale answer, a cancellation after the landing) is a no-op, as its
/// documentation says. A precondition catches inputs that only a defect of a driver could cause.
package struct FlowMachine: Sendable {
  package let plan: FlowPlan
  private var fresh: FlowStart
  package var state: FlowState
  var derived: DerivedState
  /// The causes of effects; nil if effects come without causes.
  var causes: RunCauses?
  /// Whether the driver follows the run only to its landing. Then effects that are only recorded are left out, and none
  /// follows the landing.
  package var endsAtLanding = false
  /// The effects of the last input.
  package var effects: [Effect] = []

  package init(_ plan: FlowPlan, _ snapshot: RunSnapshot) {
    self.plan = plan
    fresh = FlowStart(plan, snapshot)
    state = fresh.state
    derived = fresh.derived
  }

  /// Whether effects come with their causes, for a trace; set before the start.
  package var tellsCauses: Bool {
    get { causes != nil }
    set { causes = newValue ? RunCauses(plan) : nil }
  }

  /// Returns to the state before the start, without allocating memory; with another snapshot if one is given.
  package mutating func reset(_ other: RunSnapshot? = nil) {
    if let other {
      fresh = FlowStart(plan, other)
      state = fresh.state
    } else {
      fresh.reset(&state)
    }
    resetDerived()
    if tellsCauses { causes = RunCauses(plan) }
  }

  mutating func resetDerived() {
    fresh.reset(&derived)
    effects.removeAll(keepingCapacity: true)
  }

  /// Handles one input. Afterwards `effects` contains the consequences, in order.
  package mutating func handle(_ input: Input) {
    if !effects.isEmpty { effects.removeAll(keepingCapacity: true) }
    causes?.beginInput()
    switch input {
    case .started: start()
    case .attemptEnded(let track, let attempt, let outcome):
      guard attemptEnded(track, attempt, outcome) else { return }
    case .timerFired(let timer): timerFired(timer)
    case .cancelled: cancelRun()
    case .signalled(let signal, let name): give(signal, name)
    case .wentOffline(let domain): connectivityChanged(domain: domain, isOffline: true)
    case .cameOnline(let domain): connectivityChanged(domain: domain, isOffline: false)
    }
    turn()
  }

  private mutating func start() {
    precondition(!state.run.hasStarted, "a run starts once")
    state.run.hasStarted = true
    arm(.flowDeadline, -1, plan.deadline)
    var index = 0
    while index < state.steps.count {
      consider(index)
      index = Int(plan.steps[index].end)
    }
  }

  private mutating func timerFired(_ timer: FlowTimer) {
    switch timer.kind {
    case .retryWake, .pollWake: waitEnded(timer.owner)
    case .useFallbackAfter: withCause(.softDeadline) { $0.useFallback(timer.owner) }
    case .attemptTimeout: attemptTimedOut(timer.owner)
    case .stepDeadline: withCause(.deadline(timer.owner)) { $0.stepDeadlinePassed(timer.owner) }
    case .groupDeadline: groupDeadlinePassed(timer.owner)
    case .flowDeadline: flowDeadlinePassed()
    }
  }

  @inline(__always)
  mutating func emit(_ effect: Effect) {
    effects.append(effect)
  }

  /// Emits an effect that is only recorded in the trace.
  @inline(__always)
  mutating func note(_ effect: Effect) {
    if !endsAtLanding { effects.append(effect) }
  }

  /// Runs an operation that ends steps or attempts, with its cause noted meanwhile.
  @inline(__always)
  mutating func withCause(_ cause: Cause, _ act: (inout FlowMachine) -> Void) {
    let former = causes?.acting
    causes?.acting = cause
    act(&self)
    causes?.acting = former
  }

  /// Emits an effect that is only recorded, after its cause.
  @inline(__always)
  mutating func note(_ effect: Effect, by cause: Cause?) {
    if let cause { effects.append(.caused(cause)) }
    note(effect)
  }

  mutating func arm(_ kind: FlowTimer.Kind, _ owner: Int, _ nanoseconds: Int64, jitter: Bool = false) {
    emit(.arm(FlowTimer(kind, of: owner), nanoseconds: nanoseconds, jitter: jitter))
  }

  mutating func disarm(_ kind: FlowTimer.Kind, _ owner: Int) {
    emit(.disarm(FlowTimer(kind, of: owner)))
  }

  /// The index of the landing's page; nil before the landing.
  package var landedPage: Int? {
    state.run.landedRule < 0 ? nil : Int(plan.rules[Int(state.run.landedRule)].page)
  }
}

/// A run's state before the start, with its derived data.
private final class FlowStart: Sendable {
  let state: FlowState
  let derived: DerivedState

  init(_ plan: FlowPlan, _ snapshot: RunSnapshot) {
    state = FlowState(plan, snapshot)
    derived = DerivedState(plan)
  }

  // These are methods of this class, since reading its properties from outside copies the whole value.
  func reset(_ state: inout FlowState) { state.update(from: self.state) }
  func reset(_ derived: inout DerivedState) { derived.update(from: self.derived) }
}
