import LaunchFlowMachine
import LaunchFlowModel

extension TraceFileReader {
  /// The keys that every event may have.
  private static let commonKeys = ["at", "event", "cause", "by"]
  /// All keys of all events, each once.
  private static let keys = TraceFile.EventWord.allCases.reduce(into: commonKeys) { keys, word in
    keys += Self.keys(of: word).filter { !keys.contains($0) }
  }

  /// The keys of one kind of event.
  private static func keys(of word: TraceFile.EventWord) -> [String] {
    switch word {
    case .started: ["facts"]
    case .cancelled, .finished: []
    case .queued, .stepStarted: ["step"]
    case .attemptStarted: ["step", "attempt", "fallback"]
    case .progressed: ["step", "attempt", "percent"]
    case .attemptEnded: ["step", "attempt", "outcome", "name", "error", "http", "code"]
    case .abandoned, .abandonedEnded, .lateWork: ["step", "attempt"]
    case .waiting: ["step", "reason", "for"]
    case .stored: ["step", "cache"]
    case .settled: ["step", "status", "name", "source", "skip", "need", "was"]
    case .offline, .online: ["domain"]
    case .signalled: ["signal"]
    case .landed: ["page", "title", "kind", "rule", "notice", "degraded", "cancelled"]
    }
  }

  /// One event; nil if a part of it cannot be read, which is then reported.
  func event(_ node: Int) -> Trace.Event? {
    guard let fields = document.fields(of: node, Self.keys) else { return nil }
    let time = time(document.required("at", in: fields, "the event"))
    let word = document.word(
      document.required("event", in: fields, "the event"), as: TraceFile.EventWord.self)
    guard let word else { return nil }
    let allowed = Self.keys(of: word)
    for entry in fields.entries
    where !Self.commonKeys.contains(entry.key) && !allowed.contains(entry.key) {
      document.report(
        .misplacedKey, "\"\(entry.key)\" says nothing about \"\(word.rawValue)\"", at: entry.node, .key)
    }
    let event = EventFields(fields: fields, document: document)
    guard let kind = kind(word, event), let time else { return nil }
    var read = Trace.Event(at: time, kind, by: cause(event), codes: codes(event))
    read.facts = facts(event)
    return read
  }

  /// The run's knowledge at its start; older files do not contain it.
  private func facts(_ event: EventFields) -> [StartFact] {
    guard let node = event["facts"], let elements = document.elements(of: node) else { return [] }
    return elements.compactMap { element in
      let fact = StartFact(json.value(of: element))
      if fact == nil { document.report(.badValue, "expected what an input is or a step found", at: element) }
      return fact
    }
  }

  /// The server's codes; older files do not contain them.
  private func codes(_ event: EventFields) -> AnswerCodes? {
    let codes = AnswerCodes(status: count(event["http"]), code: event["code"].flatMap(code))
    return codes == AnswerCodes() ? nil : codes
  }

  /// A recorded code is a text only if the flow lists that text.
  private func code(_ node: Int) -> EnvelopeCode? {
    let value = json.value(of: node)
    if value == .string(EnvelopeCode.otherWord) { return .other }
    let code = EnvelopeCode(listed: value)
    if code == nil { document.report(.badValue, "expected a whole number or text", at: node) }
    return code
  }

  /// The cause of an event; older files do not contain it.
  private func cause(_ event: EventFields) -> Cause? {
    guard let node = event["cause"] else { return nil }
    let word = document.word(node, as: TraceFile.CauseWord.self)
    switch word {
    case .landing: return .landing
    case .flowDeadline: return .flowDeadline
    case .softDeadline: return .softDeadline
    case .cancellation: return .cancellation
    case nil: return nil
    case .step, .lane, .group, .deadline: break
    }
    guard let step = step(event.required("by")) else { return nil }
    switch word {
    case .step: return .step(step)
    case .lane: return .lane(step)
    case .group: return .group(step)
    default: return .deadline(step)
    }
  }

