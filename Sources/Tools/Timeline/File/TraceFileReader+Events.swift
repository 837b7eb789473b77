extension TraceFileReader {
  func event(_ node: Int) throws(Unreadable) -> Trace.Event {
    let event = try object(node, "the event")
    let word: EventWord = try word(event.required("event"))
    var read = Trace.Event(
      at: try time(event.required("at")), try kind(word, event), by: try cause(event), codes: try codes(event)
    )
    read.facts = try facts(event)
    return read
  }

  private func kind(_ word: EventWord, _ event: TraceObject) throws(Unreadable) -> Trace.EventKind {
    func step() throws(Unreadable) -> Int { try self.step(event.required("step")) }
    func attempt() throws(Unreadable) -> Int { try count(event.required("attempt")) }
    switch word {
    case .started: return .started
    case .cancelled: return .cancelled
    case .finished: return .finished
    case .offline: return .offline(domain: try event["domain"].map(text))
    case .online: return .online(domain: try event["domain"].map(text))
    case .signalled:
      return .signalled(try text(event.required("signal")), result: try event["result"].map(text))
    case .landed: return .landed(try landing(event))
    case .queued: return .queued(step: try step())
    case .stepStarted: return .stepStarted(step: try step())
    case .waiting:
      return .waiting(
        step: try step(), try self.word(event.required("reason")),
        nanoseconds: try time(event.required("for")))
    case .stored: return .stored(step: try step(), cache: try text(event.required("cache")))
    case .settled: return .settled(step: try step(), try settlement(event))
    case .attemptStarted:
      let fallback = try event["fallback"].map(count)
      return .attemptStarted(
        step: try step(), attempt: try attempt(), origin: fallback.map(AttemptOrigin.fallback) ?? .own)
    case .progressed:
      return .progressed(
        step: try step(), attempt: try attempt(), percent: min(100, try count(event.required("percent"))))
    case .attemptEnded: return .attemptEnded(step: try step(), attempt: try attempt(), try end(event))
    case .abandoned: return .abandoned(step: try step(), attempt: try attempt())
    case .abandonedEnded: return .abandonedEnded(step: try step(), attempt: try attempt())
    case .lateWork: return .lateWork(step: try step(), attempt: try attempt())
    }
  }

  /// The run's knowledge at its start; older files do not contain it.
  private func facts(_ event: TraceObject) throws(Unreadable) -> [StartFact] {
    let visitor = Visitor(document)
    return try (event["facts"].map(list) ?? []).compactMap { element in
      visitor.node = element
      return visitor.object(nil as RecordedFact?)?.fact
    }
  }

  /// The server's codes; older files do not contain them.
  private func codes(_ event: TraceObject) throws(Unreadable) -> AnswerCodes? {
    let retryAfter: Int64? = if let node = event["retryAfter"] { try time(node) } else { nil }
    let codes = AnswerCodes(
      status: try event["http"].map(count), code: try event["code"].map(code), retryAfter: retryAfter)
    return codes == AnswerCodes() ? nil : codes
  }

  /// A recorded code is a text only if the flow lists that text.
  private func code(_ node: Int) throws(Unreadable) -> EnvelopeCode {
    let value = document.json.value(of: node)
    if value == .string(EnvelopeCode.otherWord) { return .other }
    if let code = EnvelopeCode(listed: value) { return code }
    document.report(.badValue, "expected a whole number or text", at: node)
    throw Unreadable()
  }

  private func cause(_ event: TraceObject) throws(Unreadable) -> Cause? {
    guard let node = event["cause"] else { return nil }
    func step() throws(Unreadable) -> Int { try self.step(event.required("by")) }
    let word: CauseWord = try word(node)
    switch word {
    case .landing: return .landing
    case .flowDeadline: return .flowDeadline
    case .softDeadline: return .softDeadline
    case .cancellation: return .cancellation
    case .step: return .step(try step())
    case .lane: return .lane(try step())
    case .group: return .group(try step())
    case .deadline: return .deadline(try step())
    }
  }

  private func end(_ event: TraceObject) throws(Unreadable) -> Trace.AttemptEnd {
    let word: OutcomeWord = try word(event.required("outcome"))
    switch word {
    case .succeeded: return .succeeded(result: try event["name"].map(text))
    case .refused: return .refused(failure: try text(event.required("name")))
    case .failed: return .failed(try self.word(event.required("error")))
    case .cut: return .cut
    case .cancelled: return .cancelled
    }
  }

  private func settlement(_ event: TraceObject) throws(Unreadable) -> Trace.Settlement {
    var settlement = Trace.Settlement(
      try word(event.required("status")), name: try event["name"].map(text),
      source: try event["source"].map(word))
    guard let skip = event["skip"] else { return settlement }
    let word: SkipWord = try word(skip)
    switch word {
    case .need:
      settlement.reason = .need(step: try step(event.required("need")), try self.word(event.required("was")))
    case .condition: settlement.reason = .condition
    case .group: settlement.reason = .group
    }
    return settlement
  }

  private func landing(_ event: TraceObject) throws(Unreadable) -> Trace.Landing {
    var landing = Trace.Landing(
      page: try text(event.required("page")), rule: try count(event.required("rule")),
      notice: try event["notice"].map(notice), isDegraded: try event["degraded"].map(bool) ?? false,
      isCancelled: try event["cancelled"].map(bool) ?? false)
    landing.ownTitle = try event["title"].map(text)
    landing.kind = try event["kind"].map(word) ?? landing.kind
    return landing
  }

  private func notice(_ node: Int) throws(Unreadable) -> Flow.Notice {
    let notice = try object(node, "the notice")
    return Flow.Notice(try text(notice.required("text")), style: try word(notice.required("style")))
  }
}

private enum EventWord: String, CaseIterable {
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

private enum OutcomeWord: String, CaseIterable {
  case succeeded, refused, failed, cut, cancelled
}

/// The word for a cause; `by` names its step or group.
private enum CauseWord: String, CaseIterable {
  case step, lane, group, landing, deadline
  case softDeadline = "soft-deadline"
  case flowDeadline = "flow-deadline"
  case cancellation
}

private enum SkipWord: String, CaseIterable {
  case need, condition, group
}
