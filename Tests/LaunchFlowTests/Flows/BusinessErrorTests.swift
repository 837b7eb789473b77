import LaunchFlowLoopback
import Testing

@testable import LaunchFlow

/// A server that answers 200 and says no: what the user, the log and the offline switch hear of it.
@Suite struct BusinessErrorTests {
  struct Answer: Sendable, CustomTestStringConvertible {
    var body: String
    var notice: String
    var codes: String
    var testDescription: String { body }
  }

  @Test(arguments: [
    Answer(
      body: #"{"code":500,"msg":"The house is being rebuilt."}"#, notice: "The house is being rebuilt.",
      codes: "HTTP 200, code 500"),
    Answer(
      body: #"{"code":500}"#, notice: "The server could not load this screen. Pull to try again.",
      codes: "HTTP 200, code 500"),
    Answer(
      body: #"{"code":"E_1380000"}"#, notice: "The server could not load this screen. Pull to try again.",
      codes: "HTTP 200, code other"),
  ])
  func `the screen tells what the server said, and the log the code`(_ answer: Answer) async throws {
    let bench = try FlowBench()
    bench.server.script("/profile", [.json(answer.body)])
    bench.answer("/messages", #"{"messages":[]}"#)
    bench.answer("/banner", "{}")
    let lines = Locked<[String]>([])
    let engine = try bench.engine(
      "screen-load", sinks: [LineSink { line in lines.withLock { $0.append(line) } }])
    let run = try engine.start(inputs: ["token": "t", "version": "1"])
    let landing = await run.landing
    #expect(landing.page == "problem")
    #expect(landing.notice?.text == answer.notice)
    _ = await run.finished
    #expect(await eventually { lines.withLock { $0.contains { $0.hasSuffix(" finished") } } })
    let all = lines.withLock { $0 }
    #expect(all.contains { $0.hasSuffix(" load-profile attempt 1 failed: business, \(answer.codes)") })
    #expect(!all.contains { $0.contains("rebuilt") || $0.contains("1380000") })
  }

  private static func document(_ server: LoopbackServer) -> OfflineSwitchDocument {
    var document = OfflineSwitchDocument(name: "offline")
    document.service = OfflineSwitchDocument.Service(
      watch: [OfflineSwitchDocument.Domain("trade", [Endpoint("/ask")].compactMap(\.self))],
      confirm: Flow.Request(.url(server.address + "/decide")), timeout: .seconds(3_600),
      results: [Flow.NamedResult("faulty", Predicate(at: JSONPointer(tokens: ["fault"]), [.equals(true)]))])
    document.service?.trigger.codes = [500, "E_BUSY"]
    document.service?.keep = .seconds(100_000)
    document.service?.poll = OfflineSwitchDocument.Poll(
      every: .milliseconds(20), factor: 1, maxEvery: nil, jitter: .none)
    return document
  }

  private static func engine(
    _ server: LoopbackServer, _ source: any OfflineSource
  ) throws -> FlowEngine {
    var flow = FlowEngineHTTPTests.flow(server.address, timeout: .seconds(3_600))
    flow.services[0].domain = "trade"
    flow.services[0].envelope?.codes = ["E_BUSY"]
    var configuration = FlowEngine.Configuration()
    configuration.offline = source
    return try FlowEngine(flow, configuration: configuration)
  }

  @Test(arguments: [#"{"code":500}"#, #"{"code":"E_BUSY"}"#])
  func `the switch goes offline by a code with status 200, and comes back`(_ body: String) async throws {
    let server = try LoopbackServer()
    server.script("/ask", [.json(body)])
    server.script("/decide", [Behaviour(.answer(.json(#"{"fault":true}"#)))])
    let offlineSwitch = try await OfflineSwitch(
      Self.document(server), transport: URLSessionTransport(), store: MemoryCacheStore())
    var states = offlineSwitch.states.makeAsyncIterator()
    #expect(await states.next() == .online)
    let engine = try Self.engine(server, offlineSwitch)
    #expect(await (try engine.start()).landing["ask"]?.status == .recovered)
    #expect(await states.next()?.causes.map(\.cause) == [.domain("trade")])
    // The next run does not ask a server that is known to be faulty.
    let offline = await (try engine.start()).finished
    #expect(offline.events.contains { $0.kind == .attemptEnded(step: 0, attempt: 1, .failed(.offline)) })
    #expect(server.requests(for: "/ask").count == 1)
    server.script("/ask", [.json(#"{"code":0,"data":{"id":"7"}}"#)])
    server.script("/decide", [Behaviour(.answer(.json(#"{"fault":false}"#)))])
    #expect(await states.next() == .online)
    #expect(await (try engine.start()).landing["ask"]?.status == .succeeded)
  }

  @Test func `a code that the switch does not list is no fault`() async throws {
    let server = try LoopbackServer()
    server.script("/ask", [.json(#"{"code":42}"#)])
    let offlineSwitch = try await OfflineSwitch(
      Self.document(server), transport: URLSessionTransport(), store: MemoryCacheStore())
    let engine = try Self.engine(server, offlineSwitch)
    for _ in 0..<3 { #expect(await (try engine.start()).landing["ask"]?.status == .recovered) }
    // The switch takes messages in order, so that what was reported before this one has been dealt with.
    #expect(offlineSwitch.report(verdict: .fine, domain: "trade"))
    #expect(offlineSwitch.state == .online)
    #expect(server.requests(for: "/decide").isEmpty)
    #expect(server.requests(for: "/ask").count == 3)
  }

  @Test func `a verdict that is sent takes a domain offline and back`() async throws {
    let server = try LoopbackServer()
    server.script("/ask", [.json(#"{"code":0,"data":{"id":"7"}}"#)])
    server.script("/decide", [.hang])
    let offlineSwitch = try await OfflineSwitch(
      Self.document(server), transport: URLSessionTransport(), store: MemoryCacheStore())
    var states = offlineSwitch.states.makeAsyncIterator()
    #expect(await states.next() == .online)
    let engine = try Self.engine(server, offlineSwitch)
    #expect(offlineSwitch.report(verdict: .faulty, domain: "trade"))
    #expect(await states.next()?.causes.map(\.cause) == [.domain("trade")])
    #expect(await (try engine.start()).landing["ask"]?.status == .recovered)
    #expect(server.requests(for: "/ask").isEmpty)
    #expect(offlineSwitch.report(verdict: .fine, domain: "trade"))
    #expect(await states.next() == .online)
    #expect(await (try engine.start()).landing["ask"]?.status == .succeeded)
    #expect(!offlineSwitch.report(verdict: .faulty, domain: "unknown"))
  }
}
