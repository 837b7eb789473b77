import LaunchFlowAuthoring
import LaunchFlowTraces

extension Trace {
  /// Reads a trace file: the trace, or all of its problems.
  package static func read(_ source: SourceText) -> DocumentReading<Trace> {
    DocumentReading(source) { read($0) }
  }

  package static func read(_ json: JSONDocument) -> DocumentReading<Trace> {
    // Unknown keys are ignored: later versions may add some.
    let reader = DocumentReader(json, isOfTable: true)
    var trace = Trace(flow: "", deadline: 0, serialWorstCase: 0, steps: [])
    // In a newer format the keys may have other meanings.
    if reader.isReadableFormat(upTo: newestFormat), let file: TraceFile = Visitor(reader).object(nil),
      reader.diagnostics.isEmpty
    {
      trace = file.trace
      var content = TraceFileReader(reader)
      trace.steps = content.read(file.steps)
      trace.events = content.read(file.events)
    }
    return DocumentReading(trace, reader.diagnostics, json)
  }
}

/// Reads the content of a trace file. Every accepted trace can be drawn: referenced steps exist, groups come before their
/// members, and times never decrease.
struct TraceFileReader {
  private let reader: DocumentReader
  private var indices: [String: Int] = [:]

  /// A part of the file that cannot be read.
  private struct Flaw: Error {
    var code: DiagnosticCode
    var message: String
    var known: [String] = []
  }

  init(_ reader: DocumentReader) { self.reader = reader }

  mutating func read(_ steps: [TracedStep]) -> [Trace.Step] {
    for (index, step) in steps.enumerated() where indices[step.step.name] == nil {
      indices[step.step.name] = index
    }
    return read(steps, of: "steps") { index, entry throws(Flaw) in
      var step = entry.step
      guard indices[step.name] == index else {
        throw Flaw(code: .duplicateName, message: "the step \"\(step.name)\" is listed twice")
      }
      step.needs = try entry.needs.map { name throws(Flaw) in try self.step(name) }
      step.after = try entry.after.map { name throws(Flaw) in try self.step(name) }
      guard let group = try entry.group.map({ name throws(Flaw) in try self.step(name) }) else { return step }
      guard group < index, steps[group].step.kind == .group else {
        throw Flaw(code: .badValue, message: "a group must come before its members")
      }
      step.group = group
      return step
    }
  }

  func read(_ events: [TracedEvent]) -> [Trace.Event] {
    read(events, of: "events") { index, entry throws(Flaw) in
      guard index == 0 || events[index - 1].time <= entry.time else {
        throw Flaw(code: .badValue, message: "an event cannot come before the one above it")
      }
      var event = Trace.Event(at: entry.time, try kind(entry), by: try cause(entry))
      let code = try entry.code.map { value throws(Flaw) in try self.code(value) }
      let codes = AnswerCodes(status: entry.status, code: code, retryAfter: entry.retryAfter)
      event.codes = codes == AnswerCodes() ? nil : codes
      event.facts = entry.facts.compactMap(\.fact)
      return event
    }
  }

  /// Reads the elements of a list; the flaw of one is reported at its place.
  private func read<Entry, Element>(
    _ entries: [Entry], of key: String, _ read: (Int, Entry) throws(Flaw) -> Element
  ) -> [Element] {
    let json = reader.json
    let list = json.children(of: 0).first { json.key(of: $0) == key }
    return zip(entries.enumerated(), list.map { Array(json.children(of: $0)) } ?? []).compactMap {
      entry, node in
      do throws(Flaw) {
        return try read(entry.offset, entry.element)
      } catch {
        reader.report(error.code, error.message, at: node, known: error.known)
        return nil
      }
    }
  }

  private func step(_ name: String) throws(Flaw) -> Int {
    if let index = indices[name] { return index }
    throw Flaw(code: .unknownName, message: "there is no step \"\(name)\"", known: indices.keys.sorted())
  }

