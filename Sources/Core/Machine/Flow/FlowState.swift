/// The state that determines how a run continues. Two runs of one plan in equal states continue in the same way.
package struct FlowState: Equatable, Sendable {
  package enum Phase: UInt8, Sendable {
    /// It waits for an open step, its group has not opened, or it is ready but not yet considered.
    case waiting
    /// Ready, but its lane is full.
    case queued
    /// An attempt of its own work is in flight.
    case running
    case retryWait, pollWait
    // A wait that runs is in `pollWait`, too.
    /// An attempt of a remote fallback is in flight.
    case fallback
    /// A group whose members may start; a polled group is in `pollWait` between its rounds.
    case open
    case settled
  }

  package struct Step: Equatable, Sendable {
    package internal(set) var phase = Phase.waiting
    /// How the step settled; during a remote fallback, how its own work ended.
    package var status = Status.succeeded
    /// The number of the result, failure or error class (`ErrorNumbers`) that belongs to `status`.
    package var name: Int32 = -1
    /// Whether an attempt continues after the step settled.
    package internal(set) var isLate = false
    /// Whether a needed step has settled without a value.
    package var lacksNeed = false
    /// Groups: whether a member ended failed, timed out or cancelled.
    package var hasFailedMember = false
    /// The number of the newest attempt on its own track, from 1. Answers with another number are stale.
    package var attempt: Int32 = 0
    /// The number of the newest attempt on its fallbacks' track, 0 for none.
    package var hedgeAttempt: Int32 = 0
    /// Whether an attempt of a remote fallback is in flight beside its own work.
    package internal(set) var isHedged = false
    /// How many attempts of its own work there were since the poll's last answer.
    package var tries: Int32 = 0
    /// How many waits of its poll there were, counted until their lengths no longer grow.
    package var polls: Int32 = 0
    package var nextFallback: Int32 = 0
    package internal(set) var openWaits: Int32
    /// Groups: how many direct members are open.
    package internal(set) var openMembers: Int32
    /// Groups: how many members, of any depth, have late work.
    package internal(set) var lateMembers: Int32 = 0

    init(_ planned: PlannedStep) {
      openWaits = planned.waits
      openMembers = planned.memberCount
    }
  }

  package struct GivenSignal: Equatable, Sendable {
    package internal(set) var isGiven = false
    /// Whether it was given before the landing.
    package internal(set) var isEarly = false
    /// The number of its value's result in the step that names it; -1 for none.
    package internal(set) var name: Int32 = -1

    package init() {}

    /// The state in a word; 0 for a signal that was not given.
    package var word: UInt64 { isGiven ? (isEarly ? 3 : 1) | UInt64(name + 1) << 2 : 0 }

    package init(word: UInt64) {
      isGiven = word != 0
      isEarly = word & 2 != 0
      name = Int32(truncatingIfNeeded: word >> 2) - 1
    }
  }

  package struct Run: Equatable, Sendable {
    package var hasStarted = false
    package var isCancelled = false
    /// The rule of the landing, or -1.
    package internal(set) var landedRule: Int32 = -1
    package var isDegraded = false
    /// Whether a remote fallback has begun beside the own work of its step before the landing.
    package var isHedged = false
    package internal(set) var hasFinished = false
    package var isOffline = false
  }

  package var snapshot: RunSnapshot
  package var steps: [Step]
  package var offlineDomains: [Bool]
  package var signals: [GivenSignal]
  package var run = Run()

  init(_ plan: FlowPlan, _ snapshot: RunSnapshot) {
    self.snapshot = snapshot
    steps = plan.steps.map(Step.init)
    offlineDomains = snapshot.offlineDomains
    signals = plan.signals.map { _ in GivenSignal() }
    run.isOffline = snapshot.isOffline
  }

  /// Copies another state of the same plan and the same inputs, without allocating memory.
  @inline(__always)
  mutating func update(from other: FlowState) {
    snapshot.isOffline = other.snapshot.isOffline
    snapshot.isAnyOffline = other.snapshot.isAnyOffline
    snapshot.reads.copy(other.snapshot.reads)
    snapshot.offlineDomains.copy(other.snapshot.offlineDomains)
    steps.copy(other.steps)
    offlineDomains.copy(other.offlineDomains)
    signals.copy(other.signals)
    run = other.run
    assert(self == other)
  }
}

extension FlowState.Step {
  /// Whether its own work goes on.
  @inline(__always)
  package var isAtWork: Bool { phase == .running || phase == .retryWait || phase == .pollWait }

  package var newestAttempt: Int32 { max(attempt, hedgeAttempt) }

  mutating func beginAttempt() -> Int {
    phase = .running
    tries += 1
    attempt = nextAttempt()
    return Int(attempt)
  }

  /// The number of the next attempt. A poll in each millisecond reaches the largest number after 24 days and then starts
  /// again from 1, since only the newest attempts count.
  func nextAttempt() -> Int32 { newestAttempt == .max ? 1 : newestAttempt + 1 }

  mutating func waitEnded(isLost: Bool) {
    openWaits -= 1
    if isLost { lacksNeed = true }
  }

  mutating func settle(_ settlement: FlowMachine.Settlement) {
    phase = .settled
    status = settlement.status
    name = settlement.name
  }
}

extension Array {
  /// Copies an array of the same length, without allocating memory.
  @inline(__always)
  mutating func copy(_ other: [Element]) {
    guard !isEmpty else { return }
    withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: other) }
  }
}
