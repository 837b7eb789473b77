// Reads events in order.
extension TraceSummary {
  mutating func read(_ event: Trace.Event) {
    // Only a faulty trace file has times before the start.
    let time = max(0, event.time)
    end = max(end, time)
    switch event.kind {
    case .cancelled: cancelledAt = cancelledAt ?? time
    case .landed(let landing): land(landing, at: time, by: event.cause)
    case .queued(let step) where knows(step):
      steps[step].queued = time
      steps[step].laneHolder = event.cause?.lane
    case .stepStarted(let step) where knows(step): start(step, at: time, by: event.cause)
    case .attemptStarted(let step, let attempt, let origin) where knows(step):
      let isBeside = event.cause == .softDeadline
      if !isBeside { endWait(of: step, at: time) }
      steps[step].attempts.append(
        Attempt(number: attempt, origin: origin, isBeside: isBeside, start: time))
    case .progressed(let step, let attempt, let percent): change(attempt, of: step) { $0.percent = percent }
    case .attemptEnded(let step, let attempt, let outcome):
      endAttempt(attempt, of: step, outcome, event, at: time)
    case .abandoned(let step, let attempt): change(attempt, of: step) { $0.isAbandoned = true }
    case .abandonedEnded(let step, let attempt): change(attempt, of: step) { $0.abandonedEnd = time }
    case .waiting(let step, let reason, let nanoseconds) where knows(step):
      steps[step].waits.append(Wait(reason: reason, start: time, end: time.plus(max(0, nanoseconds))))
    case .lateWork(let step, let attempt): change(attempt, of: step) { $0.lateSince = time }
    case .stored(let step, let cache) where knows(step): steps[step].storedTo = cache
    case .settled(let step, let settlement) where knows(step):
      settle(step, settlement, at: time, by: event.cause)
    default: break
    }
  }

  private func knows(_ step: Int) -> Bool { steps.indices.contains(step) }

  mutating func finish() {
    for index in steps.indices {
      endRound(of: index)
      for attempt in steps[index].attempts where attempt.end == nil {
        serialWork = serialWork.plus(end - attempt.start)
      }
    }
    criticalPath = foundCriticalPath()
  }
}

extension TraceSummary {
  private mutating func start(_ step: Int, at time: Int64, by cause: Cause?) {
    if trace.steps[step].kind == .group, steps[step].start != nil {
      return beginRound(of: step, at: time)
    }
    if trace.steps[step].kind == .group { steps[step].rounds.append(Round(start: time)) }
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
    steps[group].rounds.append(Round(start: time))
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

  /// Completes a group's last round with the settlements of its members so far.
  private mutating func endRound(of group: Int) {
    guard var round = steps[group].rounds.last, round.end == nil else { return }
    let wait = steps[group].waits.last.flatMap { $0.start >= round.start ? $0.start : nil }
    round.end = wait ?? steps[group].end
    round.members = members[group].compactMap { member in
      steps[member].settlement.map { Round.Member(step: member, settlement: $0) }
    }
    steps[group].rounds[steps[group].rounds.count - 1] = round
  }

  private mutating func endAttempt(
    _ attempt: Int, of step: Int, _ outcome: Trace.AttemptEnd, _ event: Trace.Event, at time: Int64
  ) {
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

  private mutating func change(_ attempt: Int, of step: Int, _ change: (inout Attempt) -> Void) {
    guard knows(step), let place = place(of: attempt, of: step) else { return }
    change(&steps[step].attempts[place])
  }

  /// Attempts are numbered from 1 in their order. Only a faulty trace needs the search.
  private func place(of attempt: Int, of step: Int) -> Int? {
    let attempts = steps[step].attempts
    if attempt > 0, attempt <= attempts.count, attempts[attempt - 1].number == attempt { return attempt - 1 }
    return attempts.lastIndex { $0.number == attempt }
  }
}