  private func need<Value>(_ value: Value?, _ key: String) throws(Flaw) -> Value {
    if let value { return value }
    throw Flaw(code: .missingKey, message: "the event has no \"\(key)\"")
  }
}

extension TraceFileReader {
  private func kind(_ entry: TracedEvent) throws(Flaw) -> Trace.EventKind {
    func step() throws(Flaw) -> Int { try self.step(need(entry.step, "step")) }
    func attempt() throws(Flaw) -> Int { try need(entry.attempt, "attempt") }
    switch entry.word {
    case .started: return .started
    case .cancelled: return .cancelled
    case .finished: return .finished
    case .offline: return .offline(domain: entry.domain)
    case .online: return .online(domain: entry.domain)
    case .signalled: return .signalled(try need(entry.signal, "signal"), result: entry.result)
    case .landed: return .landed(try landing(entry))
    case .queued: return .queued(step: try step())
    case .stepStarted: return .stepStarted(step: try step())
    case .waiting:
      return .waiting(
        step: try step(), try need(entry.reason, "reason"), nanoseconds: try need(entry.wait, "for"))
    case .stored: return .stored(step: try step(), cache: try need(entry.cache, "cache"))
    case .settled: return .settled(step: try step(), try settlement(entry))
    case .attemptStarted:
      let origin = entry.fallback.map(AttemptOrigin.fallback) ?? .own
      return .attemptStarted(step: try step(), attempt: try attempt(), origin: origin)
    case .progressed:
      let percent = min(100, try need(entry.percent, "percent"))
      return .progressed(step: try step(), attempt: try attempt(), percent: percent)
    case .attemptEnded: return .attemptEnded(step: try step(), attempt: try attempt(), try end(entry))
    case .abandoned: return .abandoned(step: try step(), attempt: try attempt())
    case .abandonedEnded: return .abandonedEnded(step: try step(), attempt: try attempt())
    case .lateWork: return .lateWork(step: try step(), attempt: try attempt())
    }
  }

  /// A recorded code is a text only if the flow lists that text.
  private func code(_ value: JSONValue) throws(Flaw) -> EnvelopeCode {
    if value == .string(EnvelopeCode.otherWord) { return .other }
    if let code = EnvelopeCode(listed: value) { return code }
    throw Flaw(code: .badValue, message: "\"code\" must be a whole number or text")
  }

  private func cause(_ entry: TracedEvent) throws(Flaw) -> Cause? {
    func step() throws(Flaw) -> Int { try self.step(need(entry.by, "by")) }
    switch entry.cause {
    case nil: return nil
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

  private func end(_ entry: TracedEvent) throws(Flaw) -> Trace.AttemptEnd {
    switch try need(entry.outcome, "outcome") {
    case .succeeded: .succeeded(result: entry.name)
    case .refused: .refused(failure: try need(entry.name, "name"))
    case .failed: .failed(try need(entry.error, "error"))
    case .cut: .cut
    case .cancelled: .cancelled
    }
  }

  private func settlement(_ entry: TracedEvent) throws(Flaw) -> Trace.Settlement {
    var settlement = Trace.Settlement(
      try need(entry.settled, "status"), name: entry.name, source: entry.source)
    switch entry.skip {
    case .need:
      settlement.reason = .need(step: try step(need(entry.need, "need")), try need(entry.was, "was"))
    case .condition: settlement.reason = .condition
    case .group: settlement.reason = .group
    case nil: break
    }
    return settlement
  }

  private func landing(_ entry: TracedEvent) throws(Flaw) -> Trace.Landing {
    var landing = Trace.Landing(
      page: try need(entry.page, "page"), rule: try need(entry.rule, "rule"), notice: entry.notice,
      isDegraded: entry.isDegraded, isCancelled: entry.isCancelled)
    (landing.ownTitle, landing.kind) = (entry.title, entry.kind)
    return landing
  }
}
