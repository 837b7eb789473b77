extension Trace {
  /// The version of the trace file's format that this build writes.
  package static let newestFormat = 1

  /// The trace as the text of a file, which `launchflow show` draws. It contains names, times in nanoseconds, classes
  /// and codes, never values.
  public var fileText: String {
    var text = "{\n"
    for member in TraceFile.head(self).members {
      text += "  " + JSONValue.string(member.name).text() + ": " + member.value.text() + ",\n"
    }
    text += TraceFile.list("steps", steps.map { TraceFile.value($0, in: self) }) + ",\n"
    text += TraceFile.list("events", events.map { TraceFile.value($0, in: self) }) + "\n}\n"
    return text
  }
}

/// The parts of a trace file. Steps are given by their names, and members without a value are left out.
private enum TraceFile {
  /// A list with one element on each line, so that two files can be compared line by line.
  static func list(_ key: String, _ elements: [JSONValue]) -> String {
    guard !elements.isEmpty else { return "  \"\(key)\": []" }
    return "  \"\(key)\": [\n" + elements.map { "    " + $0.text() }.joined(separator: ",\n") + "\n  ]"
  }

  static func head(_ trace: Trace) -> JSONObject {
    var head = JSONObject()
    head.add("trace", trace.flow)
    head.add("title", trace.ownTitle)
    head.add("format", Trace.newestFormat)
    head.add("version", trace.version)
    head.add("scenario", trace.scenario)
    head.add("seed", trace.seed.map(JSONValue.unsigned))
    head.add("run", trace.run.map(JSONValue.unsigned))
    head.add("environment", trace.environment)
    head.add("deadline", trace.deadline)
    head.add("serialWorstCase", trace.serialWorstCase)
    return head
  }

  static func value(_ step: Trace.Step, in trace: Trace) -> JSONValue {
    var members = JSONObject()
    members.add("name", step.name)
    members.add("title", step.ownTitle)
    members.add("kind", step.kind.rawValue)
    members.add("group", step.group.map { name($0, in: trace) })
    members.add("needs", names(step.needs, in: trace))
    members.add("after", names(step.after, in: trace))
    if step.isTail { members.add("tail", .bool(true)) }
    members.add("lane", step.lane)
    members.add("timeout", step.timeout)
    members.add("deadline", step.deadline)
    return .object(members)
  }

  private static func name(_ step: Int, in trace: Trace) -> String {
    trace.steps.indices.contains(step) ? trace.steps[step].name : ""
  }

  private static func names(_ steps: [Int], in trace: Trace) -> JSONValue? {
    steps.isEmpty ? nil : .array(steps.map { .string(name($0, in: trace)) })
  }
}

extension TraceFile {
  static func value(_ event: Trace.Event, in trace: Trace) -> JSONValue {
    var members = JSONObject()
    members.add("at", event.time)
    func tell(_ word: String, _ step: Int? = nil, attempt: Int? = nil) {
      members.add("event", word)
      members.add("step", step.map { name($0, in: trace) })
      members.add("attempt", attempt)
    }
    switch event.kind {
    case .started:
      tell("started")
      if !event.facts.isEmpty {
        members.add("facts", .array(event.facts.map { Visitor.json(of: RecordedFact($0)) }))
      }
    case .queued(let step): tell("queued", step)
    case .stepStarted(let step): tell("step-started", step)
    case .attemptStarted(let step, let attempt, let origin):
      tell("attempt-started", step, attempt: attempt)
      if case .fallback(let index) = origin { members.add("fallback", index) }
    case .progressed(let step, let attempt, let percent):
      tell("progressed", step, attempt: attempt)
      members.add("percent", percent)
    case .attemptEnded(let step, let attempt, let end):
      tell("attempt-ended", step, attempt: attempt)
      add(end, to: &members)
      members.add("http", event.codes?.status)
      members.add("code", event.codes?.code?.value)
      members.add("retryAfter", event.codes?.retryAfter)
    case .abandoned(let step, let attempt): tell("abandoned", step, attempt: attempt)
    case .abandonedEnded(let step, let attempt): tell("abandoned-ended", step, attempt: attempt)
    case .waiting(let step, let reason, let nanoseconds):
      tell("waiting", step)
      members.add("reason", reason.rawValue)
      members.add("for", nanoseconds)
    case .lateWork(let step, let attempt): tell("late-work", step, attempt: attempt)
    case .stored(let step, let cache):
      tell("stored", step)
      members.add("cache", cache)
    case .settled(let step, let settlement):
      tell("settled", step)
      add(settlement, to: &members, trace)
    case .offline(let domain):
      tell("offline")
      members.add("domain", domain)
    case .online(let domain):
      tell("online")
      members.add("domain", domain)
    case .signalled(let name, let result):
      tell("signal")
      members.add("signal", name)
      members.add("result", result)
    case .cancelled: tell("cancelled")
    case .landed(let landing):
      tell("landed")
      add(landing, to: &members)
    case .finished: tell("finished")
    }
    if let cause = event.cause { add(cause, to: &members, trace) }
    return .object(members)
  }

