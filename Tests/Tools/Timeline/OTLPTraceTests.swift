import LaunchFlowTelemetry
import LaunchFlowTimeline
import LaunchFlowTraces
import Testing

/// What the OpenTelemetry protocol asks for, checked on the written spans.
@Suite struct OTLPTraceTests {
  private struct Span {
    var name: String
    var id: String
    var trace: String
    var parent: String?
    var start: Int64
    var end: Int64
    var attributes: [String: JSONValue] = [:]
    var isError: Bool

    init?(_ value: JSONValue) {
      guard let object = value.object, let name = object["name"]?.string, let id = object["spanId"]?.string,
        let trace = object["traceId"]?.string,
        let start = object["startTimeUnixNano"]?.string.flatMap(Int64.init),
        let end = object["endTimeUnixNano"]?.string.flatMap(Int64.init)
      else { return nil }
      (self.name, self.id, self.trace, self.start, self.end) = (name, id, trace, start, end)
      parent = object["parentSpanId"]?.string
      isError = object["status"]?.object?["code"] == 2
      for attribute in object["attributes"]?.array ?? [] {
        guard let key = attribute.object?["key"]?.string,
          let value = attribute.object?["value"]?.object?.members.first?.value
        else { return nil }
        attributes[key] = value
      }
    }
  }

  private func spans(_ trace: Trace, _ origin: OTLPTrace.Origin? = nil) throws -> [Span] {
    let resource = try #require(OTLPTrace.value(trace, origin).object?["resourceSpans"]?.array?.first?.object)
    let scope = try #require(resource["scopeSpans"]?.array?.first?.object)
    let values = try #require(scope["spans"]?.array)
    let spans = values.compactMap(Span.init)
    #expect(spans.count == values.count)
    return spans
  }

  @Test(arguments: Sample.allCases)
  func `spans have their own identifiers and known parents, and the launch ends with its landing`(
    sample: Sample
  ) throws {
    let spans = try spans(sample.trace)
    let ids = Set(spans.map(\.id))
    #expect(ids.count == spans.count && Set(spans.map(\.trace)).count == 1)
    #expect(spans.allSatisfy { $0.trace.count == 32 && $0.id.count == 16 && $0.start <= $0.end })
    #expect(spans.filter { $0.parent == nil }.count == 1)
    #expect(spans.allSatisfy { span in span.parent.map(ids.contains) ?? true })
    let summary = TraceSummary(sample.trace)
    let root = try #require(spans.first { $0.parent == nil })
    #expect(root.end == summary.landedAt ?? summary.end)
    #expect(root.attributes["launchflow.page"]?.string == summary.landing?.page)
    #expect(root.isError == (summary.landing == nil))
  }

  @Test func `times count from the start and identifiers follow the identity`() throws {
    let trace = Sample.allCases[0].trace
    let first = try spans(trace, OTLPTrace.Origin(service: "app", start: 1_000, identity: 1))
    let second = try spans(trace, OTLPTrace.Origin(service: "app", start: 1_000, identity: 2))
    #expect(first.first?.start == 1_000)
    #expect(first.map(\.name) == second.map(\.name))
    #expect(Set(first.map(\.id)).isDisjoint(with: second.map(\.id)))
    #expect(try spans(trace).map(\.id) == spans(trace).map(\.id))
  }
}
