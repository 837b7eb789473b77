import LaunchFlowMachine

extension Trace {
  /// The version of the trace file's format that this build writes.
  package static let newestFormat = 1

  /// The trace as the text of a file, which `launchflow show` draws. It contains names, times in nanoseconds, classes
  /// and codes, never values.
  public var fileText: String {
    var text = "{\n"
    for member in TraceFile.head(self) {
      text += "  " + JSONValue.string(member.name).text() + ": " + member.value.text() + ",\n"
    }
    text += TraceFile.list("steps", steps.map { TraceFile.value($0, in: self) }) + ",\n"
    text += TraceFile.list("events", events.map { TraceFile.value($0, in: self) }) + "\n}\n"
    return text
  }
}

/// The parts of a trace file. Steps are given by their names, and members without a value are left out.
package enum TraceFile {
  package enum EventWord: String, CaseIterable {
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

  package enum OutcomeWord: String, CaseIterable {
    case succeeded, refused, failed, cut, cancelled
  }

  /// The word for a cause; `by` names its step or group.
  package enum CauseWord: String, CaseIterable {
    case step, lane, group, landing, deadline
    case softDeadline = "soft-deadline"
    case flowDeadline = "flow-deadline"
    case cancellation
  }

  package enum SkipWord: String, CaseIterable {
    case need, condition, group
  }

  /// A list with one element on each line, so that two files can be compared line by line.
  static func list(_ key: String, _ elements: [JSONValue]) -> String {
    guard !elements.isEmpty else { return "  \"\(key)\": []" }
    return "  \"\(key)\": [\n" + elements.map { "    " + $0.text() }.joined(separator: ",\n") + "\n  ]"
  }

  static func head(_ trace: Trace) -> [JSONObject.Member] {
    var members = Members()
    members.add("trace", .string(trace.flow))
    members.add("title", trace.ownTitle.map(JSONValue.string))
    members.add("format", .integer(Int64(Trace.newestFormat)))
    members.add("version", trace.version.map(JSONValue.string))
    members.add("scenario", trace.scenario.map(JSONValue.string))
    members.add("seed", trace.seed.map(number))
    members.add("run", trace.run.map(number))
    members.add("environment", trace.environment.map(JSONValue.string))
    members.add("deadline", .integer(trace.deadline))
    members.add("serialWorstCase", .integer(trace.serialWorstCase))
    return members.list
  }

  /// A number; one of more than 63 bits is text, so that no digit is lost.
  private static func number(_ value: UInt64) -> JSONValue {
    Int64(exactly: value).map(JSONValue.integer) ?? .string(String(value))
  }

  static func value(_ step: Trace.Step, in trace: Trace) -> JSONValue {
    var members = Members()
    members.add("name", .string(step.name))
    members.add("title", step.ownTitle.map(JSONValue.string))
    members.add("kind", .string(step.kind.rawValue))
    members.add("group", step.group.map { name($0, in: trace) })
    members.add("needs", names(step.needs, in: trace))
    members.add("after", names(step.after, in: trace))
    if step.isTail { members.add("tail", .bool(true)) }
    members.add("lane", step.lane.map(JSONValue.string))
    members.add("timeout", step.timeout.map(JSONValue.integer))
    members.add("deadline", step.deadline.map(JSONValue.integer))
    return members.value
  }

  private static func name(_ step: Int, in trace: Trace) -> JSONValue {
    .string(trace.steps.indices.contains(step) ? trace.steps[step].name : "")
  }

  private static func names(_ steps: [Int], in trace: Trace) -> JSONValue? {
    steps.isEmpty ? nil : .array(steps.map { name($0, in: trace) })
  }
}

extension TraceFile {
  static func value(_ event: Trace.Event, in trace: Trace) -> JSONValue {
    var members = Members()
    members.add("at", .integer(event.time))
    func tell(_ word: EventWord, _ step: Int? = nil, attempt: Int? = nil) {
      members.add("event", .string(word.rawValue))
      members.add("step", step.map { name($0, in: trace) })
      members.add("attempt", attempt.map { .integer(Int64($0)) })
    }
    switch event.kind {
    case .started:
      tell(.started)
      if !event.facts.isEmpty {
        members.add("facts", .array(event.facts.map { Visitor.json(of: RecordedFact($0)) }))
      }
    case .queued(let step): tell(.queued, step)
    case .stepStarted(let step): tell(.stepStarted, step)
    case .attemptStarted(let step, let attempt, let origin):
      tell(.attemptStarted, step, attempt: attempt)
      if case .fallback(let index) = origin { members.add("fallback", .integer(Int64(index))) }
    case .progressed(let step, let attempt, let percent):
      tell(.progressed, step, attempt: attempt)
      members.add("percent", .integer(Int64(percent)))
    case .attemptEnded(let step, let attempt, let end):
      tell(.attemptEnded, step, attempt: attempt)
      add(end, to: &members)
      members.add("http", event.codes?.status.map { .integer(Int64($0)) })
      members.add("code", event.codes?.code?.value)
      members.add("retryAfter", event.codes?.retryAfter.map(JSONValue.integer))
    case .abandoned(let step, let attempt): tell(.abandoned, step, attempt: attempt)
    case .abandonedEnded(let step, let attempt): tell(.abandonedEnded, step, attempt: attempt)
    case .waiting(let step, let reason, let nanoseconds):
      tell(.waiting, step)
      members.add("reason", .string(reason.rawValue))
      members.add("for", .integer(nanoseconds))
    case .lateWork(let step, let attempt): tell(.lateWork, step, attempt: attempt)
    case .stored(let step, let cache):
      tell(.stored, step)
      members.add("cache", .string(cache))
    case .settled(let step, let settlement):
      tell(.settled, step)
      add(settlement, to: &members, trace)
    case .offline(let domain):
      tell(.offline)
      members.add("domain", domain.map(JSONValue.string))
    case .online(let domain):
      tell(.online)
      members.add("domain", domain.map(JSONValue.string))
    case .signalled(let name, let result):
      tell(.signalled)
      members.add("signal", .string(name))
      members.add("result", result.map(JSONValue.string))
    case .cancelled: tell(.cancelled)
    case .landed(let landing):
      tell(.landed)
      add(landing, to: &members)
    case .finished: tell(.finished)
    }
    if let cause = event.cause { add(cause, to: &members, trace) }
    return members.value
  }

  private static func add(_ cause: Cause, to members: inout Members, _ trace: Trace) {
    func tell(_ word: CauseWord, _ step: Int? = nil) {
      members.add("cause", .string(word.rawValue))
      members.add("by", step.map { name($0, in: trace) })
    }
    switch cause {
    case .step(let step): tell(.step, step)
    case .lane(let holder): tell(.lane, holder)
    case .group(let group): tell(.group, group)
    case .landing: tell(.landing)
    case .softDeadline: tell(.softDeadline)
    case .deadline(let owner): tell(.deadline, owner)
    case .flowDeadline: tell(.flowDeadline)
    case .cancellation: tell(.cancellation)
    }
  }

  private static func add(_ end: Trace.AttemptEnd, to members: inout Members) {
    members.add("outcome", .string(end.word))
    switch end {
    case .succeeded(let result): members.add("name", result.map(JSONValue.string))
    case .refused(let failure): members.add("name", .string(failure))
    case .failed(let errorClass): members.add("error", .string(errorClass.rawValue))
    case .cut, .cancelled: break
    }
  }

  private static func add(_ settlement: Trace.Settlement, to members: inout Members, _ trace: Trace) {
    members.add("status", .string(settlement.status.rawValue))
    members.add("name", settlement.name.map(JSONValue.string))
    members.add("source", settlement.source.map { .string($0.rawValue) })
    switch settlement.reason {
    case .need(let need, let status):
      members.add("skip", .string(SkipWord.need.rawValue))
      members.add("need", name(need, in: trace))
      members.add("was", .string(status.rawValue))
    case .condition: members.add("skip", .string(SkipWord.condition.rawValue))
    case .group: members.add("skip", .string(SkipWord.group.rawValue))
    case nil: break
    }
  }

  private static func add(_ landing: Trace.Landing, to members: inout Members) {
    members.add("page", .string(landing.page))
    members.add("title", landing.ownTitle.map(JSONValue.string))
    if landing.kind != .normal { members.add("kind", .string(landing.kind.rawValue)) }
    members.add("rule", .integer(Int64(landing.rule)))
    members.add(
      "notice", landing.notice.map { ["text": .string($0.text), "style": .string($0.style.rawValue)] })
    if landing.isDegraded { members.add("degraded", .bool(true)) }
    if landing.isCancelled { members.add("cancelled", .bool(true)) }
  }

  struct Members {
    private(set) var list: [JSONObject.Member] = []

    // Inlined, it makes an app larger.
    @inline(never)
    mutating func add(_ name: String, _ value: JSONValue?) {
      if let value { list.append(JSONObject.Member(name: name, value: value)) }
    }

    var value: JSONValue { .object(JSONObject(list)) }
  }
}
