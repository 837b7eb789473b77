import LaunchFlowOffline
import LaunchFlowServer
import LaunchFlowTestServers
import Testing

@testable import LaunchFlow
@testable import LaunchFlowSwitch

/// A faulty service, from the first call that fails to the launch after its recovery.
@Suite struct ServiceFaultTests {
  private static func document(_ server: ScriptedServer) -> OfflineSwitchDocument {
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
    _ server: ScriptedServer, _ source: any OfflineSource
  ) throws -> FlowEngine {
    var flow = FlowEngineHTTPTests.flow(server.address, timeout: .seconds(3_600))
    flow.services[0].domain = "trade"
    flow.services[0].envelope?.codes = ["E_BUSY"]
    var configuration = FlowEngine.Configuration()
    configuration.offline = source
    return try FlowEngine(flow, configuration: configuration)
  }

  @Test(arguments: [(#"{"code":500}"#, 200), (#"{"code":"E_BUSY"}"#, 200), ("", 503)])
  func `the switch goes offline by a code or a status, and comes back`(_ body: String, _ status: Int)
    async throws
  {
    let server = try ScriptedServer()
    server.script("/ask", [.json(body, status: status)])
    server.script("/decide", [Behaviour(.answer(.json(#"{"fault":true}"#)))])
    let offlineSwitch = await OfflineSwitch(
      Self.document(server), store: MemoryCacheStore())
    var states = offlineSwitch.states.makeAsyncIterator()
    #expect(await states.next() == .online)
    let engine = try Self.engine(server, offlineSwitch)
    #expect(await (try engine.start()).landing["ask"]?.status == .recovered)
    #expect(await states.next()?.causes == [.domain("trade")])
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
    let server = try ScriptedServer()
    server.script("/ask", [.json(#"{"code":42}"#)])
    let offlineSwitch = await OfflineSwitch(
      Self.document(server), store: MemoryCacheStore())
    let engine = try Self.engine(server, offlineSwitch)
    for _ in 0..<3 { #expect(await (try engine.start()).landing["ask"]?.status == .recovered) }
    // The switch takes messages in order, so that what was reported before this one has been dealt with.
    #expect(offlineSwitch.report(isFaulty: false, domain: "trade"))
    #expect(offlineSwitch.state == .online)
    #expect(server.requests(for: "/decide").isEmpty)
    #expect(server.requests(for: "/ask").count == 3)
  }

  @Test func `a sent verdict takes a domain offline and online`() async throws {
    let server = try ScriptedServer()
    server.script("/ask", [.json(#"{"code":0,"data":{"id":"7"}}"#)])
    let offlineSwitch = await OfflineSwitch(
      Self.document(server), transport: GatedTransport(), store: MemoryCacheStore())
    var states = offlineSwitch.states.makeAsyncIterator()
    #expect(await states.next() == .online)
    let engine = try Self.engine(server, offlineSwitch)
    #expect(offlineSwitch.report(isFaulty: true, domain: "trade"))
    #expect(await states.next()?.causes == [.domain("trade")])
    #expect(await (try engine.start()).landing["ask"]?.status == .recovered)
    #expect(server.requests(for: "/ask").isEmpty)
    #expect(offlineSwitch.report(isFaulty: false, domain: "trade"))
    #expect(await states.next() == .online)
    #expect(await (try engine.start()).landing["ask"]?.status == .succeeded)
    #expect(!offlineSwitch.report(isFaulty: true, domain: "unknown"))
  }
}
