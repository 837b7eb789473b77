// The services: failed calls, suspicions, questions and verdicts. Domains are independent of each other.
extension SwitchMachine {
  /// Handles a failed call. It counts against its domain while the network is up; enough failures within the trigger's
  /// time make the domain suspect.
  mutating func callFailed(_ domain: Int, _ errorClass: ErrorClass, _ code: EnvelopeCode?) {
    guard !isInBackground else { return }
    if plan.counts(errorClass, code) { count(domain) }
    noteUnanswered(errorClass)
  }

  private mutating func count(_ domain: Int) {
    guard domain >= 0, network.downThrough == nil, let planned = plan.service,
      domains[domain].phase == .healthy
    else { return }
    guard domains[domain].failures + 1 < planned.trigger.failures else {
      forgetFailures(domain)
      emit(.suspected(domain: domain))
      domains[domain].answers = 0
      arm(SwitchTimer(.keep, of: domain), planned.keep.nanoseconds)
      ask(domain)
      return
    }
    let state = domains[domain]
    let place = (state.oldestFailure + state.failures) % (planned.trigger.failures - 1)
    domains[domain].failures += 1
    arm(SwitchTimer(.failure, of: domain, place: place), planned.trigger.within.nanoseconds)
  }

  /// Removes the oldest failure from the count.
  mutating func forgetFailure(_ domain: Int) {
    guard let planned = plan.service, domains[domain].failures > 0 else { return }
    domains[domain].failures -= 1
    domains[domain].oldestFailure = (domains[domain].oldestFailure + 1) % (planned.trigger.failures - 1)
    if domains[domain].failures == 0 { domains[domain].oldestFailure = 0 }
  }

  private mutating func forgetFailures(_ domain: Int) {
    guard let planned = plan.service else { return }
    for index in 0..<domains[domain].failures {
      let place = (domains[domain].oldestFailure + index) % (planned.trigger.failures - 1)
      emit(.disarm(SwitchTimer(.failure, of: domain, place: place)))
    }
    domains[domain].failures = 0
    domains[domain].oldestFailure = 0
  }

  mutating func ask(_ domain: Int) {
    guard let planned = plan.service else { return }
    domains[domain].phase = .asking
    domains[domain].question += 1
    emit(.ask(domain: domain, number: domains[domain].question))
    arm(SwitchTimer(.questionTimeout, of: domain), planned.timeout.nanoseconds)
  }

  /// Handles the answer to a question. A no-op for an older or cancelled question.
  mutating func questionAnswered(_ domain: Int, _ number: Int, _ end: QuestionEnd) {
    guard domains[domain].phase == .asking, number == domains[domain].question else { return }
    emit(.disarm(SwitchTimer(.questionTimeout, of: domain)))
    questionEnded(domain, end)
  }

  /// Handles the end of the current question. Its time-out is disarmed or has fired.
  mutating func questionEnded(_ domain: Int, _ end: QuestionEnd) {
    emit(.questionEnded(domain: domain, number: domains[domain].question, end))
    domains[domain].answers += 1
    switch end {
    case .fine:
      emit(.disarm(SwitchTimer(.keep, of: domain)))
      recover(domain)
    case .faulty:
      becomeFaulty(domain)
      emit(.disarm(SwitchTimer(.keep, of: domain)))
      arm(SwitchTimer(.keep, of: domain), plan.service?.keep.nanoseconds ?? 0)
      poll(domain)
    case .unreachable, .timedOut:
      // The last verdict or the suspicion counts until `keep` has passed.
      poll(domain)
    case .calledOff: break
    }
  }

  /// Handles a verdict without a question. It is newer than the answer to the current question, which is cancelled.
  mutating func verdictReported(_ domain: Int, _ verdict: OfflineSwitchDocument.Verdict) {
    guard let planned = plan.service else { return }
    forgetFailures(domain)
    callOffAsking(domain)
    let wasHealthy = domains[domain].phase == .healthy
    if !wasHealthy { emit(.disarm(SwitchTimer(.keep, of: domain))) }
    switch verdict {
    case .fine: if !wasHealthy { recover(domain) }
    case .faulty:
      domains[domain].answers = 1
      becomeFaulty(domain)
      arm(SwitchTimer(.keep, of: domain), planned.keep.nanoseconds)
      // A question that is impossible now is sent as soon as possible.
      if isInBackground || network.downThrough != nil {
        domains[domain].phase = .paused
      } else {
        poll(domain)
      }
    }
  }

  private mutating func poll(_ domain: Int) {
    domains[domain].phase = .polling
    arm(
      SwitchTimer(.poll, of: domain), plan.pollWait(after: domains[domain].answers),
      jitter: plan.service?.poll.jitter == .full)
  }

  /// Ends a domain's suspicion or fault.
  private mutating func recover(_ domain: Int) {
    if !domains[domain].isFaulty { emit(.cleared(domain: domain)) }
    becomeHealthy(domain)
  }

  private mutating func becomeHealthy(_ domain: Int) {
    domains[domain].phase = .healthy
    guard domains[domain].isFaulty else { return }
    domains[domain].isFaulty = false
    emit(.ended(.domain(domain)))
  }

  /// Counts the domain as faulty, and its answers anew, so that the first waits after the verdict are short.
  private mutating func becomeFaulty(_ domain: Int) {
    guard !domains[domain].isFaulty else { return }
    domains[domain].isFaulty = true
    domains[domain].answers = 1
    emit(.began(.domain(domain)))
  }

  /// Handles the end of `keep` without a new verdict: the domain counts as healthy.
  mutating func lapse(_ domain: Int) {
    callOffAsking(domain)
    emit(.lapsed(domain: domain))
    becomeHealthy(domain)
  }

  private mutating func callOffAsking(_ domain: Int) {
    switch domains[domain].phase {
    case .healthy, .paused: break
    case .polling: emit(.disarm(SwitchTimer(.poll, of: domain)))
    case .asking:
      emit(.disarm(SwitchTimer(.questionTimeout, of: domain)))
      emit(.questionEnded(domain: domain, number: domains[domain].question, .calledOff))
    }
  }

  /// Pauses all questions. Verdicts remain and continue to age. Counted failures and suspicions are dropped, since the
  /// network may have caused them.
  mutating func pauseDomains() {
    for domain in domains.indices {
      forgetFailures(domain)
      guard domains[domain].phase != .healthy else { continue }
      callOffAsking(domain)
      if domains[domain].isFaulty {
        domains[domain].phase = .paused
      } else {
        emit(.disarm(SwitchTimer(.keep, of: domain)))
        recover(domain)
      }
    }
  }

  /// Sends at once every question that was postponed.
  mutating func resumeDomains() {
    for domain in domains.indices where domains[domain].phase == .paused { ask(domain) }
  }
}