  private func kind(_ word: TraceFile.EventWord, _ event: EventFields) -> Trace.EventKind? {
    switch word {
    case .started: return .started
    case .cancelled: return .cancelled
    case .finished: return .finished
    case .offline: return .offline(domain: document.string(event["domain"]))
    case .online: return .online(domain: document.string(event["domain"]))
    case .signalled: return document.string(event.required("signal")).map { .signalled($0) }
    case .landed: return landing(event).map(Trace.EventKind.landed)
    default: break
    }
    guard let step = step(event.required("step")) else { return nil }
    switch word {
    case .queued: return .queued(step: step)
    case .stepStarted: return .stepStarted(step: step)
    case .waiting:
      let reason = document.word(event.required("reason"), as: WaitReason.self)
      let length = time(event.required("for"))
      guard let reason, let length else { return nil }
      return .waiting(step: step, reason, nanoseconds: length)
    case .stored: return document.string(event.required("cache")).map { .stored(step: step, cache: $0) }
    case .settled: return settlement(event).map { .settled(step: step, $0) }
    default: break
    }
    guard let attempt = count(event.required("attempt")) else { return nil }
    switch word {
    case .attemptStarted:
      let fallback = count(event["fallback"])
      return .attemptStarted(
        step: step, attempt: attempt, origin: fallback.map(AttemptOrigin.fallback) ?? .own)
    case .progressed:
      return count(event.required("percent")).map {
        .progressed(step: step, attempt: attempt, percent: min(100, $0))
      }
    case .attemptEnded: return end(event).map { .attemptEnded(step: step, attempt: attempt, $0) }
    case .abandoned: return .abandoned(step: step, attempt: attempt)
    case .abandonedEnded: return .abandonedEnded(step: step, attempt: attempt)
    case .lateWork: return .lateWork(step: step, attempt: attempt)
    default: return nil
    }
  }

  private func end(_ event: EventFields) -> Trace.AttemptEnd? {
    switch document.word(event.required("outcome"), as: TraceFile.OutcomeWord.self) {
    case .succeeded: .succeeded(result: document.string(event["name"]))
    case .refused: document.string(event.required("name")).map { .refused(failure: $0) }
    case .failed: document.word(event.required("error"), as: ErrorClass.self).map { .failed($0) }
    case .cut: .cut
    case .cancelled: .cancelled
    case nil: nil
    }
  }

  private func settlement(_ event: EventFields) -> Trace.Settlement? {
    guard let status = document.word(event.required("status"), as: Status.self) else { return nil }
    var settlement = Trace.Settlement(
      status, name: document.string(event["name"]),
      source: document.word(event["source"], as: Source.self))
    guard let skip = event["skip"] else { return settlement }
    switch document.word(skip, as: TraceFile.SkipWord.self) {
    case .need:
      let need = step(event.required("need"))
      let status = document.word(event.required("was"), as: Status.self)
      if let need, let status { settlement.reason = .need(step: need, status) }
    case .condition: settlement.reason = .condition
    case .group: settlement.reason = .group
    case nil: break
    }
    return settlement
  }

  private func landing(_ event: EventFields) -> Trace.Landing? {
    let page = document.string(event.required("page"))
    let rule = count(event.required("rule"))
    let notice = event["notice"].flatMap { self.notice($0) }
    guard let page, let rule else { return nil }
    var landing = Trace.Landing(
      page: page, rule: rule, notice: notice, isDegraded: document.bool(event["degraded"]) ?? false,
      isCancelled: document.bool(event["cancelled"]) ?? false)
    landing.ownTitle = document.string(event["title"])
    if let kind = event["kind"].flatMap({ document.word($0, as: Flow.Page.Kind.self) }) {
      landing.kind = kind
    }
    return landing
  }

  private func notice(_ node: Int) -> Flow.Notice? {
    guard let fields = document.fields(of: node, ["text", "style"]) else { return nil }
    let text = document.string(document.required("text", in: fields, "the notice"))
    let style = document.word(
      document.required("style", in: fields, "the notice"), as: Flow.Notice.Style.self)
    guard let text, let style else { return nil }
    return Flow.Notice(text, style: style)
  }
}

/// The keys of one event.
private struct EventFields {
  let fields: Fields
  let document: DocumentReader

  subscript(key: String) -> Int? { fields[key] }

  func required(_ key: String) -> Int? { document.required(key, in: fields, "the event") }
}
