import LaunchFlowModel

/// Reads events in order into a summary, and notes for each step what it waited for last.
struct TraceReader {
  /// What a step waited for last.
  enum Release: Hashable {
    case nothing
    /// This step settled, or gave up its lane.
    case step(Int)
    /// The step's group opened to its members.
    case groupStart(Int)
    case landing
  }

  /// One step's settling, as the landing and groups look back at it.
  struct Settling {
    var step: Int
    var time: Int64
    var status: Status
  }

  let trace: Trace
  let dependents: StepLists
  let members: StepLists
  var steps: [TraceSummary.Step]
  /// How many of the things that a step waits for are still open.
  var open: [Int]
  var release: [Release]
  /// Of a group: the member by which it ended.
  var endedBy: [Int?]
  var lanes = LaneRecord()
  /// The last settling that may have let the run land.
  var lastSettling: Settling?
  var lastStarted: Int?
  var landedAt: Int64?
  var landing: Trace.Landing?
  var landedBy: Int?
  var cancelledAt: Int64?
  var end: Int64 = 0
  var serialWork: Int64 = 0

  init(_ trace: Trace) {
    self.trace = trace
    let count = trace.steps.count
    var waits: [(from: Int, to: Int)] = []
    var memberships: [(from: Int, to: Int)] = []
    open = Array(repeating: 0, count: count)
    // The step that last counted a dependency, so that one named twice counts once.
    var countedBy = Array(repeating: -1, count: count)
    for (index, step) in trace.steps.enumerated() {
      for dependency in [step.needs, step.after].joined()
      where trace.steps.indices.contains(dependency) && countedBy[dependency] != index {
        countedBy[dependency] = index
        waits.append((dependency, index))
        open[index] += 1
      }
      if let group = step.group, trace.steps.indices.contains(group) {
        memberships.append((group, index))
        open[index] += 1
      }
      if step.isTail { open[index] += 1 }
    }
    dependents = StepLists(waits, count: count)
    members = StepLists(memberships, count: count)
    steps = Array(repeating: TraceSummary.Step(), count: count)
    for index in steps.indices where open[index] == 0 { steps[index].ready = 0 }
    release = Array(repeating: .nothing, count: count)
    endedBy = Array(repeating: nil, count: count)
  }

  mutating func read(_ event: Trace.Event) {
    // No time lies before the start; a trace from a file may say so all the same.
    let event = Trace.Event(at: max(0, event.time), event.kind)
    end = max(end, event.time)
    switch event.kind {
    case .started, .offline, .online, .finished: break
    case .cancelled: cancelledAt = cancelledAt ?? event.time
    case .landed(let landing): land(landing, at: event.time)
    case .queued(let step), .stepStarted(let step), .attemptStarted(let step, _, _),
      .progressed(let step, _, _), .attemptEnded(let step, _, _),
      .abandoned(let step, _), .abandonedEnded(let step, _), .waiting(let step, _, _), .lateWork(let step, _),
      .stored(let step, _), .settled(let step, _):
      guard steps.indices.contains(step) else { return }
      read(event, of: step)
    }
  }

  private mutating func read(_ event: Trace.Event, of step: Int) {
    let time = event.time
    switch event.kind {
    case .queued: steps[step].queued = time
    case .stepStarted: start(step, at: time)
    case .attemptStarted(_, let attempt, let origin):
      endWait(of: step, at: time)
      steps[step].attempts.append(TraceSummary.Attempt(number: attempt, origin: origin, start: time))
    case .progressed(_, let attempt, let percent):
      change(attempt, of: step) { $0.percent = percent }
    case .attemptEnded(_, let attempt, let outcome): endAttempt(attempt, of: step, outcome, at: time)
    case .abandoned(_, let attempt):
      change(attempt, of: step) { $0.isAbandoned = true }
      releaseLane(of: step)
    case .abandonedEnded(_, let attempt):
      change(attempt, of: step) { $0.abandonedEnd = time }
    case .waiting(_, let reason, let nanoseconds):
      steps[step].waits.append(
        TraceSummary.Wait(reason: reason, start: time, end: time.plus(max(0, nanoseconds))))
    case .lateWork(_, let attempt):
      change(attempt, of: step) { $0.lateSince = time }
      lanes.holdLonger(step, lane: trace.steps[step].lane)
    case .stored(_, let cache): steps[step].storedTo = cache
    case .settled(_, let settlement): settle(step, settlement, at: time)
    case .started, .offline, .online, .finished, .cancelled, .landed: break
    }
  }

