import LaunchFlow
import LaunchFlowServer
import LaunchFlowTestServers
import Testing

/// One HTTP step against a server.
@Suite struct FlowEngineHTTPTests {
  static func flow(_ address: String, timeout: Duration) -> Flow {
    var service = Flow.Service("api")
    service.baseURL = .address(address)
    service.envelope = Flow.Envelope(
      success: Predicate(at: JSONPointer(tokens: ["code"]), [.equals(0)]),
      data: JSONPointer(tokens: ["data"]),
      message: JSONPointer(tokens: ["msg"]))
    var step = Flow.Step("ask", .http(Flow.Request(.service("api", path: "/ask"))))
    step.timeout = timeout
    step.valid = Predicate(at: JSONPointer(tokens: ["id"]), [.nonEmpty(true)])
    step.fallback = [.value(["id": "built-in"])]
    var flow = Flow(
      name: "fault", deadline: .seconds(7_200), pages: ["home"], steps: [step],
      landings: [Flow.Landing("home", after: ["ask"])])
    flow.services = [service]
    return flow
  }

  /// How a fault ends a request is `TransportTests`; how an answer is told apart, the machine's.
  @Test(arguments: [
    (Behaviour.status(500), ErrorClass.server, Duration.seconds(3_600)),
    (.json(#"{"code":7,"msg":"no"}"#), .business, .seconds(3_600)),
    (.json(#"{"code":0,"data":{"id":""}}"#), .malformed, .seconds(3_600)),
    (.hang, .timeout, .milliseconds(1)),
  ])
  func `a fault ends in its class, and the fallback gives the value`(
    _ behaviour: Behaviour, _ errorClass: ErrorClass, _ timeout: Duration
  ) async throws {
    let server = try ScriptedServer()
    server.script("/ask", [behaviour])
    let run = try FlowEngine(Self.flow(server.address, timeout: timeout)).start()
    let landing = await run.landing
    #expect(landing["ask"]?.status == .recovered)
    #expect(landing["ask"]?.value == ["id": "built-in"])
    let ends = await run.finished.events.compactMap { event in
      if case .attemptEnded(_, _, let end) = event.kind { end } else { nil }
    }
    #expect(ends == [.failed(errorClass)])
  }

  @Test(arguments: [(27, ErrorClass.malformed), (28, nil)])
  func `an app sets its own limit of bodies`(_ limit: Int, _ errorClass: ErrorClass?) async throws {
    let server = try ScriptedServer()
    server.script("/ask", .json(#"{"code":0,"data":{"id":"7"}}"#))
    var configuration = FlowEngine.Configuration()
    configuration.bodyLimit = limit
    let flow = Self.flow(server.address, timeout: .seconds(3_600))
    let ends = await (try FlowEngine(flow, configuration: configuration).start()).finished.events.compactMap {
      if case .attemptEnded(_, _, let end) = $0.kind { end } else { nil }
    }
    #expect(ends == [errorClass.map { .failed($0) } ?? .succeeded(result: nil)])
  }

  @Test func `an answer is the step's value without its nulls`() async throws {
    let server = try ScriptedServer()
    server.script("/ask", [.json(#"{"code":0,"data":{"id":"7","gone":null}}"#)])
    let landing = await (try FlowEngine(Self.flow(server.address, timeout: .seconds(3_600))).start()).landing
    #expect(landing["ask"]?.value == ["id": "7"])
    #expect(landing["ask"]?.source == .live)
    #expect(server.requests(for: "/ask").count == 1)
  }

  @Test func `a hook may sign each request`() async throws {
    let server = try ScriptedServer()
    server.script("/ask", [.status(500), .json(#"{"code":0,"data":{"id":"7"}}"#)])
    var flow = Self.flow(server.address, timeout: .seconds(3_600))
    flow.steps[0].retry = Flow.Retry(attempts: 2)
    var configuration = FlowEngine.Configuration()
    configuration.prepare["api"] = { request in
      var signed = request
      signed[header: "X-Signature"] = "s"
      return signed
    }
    let landing = await (try FlowEngine(flow, configuration: configuration).start()).landing
    #expect(landing["ask"]?.source == .live)
    #expect(server.requests(for: "/ask").map { $0.header("X-Signature") } == ["s", "s"])
  }
}
