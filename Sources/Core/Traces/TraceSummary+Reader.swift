import LaunchFlowMachine

/// Reads events in order into a summary.
struct TraceReader: ~Copyable {
  let trace: Trace
  let members: [[Int]]
  var steps: [TraceSummary.Step]
  var landedAt: Int64?
  var landing: Trace.Landing?
  /// The step that the landing waited for.
  var landedBy: Int?
  var cancelledAt: Int64?
  var end: Int64 = 0
  var serialWork: Int64 = 0

  init(_ trace: Trace) {
    self.trace = trace
    members = trace.members
    steps = Array(repeating: TraceSummary.Step(), count: trace.steps.count)
  }

  mutating func read(_ event: Trace.Event) {
    // Only a faulty trace file has times before the start.
    let event = Trace.Event(at: max(0, event.time), event.kind, by: event.cause, codes: event.codes)
    end = max(end, event.time)
    switch event.kind {
    case .started, .offline, .online, .signalled, .finished: break
    case .cancelled: cancelledAt = cancelledAt ?? event.time
    case .landed(let landing): land(landing, at: event.time, by: event.cause)
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
    case .queued:
      steps[step].queued = time
      steps[step].laneHolder = event.cause?.lane
    case .stepStarted: start(step, at: time, by: event.cause)
    case .attemptStarted(_, let attempt, let origin):
      let isBeside = event.cause == .softDeadline
      if !isBeside { endWait(of: step, at: time) }
      steps[step].attempts.append(
        TraceSummary.Attempt(number: attempt, origin: origin, isBeside: isBeside, start: time))
    case .progressed(_, let attempt, let percent):
      change(attempt, of: step) { $0.percent = percent }
    case .attemptEnded(_, let attempt, let outcome):
      endAttempt(attempt, of: step, outcome, event)
    case .abandoned(_, let attempt):
      change(attempt, of: step) { $0.isAbandoned = true }
    case .abandonedEnded(_, let attempt):
      change(attempt, of: step) { $0.abandonedEnd = time }
    case .waiting(_, let reason, let nanoseconds):
      steps[step].waits.append(
        TraceSummary.Wait(reason: reason, start: time, end: time.plus(max(0, nanoseconds))))
    case .lateWork(_, let attempt):
      change(attempt, of: step) { $0.lateSince = time }
    case .stored(_, let cache): steps[step].storedTo = cache
    case .settled(_, let settlement): settle(step, settlement, at: time, by: event.cause)
    case .started, .offline, .online, .signalled, .finished, .cancelled, .landed: break
    }
  }

  func summary() -> TraceSummary {
    var steps = steps
    var serialWork = serialWork
    for index in steps.indices {
      if let last = steps[index].rounds.popLast() {
        steps[index].rounds.append(last.end == nil ? completed(last, of: index) : last)
      }
      if steps[index].start != nil { steps[index].startedBy = releaser(of: index) }
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
  private mutating func start(_ step: Int, at time: Int64, by cause: Cause?) {
    if trace.steps[step].kind == .group, steps[step].start != nil {
      beginRound(of: step, at: time)
      return
    }
    if trace.steps[step].kind == .group { steps[step].rounds.append(TraceSummary.Round(start: time)) }
    // For a member that runs in several rounds, the first start counts.
    guard steps[step].start == nil else { return }
    steps[step].start = time
    steps[step].ready = steps[step].queued ?? time
    steps[step].startCause = cause
  }

  /// Begins a further round of a polled group: its members are open again. Their earlier attempts remain.
  private mutating func beginRound(of group: Int, at time: Int64) {
    endRound(of: group)
    endWait(of: group, at: time)
    steps[group].rounds.append(TraceSummary.Round(start: time))
    reopenMembers(of: group)
  }

  private mutating func reopenMembers(of group: Int) {
    for member in members[group] {
      if trace.steps[member].kind == .group { endRound(of: member) }
      steps[member].end = nil
      steps[member].settlement = nil
      steps[member].endCause = nil
      steps[member].lateEnd = nil
      steps[member].queued = nil
      if trace.steps[member].kind == .group { reopenMembers(of: member) }
    }
  }

  /// Completes a group's last round before the settlements of its members are cleared.
  private mutating func endRound(of group: Int) {
    guard let last = steps[group].rounds.popLast() else { return }
    steps[group].rounds.append(last.end == nil ? completed(last, of: group) : last)
  }

  /// A current round with the settlements of its members so far.
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
    _ attempt: Int, of step: Int, _ outcome: Trace.AttemptEnd, _ event: Trace.Event
  ) {
    let time = event.time
    var isLate = false
    var worked: Int64 = 0
    change(attempt, of: step) {
      guard $0.end == nil else { return }
      $0.end = time
      $0.outcome = outcome
      $0.codes = event.codes
      $0.endCause = event.cause
      isLate = $0.lateSince != nil
      worked = max(0, time - $0.start)
    }
    serialWork = serialWork.plus(worked)
    guard isLate else { return }
    steps[step].lateEnd = max(time, steps[step].lateEnd ?? time)
  }

  private mutating func settle(
    _ step: Int, _ settlement: Trace.Settlement, at time: Int64, by cause: Cause?
  ) {
    guard steps[step].end == nil else { return }
    endWait(of: step, at: time)
    steps[step].end = time
    steps[step].settlement = settlement
    steps[step].endCause = cause
    switch settlement.status {
    // A step that settles at a deadline without having started became ready at that time.
    case .recovered, .failed, .timedOut: steps[step].ready = steps[step].ready ?? steps[step].queued ?? time
    case .succeeded, .skipped, .cancelled: break
    }
  }

  private mutating func land(_ landing: Trace.Landing, at time: Int64, by cause: Cause?) {
    guard landedAt == nil else { return }
    landedAt = time
    self.landing = landing
    landedBy = cause?.step
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

  /// Attempts are numbered from 1 in their order. Only a faulty trace needs the search.
  private func place(of attempt: Int, of step: Int) -> Int? {
    let attempts = steps[step].attempts
    if attempt > 0, attempt <= attempts.count, attempts[attempt - 1].number == attempt { return attempt - 1 }
    return attempts.lastIndex { $0.number == attempt }
  }
}
