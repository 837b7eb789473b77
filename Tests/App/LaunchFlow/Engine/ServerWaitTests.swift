import LaunchFlow
import LaunchFlowServer
import LaunchFlowTestServers
import Testing

/// The wait that a real server asks for.
@Suite struct ServerWaitTests {
  private static func flow(_ address: String) -> Flow {
    var flow = FlowEngineHTTPTests.flow(address, timeout: .seconds(3_600))
    var retry = Flow.Retry(attempts: 2)
    retry.delay = .milliseconds(1)
    retry.maxDelay = .seconds(30)
    flow.steps[0].retry = retry
    return flow
  }

  private static func busy(_ status: Int, _ headers: [(name: String, value: String)]) -> Behaviour {
    Behaviour(.answer(CannedAnswer(status: status, headers: headers)))
  }

  private func played(_ behaviours: [Behaviour]) async throws -> (events: [Trace.EventKind], requests: Int) {
    let server = try ScriptedServer()
    server.script("/ask", behaviours)
    let trace = await (try FlowEngine(Self.flow(server.address)).start()).finished
    return (trace.events.map(\.kind), server.requests(for: "/ask").count)
  }

  @Test(
    arguments: [
      (429, [(name: "Retry-After", value: "1")], 1_000_000_000),
      (503, [(name: "retry-after", value: "0")], 1_000_000),
      (
        429,
        [
          (name: "Date", value: "Sun, 06 Nov 1994 08:49:37 GMT"),
          (name: "Retry-After", value: "Sun, 06 Nov 1994 08:49:38 GMT"),
        ], 1_000_000_000
      ),
      (429, [(name: "Retry-After", value: "Sun, 06 Nov 1994 08:49:38 GMT")], 1_000_000),
    ] as [(Int, [(name: String, value: String)], Int64)])
  func `the next request waits for it`(
    status: Int, headers: [(name: String, value: String)], wait: Int64
  ) async throws {
    let answers = [Self.busy(status, headers), .json(#"{"code":0,"data":{"id":"7"}}"#)]
    let (events, requests) = try await played(answers)
    #expect(requests == 2)
    #expect(events.contains(.waiting(step: 0, .retryAfter, nanoseconds: wait)))
    #expect(events.contains(.settled(step: 0, .init(.succeeded, name: nil, source: .live))))
  }

  @Test(arguments: ["31", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
  func `a wait that is too long uses the fallback at once`(value: String) async throws {
    let (events, requests) = try await played([Self.busy(429, [("Retry-After", value)])])
    #expect(requests == 1)
    #expect(events.contains(.attemptEnded(step: 0, attempt: 1, .failed(.throttled))))
    #expect(events.contains(.settled(step: 0, .init(.recovered, name: nil, source: .value))))
    #expect(!events.contains { if case .waiting = $0 { true } else { false } })
  }

  @Test(
    arguments: [
      [("Retry-After", "-1")], [("Retry-After", "soon")], [("Retry-After", "1"), ("Retry-After", "2")],
      [("Retry-After", "")], [],
    ] as [[(name: String, value: String)]])
  func `a server that says nothing clear is asked again after the retry's own wait`(
    headers: [(name: String, value: String)]
  ) async throws {
    let (events, requests) = try await played([Self.busy(503, headers)])
    #expect(requests == 2)
    #expect(events.contains(.waiting(step: 0, .retry, nanoseconds: 1_000_000)))
  }
}
