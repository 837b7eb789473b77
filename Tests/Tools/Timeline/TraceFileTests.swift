import LaunchFlowTimeline
import LaunchFlowTraces
import Testing

@Suite struct TraceFileTests {
  /// A trace in which everything stands once that a trace can hold.
  static let whole: Trace = {
    var trace = Trace(
      flow: "launch", scenario: "odd \"day\"", seed: .max, run: 3, environment: "test",
      deadline: 10_000_000_000, serialWorstCase: .max,
      steps: [
        Trace.Step(name: "group", kind: .group, deadline: 5),
        Trace.Step(name: "ask", kind: .http, group: 0, needs: [3], timeout: 1),
        Trace.Step(name: "poll", kind: .action, after: [1, 0], lane: "main", timeout: 2),
        Trace.Step(name: "kept", kind: .cache),
        Trace.Step(name: "tail", kind: .value, isTail: true),
      ])
    let kinds: [Trace.EventKind] = [
      .started, .queued(step: 2), .stepStarted(step: 1), .attemptStarted(step: 1, attempt: 1, origin: .own),
      .attemptStarted(step: 1, attempt: 2, origin: .fallback(0)),
      .progressed(step: 1, attempt: 2, percent: 40),
      .attemptEnded(step: 1, attempt: 1, .succeeded(result: nil)),
      .attemptEnded(step: 1, attempt: 1, .succeeded(result: "new")),
      .attemptEnded(step: 1, attempt: 1, .refused(failure: "no")),
      .attemptEnded(step: 1, attempt: 1, .failed(.malformed)), .attemptEnded(step: 1, attempt: 1, .cut),
      .attemptEnded(step: 1, attempt: 1, .cancelled), .abandoned(step: 1, attempt: 2),
      .abandonedEnded(step: 1, attempt: 2), .waiting(step: 2, .poll, nanoseconds: 9),
      .waiting(step: 2, .retry, nanoseconds: 0), .lateWork(step: 1, attempt: 1),
      .stored(step: 1, cache: "city"), .settled(step: 1, .init(.recovered, name: "new", source: .cache)),
      .settled(step: 1, .init(.timedOut)),
      .settled(step: 2, .init(.skipped, reason: .need(step: 1, .timedOut))),
      .settled(step: 2, .init(.skipped, reason: .condition)),
      .settled(step: 2, .init(.skipped, reason: .group)),
      .offline(domain: nil), .offline(domain: "trade"), .online(domain: "trade"), .online(domain: nil),
      .cancelled,
      .landed(
        .init(
          page: "home", rule: 2, notice: .init("Hello, ${name}", style: .confirm), isDegraded: true,
          isCancelled: true)),
      .landed(.init(page: "home", rule: 0, notice: nil, isDegraded: false, isCancelled: false)), .finished,
    ]
    trace.events = kinds.enumerated().map { Trace.Event(at: Int64($0.offset / 2), $0.element) }
    let causes: [Cause] = [
      .step(0), .lane(1), .group(0), .landing, .softDeadline, .deadline(2), .flowDeadline, .cancellation,
    ]
    for (place, cause) in causes.enumerated() { trace.events[place].cause = cause }
    let ends = trace.events.indices.filter {
      if case .attemptEnded = trace.events[$0].kind { true } else { false }
    }
    let codes: [EnvelopeCode?] = [.number(-5), .listed("E_BUSY"), .other, nil]
    for (place, code) in zip(ends, codes) {
      trace.events[place].codes = AnswerCodes(status: code == .other ? nil : 503, code: code)
    }
    return trace
  }()

  static func read(_ text: String) -> DocumentReading<Trace> {
    Trace.read(SourceText(name: "run.json", bytes: Array(text.utf8)))
  }

  @Test func `what was written is read back`() {
    let reading = Self.read(Self.whole.fileText)
    #expect(reading.diagnostics == [])
    #expect(reading.document == Self.whole)
    #expect(reading.document?.fileText == Self.whole.fileText)
  }

