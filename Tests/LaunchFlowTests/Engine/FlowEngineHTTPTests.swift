import LaunchFlow
import LaunchFlowLoopback
import Testing

/// One HTTP step against a server that misbehaves: each fault ends in its class, then the fallback helps.
@Suite struct FlowEngineHTTPTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var behaviour: Behaviour
    var errorClass: ErrorClass
    var testDescription: String { name }
  }

  static let faults: [Fault] = [
    Fault(name: "500", behaviour: .status(500), errorClass: .server),
    Fault(name: "404", behaviour: .status(404), errorClass: .client),
    Fault(
      name: "no JSON", behaviour: Behaviour(.answer(CannedAnswer(body: Array("<p>".utf8)))),
      errorClass: .malformed),
    Fault(name: "envelope says no", behaviour: .json(#"{"code":7,"msg":"no"}"#), errorClass: .business),
    Fault(name: "not valid", behaviour: .json(#"{"code":0,"data":{"id":""}}"#), errorClass: .malformed),
    Fault(name: "garbage", behaviour: .garbage, errorClass: .malformed),
    Fault(
      name: "truncated", behaviour: Behaviour(.truncate(.json(#"{"code":0,"data":1}"#), missing: 3)),
      errorClass: .network),
    Fault(name: "reset", behaviour: .reset, errorClass: .network),
    Fault(name: "hang", behaviour: .hang, errorClass: .timeout),
    Fault(
      name: "hang mid-body", behaviour: Behaviour(.hangMidBody(.json(#"{"code":0,"data":1}"#), after: 4)),
      errorClass: .timeout),
    Fault(
      name: "slow drip",
      behaviour: Behaviour(.drip(.json(#"{"code":0,"data":1}"#), piece: 1, every: .seconds(1))),
      errorClass: .timeout),
    Fault(
      name: "redirect abroad", behaviour: .redirect(to: "https://foreign.example.com/"),
      errorClass: .malformed),
    Fault(
      name: "endless body", behaviour: Behaviour(.flood(bytes: 100 << 20, chunked: false)),
      errorClass: .malformed),
  ]

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

  @Test(arguments: faults) func `each fault ends in its class and then the fallback helps`(fault: Fault)
    async throws
  {
    let server = try LoopbackServer()
    server.script("/ask", [fault.behaviour])
    let waits = fault.errorClass == .timeout
    let engine = try FlowEngine(Self.flow(server.address, timeout: waits ? .milliseconds(500) : .seconds(50)))
    let run = try engine.start()
    let landing = await run.landing
    #expect(landing.page == "home")
    #expect(landing["ask"]?.status == .recovered)
    #expect(landing["ask"]?.value == ["id": "built-in"])
    let ends = await run.finished.events.compactMap { event in
      if case .attemptEnded(_, _, let end) = event.kind { end } else { nil }
    }
    #expect(ends == [.failed(fault.errorClass)])
  }

  @Test func `an answer is the step's value without its nulls`() async throws {
    let server = try LoopbackServer()
    server.script("/ask", [.json(#"{"code":0,"data":{"id":"7","gone":null}}"#)])
    let landing = await (try FlowEngine(Self.flow(server.address, timeout: .seconds(3_600))).start()).landing
    #expect(landing["ask"]?.value == ["id": "7"])
    #expect(landing["ask"]?.source == .live)
    #expect(server.requests(for: "/ask").count == 1)
  }

  @Test func `a hook may sign each request`() async throws {
    let server = try LoopbackServer()
    server.script("/ask", [.status(500), .json(#"{"code":0,"data":{"id":"7"}}"#)])
    var flow = Self.flow(server.address, timeout: .seconds(3_600))
    flow.steps[0].retry = Flow.Retry(attempts: 2)
    var configuration = FlowEngine.Configuration()
    var hooks = ServiceHooks()
    hooks.prepare = { request in
      var signed = request
      signed[header: "X-Signature"] = "s"
      return signed
    }
    configuration.services["api"] = hooks
    let landing = await (try FlowEngine(flow, configuration: configuration).start()).landing
    #expect(landing["ask"]?.source == .live)
    let signatures = server.requests(for: "/ask").map { request in
      request.headers.first { $0.name.lowercased() == "x-signature" }?.value
    }
    #expect(signatures == ["s", "s"])
  }
}