  func summary() -> TraceSummary {
    var steps = steps
    var serialWork = serialWork
    for index in steps.indices {
      if let last = steps[index].rounds.popLast() {
        steps[index].rounds.append(last.end == nil ? completed(last, of: index) : last)
      }
      if steps[index].start != nil { steps[index].startedBy = cause(of: index) }
      for attempt in steps[index].attempts where attempt.end == nil {
        serialWork = serialWork.plus(end - attempt.start)
      }
    }
    return TraceSummary(
      steps: steps, landedAt: landedAt, landing: landing, cancelledAt: cancelledAt, end: end,
      criticalPath: criticalPath(), serialWork: serialWork)
  }
}

extension TraceReader {
  private mutating func start(_ step: Int, at time: Int64) {
    if trace.steps[step].kind == .group, steps[step].start != nil {
      beginRound(of: step, at: time)
      return
    }
    if trace.steps[step].kind == .group { steps[step].rounds.append(TraceSummary.Round(start: time)) }
    // Of a member that runs in several rounds the first one counts.
    steps[step].start = steps[step].start ?? time
    if steps[step].ready == nil { steps[step].ready = steps[step].queued ?? time }
    let lane = trace.steps[step].lane
    if steps[step].queued != nil, let holder = lanes.lastReleased(lane) { release[step] = .step(holder) }
    lanes.take(step, lane: lane)
    if trace.steps[step].kind != .group { lastStarted = step }
    for member in members[step] { free(member, .groupStart(step), at: time) }
  }

  /// A polled group goes through its members again: they have not settled. What they did before stays.
  private mutating func beginRound(of group: Int, at time: Int64) {
    endRound(of: group)
    endWait(of: group, at: time)
    steps[group].rounds.append(TraceSummary.Round(start: time))
    reopenMembers(of: group)
  }

  private mutating func reopenMembers(of group: Int) {
    endedBy[group] = nil
    for member in members[group] {
      if trace.steps[member].kind == .group { endRound(of: member) }
      steps[member].end = nil
      steps[member].settlement = nil
      steps[member].queued = nil
      if trace.steps[member].kind == .group { reopenMembers(of: member) }
    }
  }

  /// Completes a group's last round, before what its members have come to is forgotten.
  private mutating func endRound(of group: Int) {
    guard let last = steps[group].rounds.popLast() else { return }
    steps[group].rounds.append(last.end == nil ? completed(last, of: group) : last)
  }

  /// A round that goes on, with what its members have come to so far.
  private func completed(_ round: TraceSummary.Round, of group: Int) -> TraceSummary.Round {
    var round = round
    let wait = steps[group].waits.last.flatMap { $0.start >= round.start ? $0.start : nil }
    round.end = wait ?? steps[group].end
    round.members = members[group].compactMap { member in
      steps[member].settlement.map { TraceSummary.Round.Member(step: member, settlement: $0) }
    }
    return round
  }

  private mutating func endAttempt(
    _ attempt: Int, of step: Int, _ outcome: Trace.AttemptEnd, at time: Int64
  ) {
    var isLate = false
    var worked: Int64 = 0
    change(attempt, of: step) {
      guard $0.end == nil else { return }
      $0.end = time
      $0.outcome = outcome
      isLate = $0.lateSince != nil
      worked = max(0, time - $0.start)
    }
    serialWork = serialWork.plus(worked)
    guard isLate else { return }
    steps[step].lateEnd = max(time, steps[step].lateEnd ?? time)
    releaseLane(of: step)
  }

