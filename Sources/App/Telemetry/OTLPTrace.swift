import LaunchFlowTraces

/// A run as spans, in the JSON encoding of the OpenTelemetry protocol (OTLP 1.x): a span for the launch, within it the
/// steps, within them the attempts.
///
/// The launch's span ends at the landing. The spans of steps and attempts that continue have their own ends. A span
/// contains names, times, classes and codes, never values.
package struct OTLPTrace: ~Copyable {
  /// Facts that a trace does not contain: the app, and the time of the run.
  package struct Origin: Hashable, Sendable {
    package var service: String
    package var version: String?
    /// The start of the run, in nanoseconds since 1970.
    package var start: Int64
    /// Distinguishes runs. The identifiers of spans are computed from it and from the run's names.
    package var identity: UInt64

    package init(service: String, version: String? = nil, start: Int64 = 0, identity: UInt64 = 0) {
      self.service = service
      self.version = version
      self.start = start
      self.identity = identity
    }
  }

  private let trace: Trace
  private let summary: TraceSummary
  private let origin: Origin
  private let critical: Set<Int>
  private var spans: [JSONValue] = []

  /// The whole file as one JSON value: an `ExportTraceServiceRequest`.
  package static func value(_ trace: Trace, _ origin: Origin? = nil) -> JSONValue {
    var identity = Hash()
    for text in [trace.flow, trace.scenario ?? "", trace.environment ?? ""] { identity.add(text) }
    identity.add(trace.seed ?? 0)
    identity.add(trace.run ?? 0)
    let origin = origin ?? Origin(service: trace.flow, identity: identity.value)
    var writer = OTLPTrace(trace, origin)
    writer.write()
    let resource: [(String, JSONValue?)] = [
      ("service.name", .string(origin.service)), ("service.version", origin.version.map(JSONValue.string)),
    ]
    return [
      "resourceSpans": [
        [
          "resource": ["attributes": attributes(resource)],
          "scopeSpans": [["scope": ["name": "launchflow"], "spans": .array(writer.spans)]],
        ]
      ]
    ]
  }

  private init(_ trace: Trace, _ origin: Origin) {
    self.trace = trace
    self.origin = origin
    summary = TraceSummary(trace)
    critical = Set(summary.criticalPath)
  }

  private mutating func write() {
    writeLaunch()
    for (index, past) in summary.steps.enumerated() where past.start != nil {
      writeStep(index, past)
      for attempt in past.attempts { write(attempt, of: index) }
    }
  }

  private mutating func writeLaunch() {
    let landing = summary.landing
    span(
      trace.flow, id(0, 0), parent: nil, 0, summary.landedAt ?? summary.end, .internal,
      [
        ("launchflow.page", landing.map { .string($0.page) }),
        ("launchflow.degraded", landing.map { .bool($0.isDegraded) }),
        ("launchflow.cancelled", landing.map { .bool($0.isCancelled) }),
        ("launchflow.deadline_ms", .integer(trace.deadline / 1_000_000)),
        ("launchflow.scenario", trace.scenario.map(JSONValue.string)),
        ("deployment.environment.name", trace.environment.map(JSONValue.string)),
      ], error: landing == nil ? "not landed" : nil, events: launchEvents)
  }

  private var launchEvents: [JSONValue] {
    trace.events.compactMap { event in
      switch event.kind {
      case .cancelled: self.event("cancelled", event.time)
      case .offline(let domain):
        self.event("offline", event.time, [("launchflow.domain", domain.map(JSONValue.string))])
      case .online(let domain):
        self.event("online", event.time, [("launchflow.domain", domain.map(JSONValue.string))])
      case .settled(let step, let settlement) where settlement.status == .skipped:
        self.event("skipped", event.time, [("launchflow.step", .string(trace.steps[step].name))])
      default: nil
      }
    }
  }

  private mutating func writeStep(_ index: Int, _ past: TraceSummary.Step) {
    let step = trace.steps[index]
    let status = past.settlement?.status
    let hasFailed = status == .failed || status == .timedOut
    span(
      step.name, id(1, index), parent: step.group.map { id(1, $0) } ?? id(0, 0), past.start ?? 0,
      past.end ?? summary.end, .internal,
      [
        ("launchflow.kind", .string(step.kind.rawValue)),
        ("launchflow.status", status.map { .string($0.rawValue) }),
        ("launchflow.result", past.settlement?.name.map(JSONValue.string)),
        ("launchflow.source", (past.settlement?.source).map { .string($0.rawValue) }),
        ("launchflow.lane", step.lane.map(JSONValue.string)),
        ("launchflow.critical", .bool(critical.contains(index))),
      ], error: hasFailed ? status?.rawValue : nil)
  }

  private mutating func write(_ attempt: TraceSummary.Attempt, of index: Int) {
    let error = attempt.error ?? (attempt.outcome == .cut ? "cut" : nil)
    span(
      "\(trace.steps[index].name) attempt \(attempt.number)", id(2 + attempt.number, index),
      parent: id(1, index),
      attempt.start, attempt.end ?? summary.end, trace.steps[index].kind == .http ? .client : .internal,
      [
        ("launchflow.attempt", .integer(Int64(attempt.number))),
        ("launchflow.outcome", attempt.outcomeWord.map(JSONValue.string)),
        ("launchflow.fallback", attempt.origin == .own ? nil : .bool(true)),
        ("launchflow.abandoned", attempt.isAbandoned ? .bool(true) : nil),
        ("error.type", error.map(JSONValue.string)),
        ("http.response.status_code", attempt.codes?.status.map { .integer(Int64($0)) }),
        ("launchflow.code", attempt.codes?.code?.value),
      ], error: error)
  }
}

