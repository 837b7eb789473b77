import LaunchFlowMachine

/// An event in a trace file. The kind of event decides which keys it has.
package struct TracedEvent: FormatObject {
  package static var object: DeclaredObject { .tracedEvent }

  package enum Word: String, CaseIterable {
    case started, queued
    case stepStarted = "step-started"
    case attemptStarted = "attempt-started"
    case progressed
    case attemptEnded = "attempt-ended"
    case abandoned
    case abandonedEnded = "abandoned-ended"
    case waiting
    case lateWork = "late-work"
    case stored, settled, offline, online
    case signalled = "signal"
    case cancelled, landed, finished
  }

  package enum Outcome: String, CaseIterable {
    case succeeded, refused, failed, cut, cancelled
  }

  package enum Skip: String, CaseIterable {
    case need, condition, group
  }

  /// `by` names its step or group.
  package enum CauseWord: String, CaseIterable {
    case step, lane, group, landing, deadline
    case softDeadline = "soft-deadline"
    case flowDeadline = "flow-deadline"
    case cancellation
  }

  package var time: Int64 = 0
  package var word = Word.started
  package var step, name, cache, need, domain, signal, result, page, title, by: String?
  package var attempt, fallback, percent, status, rule: Int?
  package var outcome: Outcome?
  package var settled, was: Status?
  package var error: ErrorClass?
  package var source: Source?
  package var code: JSONValue?
  package var retryAfter, wait: Int64?
  package var reason: WaitReason?
  package var skip: Skip?
  package var kind = Flow.Page.Kind.normal
  package var notice: Flow.Notice?
  package var isDegraded = false
  package var isCancelled = false
  package var facts: [RecordedFact] = []
  package var cause: CauseWord?

  package init(named name: String) {}

  package mutating func visit(_ v: Visitor) {
    let counts = 0...Int(Int32.max)
    v.key("at", &time, required: true) { v.time($0) }
    v.key(word: "event", &word, required: true)
    v.key("step", &step)
    v.key("attempt", &attempt, counts)
    v.key("fallback", &fallback, counts)
    v.key("percent", &percent, counts)
    v.key(word: "outcome", &outcome)
    v.key(word: "status", &settled)
    v.key("name", &name)
    v.key(word: "error", &error)
    v.key(word: "source", &source)
    v.key("http", &status, counts)
    v.key("code", &code) { v.code($0) }
    v.key("retryAfter", &retryAfter) { v.time($0) }
    v.key(word: "reason", &reason)
    v.key("for", &wait) { v.time($0) }
    v.key("cache", &cache)
    v.key(word: "skip", &skip)
    v.key("need", &need)
    v.key(word: "was", &was)
    v.key("domain", &domain)
    v.key("signal", &signal)
    v.key("result", &result)
    v.key("page", &page)
    v.key("title", &title)
    v.key(word: "kind", &kind)
    v.key("rule", &rule, counts)
    v.key("notice", &notice)
    v.key("degraded", &isDegraded)
    v.key("cancelled", &isCancelled)
    v.key("facts", &facts) { v.objects($0) }
    v.key(word: "cause", &cause)
    v.key("by", &by)
  }
}

extension TracedEvent {
  init(_ event: Trace.Event, in trace: Trace) {
    time = event.time
    facts = event.facts.map { RecordedFact($0) }
    (status, code, retryAfter) = (event.codes?.status, event.codes?.code?.value, event.codes?.retryAfter)
    switch event.kind {
    case .started: word = .started
    case .queued(let step): tell(.queued, trace, step)
    case .stepStarted(let step): tell(.stepStarted, trace, step)
    case .attemptStarted(let step, let attempt, let origin):
      tell(.attemptStarted, trace, step, attempt)
      if case .fallback(let index) = origin { fallback = index }
    case .progressed(let step, let attempt, let percent):
      tell(.progressed, trace, step, attempt)
      self.percent = percent
    case .attemptEnded(let step, let attempt, let end):
      tell(.attemptEnded, trace, step, attempt)
      tell(end)
    case .abandoned(let step, let attempt): tell(.abandoned, trace, step, attempt)
    case .abandonedEnded(let step, let attempt): tell(.abandonedEnded, trace, step, attempt)
    case .waiting(let step, let reason, let nanoseconds):
      tell(.waiting, trace, step)
      (self.reason, wait) = (reason, nanoseconds)
    case .lateWork(let step, let attempt): tell(.lateWork, trace, step, attempt)
    case .stored(let step, let cache):
      tell(.stored, trace, step)
      self.cache = cache
    case .settled(let step, let settlement):
      tell(.settled, trace, step)
      tell(settlement, trace)
    case .offline(let domain): (word, self.domain) = (.offline, domain)
    case .online(let domain): (word, self.domain) = (.online, domain)
    case .signalled(let name, let result): (word, signal, self.result) = (.signalled, name, result)
    case .cancelled: word = .cancelled
    case .landed(let landing): tell(landing)
    case .finished: word = .finished
    }
    if let cause = event.cause { tell(cause, trace) }
  }

  private mutating func tell(_ word: Word, _ trace: Trace, _ step: Int, _ attempt: Int? = nil) {
    (self.word, self.step, self.attempt) = (word, trace.name(of: step), attempt)
  }

  private mutating func tell(_ cause: Cause, _ trace: Trace) {
    let (word, step): (CauseWord, Int?) =
      switch cause {
      case .step(let step): (.step, step)
      case .lane(let holder): (.lane, holder)
      case .group(let group): (.group, group)
      case .landing: (.landing, nil)
      case .softDeadline: (.softDeadline, nil)
      case .deadline(let owner): (.deadline, owner)
      case .flowDeadline: (.flowDeadline, nil)
      case .cancellation: (.cancellation, nil)
      }
    (self.cause, by) = (word, step.map(trace.name(of:)))
  }

  private mutating func tell(_ end: Trace.AttemptEnd) {
    switch end {
    case .succeeded(let result): (outcome, name) = (.succeeded, result)
    case .refused(let failure): (outcome, name) = (.refused, failure)
    case .failed(let errorClass): (outcome, error) = (.failed, errorClass)
    case .cut: outcome = .cut
    case .cancelled: outcome = .cancelled
    }
  }

  private mutating func tell(_ settlement: Trace.Settlement, _ trace: Trace) {
    (settled, name, source) = (settlement.status, settlement.name, settlement.source)
    switch settlement.reason {
    case .need(let step, let status): (skip, need, was) = (.need, trace.name(of: step), status)
    case .condition: skip = .condition
    case .group: skip = .group
    case nil: break
    }
  }

  private mutating func tell(_ landing: Trace.Landing) {
    word = .landed
    (page, title, kind, rule) = (landing.page, landing.ownTitle, landing.kind, landing.rule)
    (notice, isDegraded, isCancelled) = (landing.notice, landing.isDegraded, landing.isCancelled)
  }
}
