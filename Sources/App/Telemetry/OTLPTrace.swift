/// A run as spans, in the JSON encoding of the OpenTelemetry protocol (OTLP 1.x): a span for the launch, within it the
/// steps, within them the attempts.
///
/// The launch's span ends at the landing. The spans of steps and attempts that continue have their own ends. A span
/// contains names, times, classes and codes, never values.
package struct OTLPTrace: ~Copyable {
  /// Facts that a trace does not contain: the app, and the time of the run.
  package struct Origin: Sendable {
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

  private let summary: TraceSummary
  private var trace: Trace { summary.trace }
  private let origin: Origin
  /// By step: whether the landing waited for it.
  private let isCritical: [Bool]
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
    var resource = JSONObject()
    resource.add("service.name", origin.service)
    resource.add("service.version", origin.version)
    return [
      "resourceSpans": [
        [
          "resource": ["attributes": list(resource)],
          "scopeSpans": [["scope": ["name": "launchflow"], "spans": .array(writer.spans)]],
        ]
      ]
    ]
  }

  private init(_ trace: Trace, _ origin: Origin) {
    self.origin = origin
    summary = TraceSummary(trace)
    var isCritical = Array(repeating: false, count: trace.steps.count)
    for step in summary.criticalPath { isCritical[step] = true }
    self.isCritical = isCritical
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
    var attributes = JSONObject()
    attributes.add("launchflow.page", landing?.page)
    attributes.add("launchflow.degraded", landing.map { .bool($0.isDegraded) })
    attributes.add("launchflow.cancelled", landing.map { .bool($0.isCancelled) })
    attributes.add("launchflow.deadline_ms", trace.deadline / 1_000_000)
    attributes.add("launchflow.scenario", trace.scenario)
    attributes.add("deployment.environment.name", trace.environment)
    span(
      trace.flow, id(0, 0), parent: nil, 0, summary.landedAt ?? summary.end, .internal, attributes,
      error: landing == nil ? "not landed" : nil, events: launchEvents)
  }

  private var launchEvents: [JSONValue] {
    trace.events.compactMap { event in
      switch event.kind {
      case .cancelled: self.event("cancelled", event.time)
      case .offline(let domain): self.event("offline", event.time, "launchflow.domain", domain)
      case .online(let domain): self.event("online", event.time, "launchflow.domain", domain)
      case .settled(let step, let settlement) where settlement.status == .skipped:
        self.event("skipped", event.time, "launchflow.step", trace.steps[step].name)
      default: nil
      }
    }
  }

  private mutating func writeStep(_ index: Int, _ past: TraceSummary.Step) {
    let step = trace.steps[index]
    let status = past.settlement?.status
    let hasFailed = status == .failed || status == .timedOut
    var attributes = JSONObject()
    attributes.add("launchflow.kind", step.kind.rawValue)
    attributes.add("launchflow.status", status?.rawValue)
    attributes.add("launchflow.result", past.settlement?.name)
    attributes.add("launchflow.source", past.settlement?.source?.rawValue)
    attributes.add("launchflow.lane", step.lane)
    attributes.add("launchflow.critical", .bool(isCritical[index]))
    span(
      step.name, id(1, index), parent: step.group.map { id(1, $0) } ?? id(0, 0), past.start ?? 0,
      past.end ?? summary.end, .internal, attributes, error: hasFailed ? status?.rawValue : nil)
  }

  private mutating func write(_ attempt: TraceSummary.Attempt, of index: Int) {
    let error = attempt.error ?? (attempt.outcome == .cut ? "cut" : nil)
    var attributes = JSONObject()
    attributes.add("launchflow.attempt", attempt.number)
    attributes.add("launchflow.outcome", attempt.outcomeWord)
    if attempt.origin != .own { attributes.add("launchflow.fallback", .bool(true)) }
    if attempt.isAbandoned { attributes.add("launchflow.abandoned", .bool(true)) }
    attributes.add("error.type", error)
    attributes.add("http.response.status_code", attempt.codes?.status)
    attributes.add("launchflow.code", attempt.codes?.code?.value)
    span(
      "\(trace.steps[index].name) attempt \(attempt.number)", id(2 + attempt.number, index),
      parent: id(1, index), attempt.start, attempt.end ?? summary.end,
      trace.steps[index].kind == .http ? .client : .internal, attributes, error: error)
  }
}

extension OTLPTrace {
  private enum Kind: Int64 {
    case `internal` = 1
    case client = 3
  }

  /// Attributes, each with the type of its value. Whole numbers of 64 bits are text in this encoding.
  private static func list(_ attributes: JSONObject) -> JSONValue {
    .array(
      attributes.members.map { member in
        let value: JSONValue =
          switch member.value {
          case .integer(let number): ["intValue": .string(String(number))]
          case .bool: ["boolValue": member.value]
          default: ["stringValue": member.value]
          }
        return ["key": .string(member.name), "value": value]
      })
  }

  private mutating func span(
    _ name: String, _ id: String, parent: String?, _ start: Int64, _ end: Int64, _ kind: Kind,
    _ attributes: JSONObject, error: String?, events: [JSONValue] = []
  ) {
    var span = JSONObject()
    span.add("traceId", traceID)
    span.add("spanId", id)
    span.add("parentSpanId", parent)
    span.add("name", name)
    span.add("kind", kind.rawValue)
    span.add("startTimeUnixNano", time(start))
    span.add("endTimeUnixNano", time(max(start, end)))
    span.add("attributes", Self.list(attributes))
    if !events.isEmpty { span.add("events", .array(events)) }
    let status: JSONValue = if let error { ["code": 2, "message": .string(error)] } else { [:] }
    span.add("status", status)
    spans.append(.object(span))
  }

  private func event(
    _ name: String, _ at: Int64, _ attribute: String = "", _ value: String? = nil
  ) -> JSONValue {
    var attributes = JSONObject()
    attributes.add(attribute, value)
    return ["timeUnixNano": .string(time(at)), "name": .string(name), "attributes": Self.list(attributes)]
  }

  /// Nanoseconds since 1970, as text.
  private func time(_ nanoseconds: Int64) -> String {
    let (sum, overflow) = origin.start.addingReportingOverflow(nanoseconds)
    return String(overflow ? .max : max(0, sum))
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