  private static func add(_ cause: Cause, to members: inout JSONObject, _ trace: Trace) {
    func tell(_ word: String, _ step: Int? = nil) {
      members.add("cause", word)
      members.add("by", step.map { name($0, in: trace) })
    }
    switch cause {
    case .step(let step): tell("step", step)
    case .lane(let holder): tell("lane", holder)
    case .group(let group): tell("group", group)
    case .landing: tell("landing")
    case .softDeadline: tell("soft-deadline")
    case .deadline(let owner): tell("deadline", owner)
    case .flowDeadline: tell("flow-deadline")
    case .cancellation: tell("cancellation")
    }
  }

  private static func add(_ end: Trace.AttemptEnd, to members: inout JSONObject) {
    members.add("outcome", end.word)
    switch end {
    case .succeeded(let result): members.add("name", result)
    case .refused(let failure): members.add("name", failure)
    case .failed(let errorClass): members.add("error", errorClass.rawValue)
    case .cut, .cancelled: break
    }
  }

  private static func add(_ settlement: Trace.Settlement, to members: inout JSONObject, _ trace: Trace) {
    members.add("status", settlement.status.rawValue)
    members.add("name", settlement.name)
    members.add("source", settlement.source?.rawValue)
    switch settlement.reason {
    case .need(let need, let status):
      members.add("skip", "need")
      members.add("need", name(need, in: trace))
      members.add("was", status.rawValue)
    case .condition: members.add("skip", "condition")
    case .group: members.add("skip", "group")
    case nil: break
    }
  }

  private static func add(_ landing: Trace.Landing, to members: inout JSONObject) {
    members.add("page", landing.page)
    members.add("title", landing.ownTitle)
    if landing.kind != .normal { members.add("kind", landing.kind.rawValue) }
    members.add("rule", landing.rule)
    if let notice = landing.notice {
      members.add("notice", ["text": .string(notice.text), "style": .string(notice.style.rawValue)])
    }
    if landing.isDegraded { members.add("degraded", .bool(true)) }
    if landing.isCancelled { members.add("cancelled", .bool(true)) }
  }
}

extension JSONValue {
  /// A number; one of more than 63 bits is text, so that no digit is lost.
  package static func unsigned(_ number: UInt64) -> JSONValue {
    Int64(exactly: number).map(JSONValue.integer) ?? .string(String(number))
  }
}

// Inlined, these make an app larger.
extension JSONObject {
  @inline(never)
  package mutating func add(_ name: String, _ text: String?) { add(name, text.map(JSONValue.string)) }

  @inline(never)
  package mutating func add(_ name: String, _ number: Int64?) { add(name, number.map(JSONValue.integer)) }

  @inline(never)
  package mutating func add(_ name: String, _ number: Int?) { add(name, number.map { Int64($0) }) }
}
