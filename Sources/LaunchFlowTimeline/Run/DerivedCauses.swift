import LaunchFlowMachine
import LaunchFlowModel

extension Trace {
  /// The trace with causes: its own, or for a file that was written without causes those that its events imply.
  package var withCauses: Trace {
    events.contains { $0.cause != nil } ? self : withDerivedCauses
  }

  /// The trace with the causes that the order and the times of its events imply, in place of its own.
  package var withDerivedCauses: Trace {
    derivingCauses(landingDependents: steps.indices.filter { steps[$0].isTail })
  }

  /// The same, given the steps that wait for the landing itself: a trace names only the steps of its tail.
  package func derivingCauses(landingDependents: [Int]) -> Trace {
    var derivation = CauseDerivation(self, landingDependents)
    var trace = self
    for index in trace.events.indices {
      trace.events[index].cause = derivation.cause(of: trace.events[index])
    }
    return trace
  }
}

/// Reads events in order and keeps for each step what it waited for last.
private struct CauseDerivation {
  private struct Settling {
    var step: Int
    var time: Int64
    var isCancelled: Bool

    /// Whether it replaces a settling at the same instant: a step that ended by itself comes before one that was
    /// cancelled because of it.
    func replaces(_ other: Settling?) -> Bool {
      guard let other, other.time == time else { return true }
      return !isCancelled || other.isCancelled
    }
  }

  private let trace: Trace
  private var dependents: [[Int]]
  private let members: [[Int]]
  private var started: Set<Int> = []
  private var settled: Set<Int> = []
  private var queued: Set<Int> = []
  private var late: Set<Int> = []
  private var release: [Cause?]
  private var endedBy: [Settling?]
  private var lastTaken: [String: Int] = [:]
  private var lastReleased: [String: Int] = [:]
  private var lastSettling: Settling?
  private var lastStarted: Int?
  private var hasLanded = false
  private let landingDependents: [Int]
  /// Whether all events since the landing are cancellations by it.
  private var isLanding = false

  init(_ trace: Trace, _ landingDependents: [Int]) {
    self.trace = trace
    self.landingDependents = landingDependents
    dependents = Array(repeating: [], count: trace.steps.count)
    members = trace.members
    release = Array(repeating: nil, count: trace.steps.count)
    endedBy = Array(repeating: nil, count: trace.steps.count)
    for (index, step) in trace.steps.enumerated() {
      for dependency in Set(step.needs + step.after) where trace.steps.indices.contains(dependency) {
        dependents[dependency].append(index)
      }
    }
  }

  /// Takes the next event and returns its cause.
  mutating func cause(of event: Trace.Event) -> Cause? {
    if !event.kind.isCancellation { isLanding = false }
    switch event.kind {
    case .queued(let step) where trace.steps.indices.contains(step):
      queued.insert(step)
      return lane(of: step).flatMap { lastTaken[$0] }.map(Cause.lane)
    case .stepStarted(let step) where trace.steps.indices.contains(step): return start(step)
    case .lateWork(let step, _): late.insert(step)
    case .attemptEnded(let step, _, _), .abandoned(let step, _):
      if late.contains(step), settled.contains(step) { freeLane(of: step) }
    case .settled(let step, let settlement) where trace.steps.indices.contains(step):
      return settle(step, settlement, at: event.time)
    case .landed where !hasLanded: return land(at: event.time)
    default: break
    }
    return nil
  }

  private func lane(of step: Int) -> String? {
    trace.steps.indices.contains(step) ? trace.steps[step].lane : nil
  }

  private mutating func start(_ step: Int) -> Cause? {
    guard started.insert(step).inserted || trace.steps[step].kind != .group else {
      reopenMembers(of: step)
      for member in members[step] { free(member, .group(step)) }
      return release[step]
    }
    if let lane = lane(of: step) {
      if queued.contains(step), let holder = lastReleased[lane] { release[step] = .lane(holder) }
      lastTaken[lane] = step
    }
    if trace.steps[step].kind != .group { lastStarted = step }
    for member in members[step] { free(member, .group(step)) }
    return release[step]
  }

  private mutating func reopenMembers(of group: Int) {
    endedBy[group] = nil
    for member in members[group] {
      settled.remove(member)
      queued.remove(member)
      if trace.steps[member].kind == .group { reopenMembers(of: member) }
    }
  }

  private mutating func settle(_ step: Int, _ settlement: Trace.Settlement, at time: Int64) -> Cause? {
    guard settled.insert(step).inserted else { return nil }
    let hasStarted = started.contains(step)
    if !hasStarted, queued.contains(step), let holder = lane(of: step).flatMap({ lastTaken[$0] }) {
      release[step] = .lane(holder)
    }
    if hasStarted, !late.contains(step) { freeLane(of: step) }
    let settling = Settling(step: step, time: time, isCancelled: settlement.status == .cancelled)
    if !hasLanded, settling.replaces(lastSettling) { lastSettling = settling }
    if let group = trace.group(of: step), !settled.contains(group),
      settling.replaces(endedBy[group])
    {
      endedBy[group] = settling
    }
    // What the landing cancels no longer holds up those that it releases itself.
    for dependent in dependents[step] where !isLanding || !landingDependents.contains(dependent) {
      free(dependent, .step(step))
    }
    if trace.steps[step].kind == .group, let member = endedBy[step] { return .step(member.step) }
    return hasStarted ? nil : release[step]
  }

  private mutating func land(at time: Int64) -> Cause? {
    hasLanded = true
    isLanding = true
    for step in landingDependents { free(step, .landing) }
    if let lastSettling, lastSettling.time == time { return .step(lastSettling.step) }
    guard time > 0 else { return nil }
    // No step settled: the run was cancelled, or its deadline cut the open steps.
    let open = trace.steps.indices.first {
      started.contains($0) && !settled.contains($0) && trace.steps[$0].kind != .group
    }
    return (lastStarted.flatMap { settled.contains($0) ? nil : $0 } ?? open).map(Cause.step)
  }

  private mutating func free(_ step: Int, _ cause: Cause) {
    if !started.contains(step), !settled.contains(step) { release[step] = cause }
  }

  private mutating func freeLane(of step: Int) {
    late.remove(step)
    if let lane = lane(of: step) { lastReleased[lane] = step }
  }
}

extension Trace.EventKind {
  /// Whether something ends because it is cancelled.
  fileprivate var isCancellation: Bool {
    switch self {
    case .attemptEnded(_, _, .cancelled), .abandoned: true
    case .settled(_, let settlement): settlement.status == .cancelled
    default: false
    }
  }
}
