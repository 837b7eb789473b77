import LaunchFlowTraces

/// A run in the trace-event format, for the Perfetto UI and chrome://tracing: a track for each step, with
/// nested attempts, and arrows from the event that released a step to its start.
///
/// Times are microseconds with fractions, as the format requires. Slices of one track are nested or disjoint.
package struct PerfettoTrace {
  private let trace: Trace
  private let summary: TraceSummary
  private let titles: StepTitles
  private var events: [JSONValue] = []
  private var nextArrow: Int64 = 1
  private let critical: Set<Int>
  private let drawn: DrawnSteps

  /// The whole file as one JSON value. The tracks are those of the steps that pictures draw.
  package static func value(_ trace: Trace) -> JSONValue {
    var writer = PerfettoTrace(trace)
    writer.write()
    return [
      "displayTimeUnit": "ms", "traceEvents": .array(writer.events),
      "otherData": [
        "flow": .string(trace.flow), "scenario": TraceJSON.string(trace.scenario),
        "seed": TraceJSON.seed(trace.seed),
      ],
    ]
  }

  private init(_ trace: Trace) {
    self.trace = trace
    summary = TraceSummary(trace)
    titles = StepTitles(trace)
    critical = Set(summary.criticalPath)
    drawn = DrawnSteps(trace, summary)
  }

  /// The run's track; then those of the steps and of their abandoned handlers.
  private static let runTrack = 1
  private func track(of step: Int) -> Int { 2 + 2 * step }
  private func abandonedTrack(of step: Int) -> Int { 3 + 2 * step }

  private mutating func write() {
    name("process_name", trace.title, track: Self.runTrack)
    name("thread_name", "run", track: Self.runTrack)
    writeRun()
    if let rest = drawn.rest { instant(rest, Self.runTrack, 0) }
    for index in drawn.steps { writeStep(index) }
  }

  private mutating func writeRun() {
    let end = summary.landedAt ?? summary.end
    slice(
      trace.scenario ?? trace.title, "run", Self.runTrack, 0, end,
      ["serialWork": .integer(summary.serialWork), "serialWorstCase": .integer(trace.serialWorstCase)])
    if let landing = summary.landing, let landedAt = summary.landedAt {
      instant("landed on \(landing.title)", Self.runTrack, landedAt, isGlobal: true)
    }
    instant("deadline", Self.runTrack, max(0, trace.deadline), isGlobal: true)
    if let cancelledAt = summary.cancelledAt {
      instant("cancelled", Self.runTrack, cancelledAt, isGlobal: true)
    }
    for event in trace.events {
      switch event.kind {
      case .offline(let domain):
        instant(domain.map { "\($0) offline" } ?? "offline", Self.runTrack, event.time)
      case .signalled(let name, _): instant("signal \(name)", Self.runTrack, event.time)
      case .online(let domain): instant(domain.map { "\($0) online" } ?? "online", Self.runTrack, event.time)
      default: continue
      }
    }
  }

  private mutating func writeStep(_ index: Int) {
    let step = trace.steps[index]
    let past = summary.steps[index]
    let track = track(of: index)
    let group =
      step.group.flatMap { trace.steps.indices.contains($0) ? titles.step($0) + " / " : nil } ?? ""
    name("thread_name", group + titles.step(index), track: track)
    if let queued = past.queued {
      slice("queued", "wait", track, queued, past.start ?? past.end ?? summary.end)
    }
    guard let start = past.start else {
      if let end = past.end { instant(past.settlement?.status.rawValue ?? "", track, end) }
      return
    }
    let end = past.end ?? summary.end
    slice(titles.step(index), step.kind.rawValue, track, start, end, about(index))
    for attempt in past.attempts { write(attempt, of: index, until: end) }
    for wait in past.waits where min(wait.end, end) > wait.start {
      let name =
        switch wait.reason {
        case .retry, .retryAfter: "backoff"
        case .poll: "poll wait"
        case .wait: "await"
        }
      slice(name, "wait", track, wait.start, min(wait.end, end))
    }
    if past.endCause == .softDeadline { instant("useFallbackAfter", track, end) }
    if past.settlement?.status == .recovered {
      instant("fallback: \(past.settlement?.source?.rawValue ?? "")", track, end)
    }
    if let from = past.startedBy, drawn.steps.contains(from) { arrow(from: from, to: index) }
  }

  private mutating func write(_ attempt: TraceSummary.Attempt, of index: Int, until settled: Int64) {
    let end = attempt.end ?? summary.end
    let title = attempt.origin == .own ? "attempt \(attempt.number)" : "fallback request \(attempt.number)"
    let about: JSONValue = [
      "outcome": TraceJSON.string(attempt.outcomeWord), "error": TraceJSON.string(attempt.error),
      "http": TraceJSON.integer(attempt.codes?.status.map(Int64.init)),
      "code": attempt.codes?.code?.value ?? .null,
    ]
    // Slices of one track must not overlap.
    let own = attempt.isBeside ? abandonedTrack(of: index) : track(of: index)
    if attempt.isBeside { name("thread_name", "\(titles.step(index)), beside", track: own) }
    slice(title, "attempt", own, attempt.start, min(end, settled), about)
    if end > settled {
      slice("\(title), late", "late", track(of: index), max(settled, attempt.start), end, about)
    }
    if attempt.outcome.map({ $0 == .failed(.timeout) || $0 == .cut }) ?? false {
      instant("time-out", track(of: index), end)
    }
    guard attempt.isAbandoned else { return }
    let abandoned = abandonedTrack(of: index)
    name("thread_name", "\(titles.step(index)), abandoned", track: abandoned)
    slice("\(title), abandoned", "abandoned", abandoned, end, max(end, attempt.abandonedEnd ?? summary.end))
  }

  private func about(_ index: Int) -> JSONValue {
    let past = summary.steps[index]
    return [
      "status": TraceJSON.string(past.settlement?.status.rawValue),
      "result": TraceJSON.string(past.settlement?.name),
      "source": TraceJSON.string(past.settlement?.source?.rawValue),
      "lane": TraceJSON.string(trace.steps[index].lane),
      "critical": .bool(critical.contains(index)),
      "stored": TraceJSON.string(past.storedTo),
    ]
  }
}