  private mutating func settle(_ step: Int, _ settlement: Trace.Settlement, at time: Int64) {
    guard steps[step].end == nil else { return }
    endWait(of: step, at: time)
    steps[step].end = time
    steps[step].settlement = settlement
    switch settlement.reason {
    case .need(let need, _) where steps.indices.contains(need): release[step] = .step(need)
    case .group: if let group = trace.steps[step].group { release[step] = .groupStart(group) }
    default: break
    }
    let lane = trace.steps[step].lane
    if steps[step].start == nil, steps[step].queued != nil, let holder = lanes.lastTaken(lane) {
      release[step] = .step(holder)
    }
    if steps[step].start != nil { lanes.settle(step, lane: lane) }
    let settling = Settling(step: step, time: time, status: settlement.status)
    if landedAt == nil, lastSettling.map({ isMoreTelling(settling, than: $0) }) ?? true {
      lastSettling = settling
    }
    if let group = trace.steps[step].group, steps.indices.contains(group), steps[group].end == nil {
      noteMember(settling, of: group)
    }
    for dependent in dependents[step] { free(dependent, .step(step), at: time) }
  }

  /// At one instant a step that ended of itself tells more than one that was cancelled because of it.
  private func isMoreTelling(_ new: Settling, than old: Settling) -> Bool {
    guard new.time == old.time else { return true }
    return !(new.status == .cancelled && old.status != .cancelled)
  }

  private mutating func noteMember(_ settling: Settling, of group: Int) {
    guard let old = endedBy[group], let time = steps[old].end, let status = steps[old].settlement?.status
    else {
      endedBy[group] = settling.step
      return
    }
    if isMoreTelling(settling, than: Settling(step: old, time: time, status: status)) {
      endedBy[group] = settling.step
    }
  }

  private mutating func land(_ landing: Trace.Landing, at time: Int64) {
    guard landedAt == nil else { return }
    landedAt = time
    self.landing = landing
    if let lastSettling, lastSettling.time == time {
      landedBy = lastSettling.step
    } else if time > 0 {
      // Nothing settled: the run was cancelled, or its deadline cut what went on.
      landedBy = lastStarted.flatMap { steps[$0].end == nil ? $0 : nil } ?? firstOpenStep()
    }
    for (index, step) in trace.steps.enumerated() where step.isTail { free(index, .landing, at: time) }
  }

  private func firstOpenStep() -> Int? {
    steps.indices.first {
      steps[$0].start != nil && steps[$0].end == nil && trace.steps[$0].kind != .group
    }
  }

  /// One of the things that a step waits for is there.
  private mutating func free(_ step: Int, _ by: Release, at time: Int64) {
    guard steps[step].end == nil, steps[step].start == nil else { return }
    open[step] -= 1
    release[step] = by
    if open[step] == 0 { steps[step].ready = time }
  }

  private mutating func endWait(of step: Int, at time: Int64) {
    guard let last = steps[step].waits.indices.last else { return }
    steps[step].waits[last].end = min(steps[step].waits[last].end, time)
  }

  private mutating func change(
    _ attempt: Int, of step: Int, _ change: (inout TraceSummary.Attempt) -> Void
  ) {
    guard let place = place(of: attempt, of: step) else { return }
    change(&steps[step].attempts[place])
  }

  /// Attempts are numbered from 1 in their order; only a broken trace needs the search.
  private func place(of attempt: Int, of step: Int) -> Int? {
    let attempts = steps[step].attempts
    if attempt > 0, attempt <= attempts.count, attempts[attempt - 1].number == attempt { return attempt - 1 }
    return attempts.lastIndex { $0.number == attempt }
  }

  private mutating func releaseLane(of step: Int) {
    if steps[step].end != nil { lanes.release(step, lane: trace.steps[step].lane) }
  }
}

extension Int64 {
  /// A sum that stays at the greatest value instead of overflowing: traces are also read from files.
  fileprivate func plus(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