  @Test func `a file has one step and one event a line`() {
    var trace = Self.whole
    trace.steps = Array(trace.steps.prefix(2))
    trace.steps[1].needs = []
    trace.events = Array(trace.events.prefix(3).filter { $0.kind != .queued(step: 2) })
    #expect(
      trace.fileText == """
        {
          "trace": "launch",
          "format": 1,
          "scenario": "odd \\"day\\"",
          "seed": "18446744073709551615",
          "run": 3,
          "environment": "test",
          "deadline": 10000000000,
          "serialWorstCase": 9223372036854775807,
          "steps": [
            {"name":"group","kind":"group","deadline":5},
            {"name":"ask","kind":"http","group":"group","timeout":1}
          ],
          "events": [
            {"at":0,"event":"started","cause":"step","by":"group"},
            {"at":1,"event":"step-started","step":"ask","cause":"group","by":"group"}
          ]
        }

        """)
  }

  /// A file with one step and these events.
  static func file(_ events: String..., steps: String = #"{"name":"ask","kind":"http"}"#) -> String {
    """
    { "trace": "launch", "format": 1, "deadline": 5, "serialWorstCase": 0,
    "steps": [\(steps)],
    "events": [
    \(events.joined(separator: ",\n"))] }
    """
  }

  @Test(arguments: [
    (#"{ "trace": "launch", "format": 2, "anything": 1 }"#, "1:32 this file has format 2; this build reads"),
    (#"{ "trace": "launch", "format": 1, "deadline": 5, "steps": [] }"#, #"1:1 the trace has no "events""#),
    ("[]", "1:1 expected an object, found a list"),
    (file(#"{"at":0,"event":"strated"}"#), #"4:17 unknown word "strated""#),
    (file(#"{"at":0,"event":"queued","step":"aks"}"#), #"4:33 there is no step "aks""#),
    (file(#"{"at":0,"event":"queued"}"#), #"4:1 the event has no "step""#),
    (file(#"{"at":-1,"event":"started"}"#), "4:7 a time is from 0 to"),
    (file(#"{"at":9223372036854775807,"event":"started"}"#), "4:7 a time is from 0 to"),
    (
      file(#"{"at":2,"event":"started"}"#, #"{"at":1,"event":"finished"}"#),
      "5:1 an event cannot come before the one above it"
    ),
    (
      file(
        #"{"at":0,"event":"attempt-ended","step":"ask","attempt":1,"outcome":"failed","error":"netwrok"}"#),
      #"4:85 unknown word "netwrok""#
    ),
    (
      file(#"{"at":0,"event":"settled","step":"ask","status":"skipped","skip":"need","was":"failed"}"#),
      #"4:1 the event has no "need""#
    ),
    (
      file(steps: #"{"name":"ask","kind":"http"},{"name":"ask","kind":"http"}"#),
      #"2:40 the step "ask" is listed twice"#
    ),
    (
      file(steps: #"{"name":"ask","kind":"http","group":"g"},{"name":"g","kind":"group"}"#),
      "2:47 a group must come before its members"
    ),
    (
      file(#"{"at":0,"event":"attempt-started","step":"ask","attempt":-1}"#),
      "4:58 expected a number from 0 to 2147483647"
    ),
  ])
  func `what is wrong is told with its place`(_ text: String, _ message: String) throws {
    let reading = Self.read(text)
    #expect(reading.document == nil)
    let lines = reading.diagnostics.map { diagnostic in
      let start = diagnostic.place.range?.start
      return "\(start?.line ?? 0):\(start?.column ?? 0) \(diagnostic.message)"
    }
    #expect(lines.contains { $0.hasPrefix(message) }, "\(lines)")
  }

  @Test func `a file that is wrong everywhere is not told of without end`() {
    let events = Array(repeating: #"{"at":0,"event":"no"}"#, count: 5000).joined(separator: ",")
    #expect(Self.read(Self.file(events)).diagnostics.count == 1001)
  }
}