extension PerfettoTrace {
  /// Microseconds; the shortest decimal is exact up to some hundred days.
  private static func microseconds(_ nanoseconds: Int64) -> JSONValue { .number(Double(nanoseconds) / 1000) }

  private mutating func name(_ kind: String, _ name: String, track: Int) {
    add(kind, "M", track, args: ["name": .string(name)])
    guard kind == "thread_name" else { return }
    add("thread_sort_index", "M", track, args: ["sort_index": .integer(Int64(track))])
  }

  private mutating func slice(
    _ name: String, _ category: String, _ track: Int, _ start: Int64, _ end: Int64, _ about: JSONValue? = nil
  ) {
    add(name, "X", track, category, at: start, for: max(0, end - start), args: about ?? .null)
  }

  private mutating func instant(_ name: String, _ track: Int, _ time: Int64, isGlobal: Bool = false) {
    add(name, "i", track, "mark", at: time, scope: isGlobal ? "g" : "t")
  }

  /// An arrow binds to the slices that enclose its two times, so it leaves just before its slice ends.
  private mutating func arrow(from: Int, to: Int) {
    guard let start = summary.steps[from].start, let end = summary.steps[from].end,
      let arrival = summary.steps[to].start
    else { return }
    let leaves = min(arrival, max(start, end - 1))
    let id = JSONValue.integer(nextArrow)
    add("waits for", "s", track(of: from), "order", id: id, at: leaves)
    add("waits for", "f", track(of: to), "order", id: id, at: arrival, binding: "e")
    nextArrow += 1
  }

  private mutating func add(
    _ name: String, _ phase: String, _ track: Int, _ category: String? = nil, id: JSONValue = .null,
    at time: Int64? = nil, for duration: Int64? = nil, scope: String? = nil, binding: String? = nil,
    args: JSONValue = .null
  ) {
    let event: JSONValue = [
      "name": .string(name), "cat": TraceJSON.string(category), "ph": .string(phase), "id": id, "pid": 1,
      "tid": .integer(Int64(track)), "ts": time.map(Self.microseconds) ?? .null,
      "dur": duration.map(Self.microseconds) ?? .null, "s": TraceJSON.string(scope),
      "bp": TraceJSON.string(binding), "args": args,
    ]
    events.append(event.droppingNulls())
  }
}