extension OTLPTrace {
  private enum Kind: Int64 {
    case `internal` = 1
    case client = 3
  }

  private mutating func span(
    _ name: String, _ id: String, parent: String?, _ start: Int64, _ end: Int64, _ kind: Kind,
    _ attributes: [(String, JSONValue?)], error: String?, events: [JSONValue] = []
  ) {
    var members: [JSONObject.Member] = [
      .init(name: "traceId", value: .string(traceID)), .init(name: "spanId", value: .string(id)),
    ]
    if let parent { members.append(.init(name: "parentSpanId", value: .string(parent))) }
    members += [
      .init(name: "name", value: .string(name)), .init(name: "kind", value: .integer(kind.rawValue)),
      .init(name: "startTimeUnixNano", value: time(start)),
      .init(name: "endTimeUnixNano", value: time(max(start, end))),
      .init(name: "attributes", value: Self.attributes(attributes)),
    ]
    if !events.isEmpty { members.append(.init(name: "events", value: .array(events))) }
    members.append(
      .init(name: "status", value: error.map { ["code": 2, "message": .string($0)] } ?? [:]))
    spans.append(.object(JSONObject(members)))
  }

  private func event(_ name: String, _ at: Int64, _ attributes: [(String, JSONValue?)] = []) -> JSONValue {
    ["timeUnixNano": time(at), "name": .string(name), "attributes": Self.attributes(attributes)]
  }

  /// Whole numbers of 64 bits are text in this encoding.
  private func time(_ nanoseconds: Int64) -> JSONValue {
    let (sum, overflow) = origin.start.addingReportingOverflow(nanoseconds)
    return .string(String(overflow ? .max : max(0, sum)))
  }

  private static func attributes(_ attributes: [(String, JSONValue?)]) -> JSONValue {
    .array(
      attributes.compactMap { name, value in
        let typed: JSONValue? =
          switch value {
          case .string(let text): ["stringValue": .string(text)]
          case .bool(let bool): ["boolValue": .bool(bool)]
          case .integer(let number): ["intValue": .string(String(number))]
          case .double(let number): ["doubleValue": .double(number)]
          case .array, .object, .null, nil: nil
          }
        return typed.map { ["key": .string(name), "value": $0] }
      })
  }

  private var traceID: String {
    var hash = Hash(origin.identity)
    hash.add(origin.start < 0 ? 0 : UInt64(origin.start))
    let high = hash.digits
    hash.add(1)
    return high + hash.digits
  }

  private func id(_ part: Int, _ step: Int) -> String {
    var hash = Hash(origin.identity)
    hash.add(origin.start < 0 ? 0 : UInt64(origin.start))
    hash.add(UInt64(part) << 32 | UInt64(step))
    return hash.digits
  }

  /// The 64-bit FNV-1a hash: the same in every process.
  private struct Hash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ seed: UInt64? = nil) {
      if let seed { add(seed) }
    }

    mutating func add(_ text: String) {
      for byte in text.utf8 { add(byte) }
      add(0xFF as UInt8)
    }

    mutating func add(_ number: UInt64) {
      for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    /// 16 hexadecimal digits, which are not all zeros.
    var digits: String {
      let digits = String(max(1, value), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
  }
}
