import LaunchFlow
import LaunchFlowTestHandlers
import Testing

/// The app's own code around HTTP that blocks: a transport, a hook. It holds up no landing, and no other step.
@Suite struct HostileHTTPTests {
  /// Answers each request with what its path is, at once or when a gate is open.
  struct Answering: HTTPTransport {
    var gate: Gate?

    func send(
      _ request: HTTPRequest, timeout: Duration,
      completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) -> @Sendable () -> Void {
      gate?.block()
      let body = #"{"code":0,"data":{"id":"live"}}"#
      completion(.success(HTTPResponse(status: 200, body: Array(body.utf8))))
      return {}
    }
  }

  @Test func `a transport that blocks does not delay the landing`() async throws {
    let gate = Gate()
    var flow = FlowEngineHTTPTests.flow("https://api.example.com", timeout: .seconds(3_600))
    flow.deadline = .milliseconds(150)
    var configuration = FlowEngine.Configuration()
    configuration.transport = Answering(gate: gate)
    let run = try FlowEngine(flow, configuration: configuration).start()
    let landing = await run.landing
    let isOpen = gate.isOpen
    gate.open()
    #expect(!isOpen)
    #expect(landing["ask"]?.value == ["id": "built-in"])
    #expect(landing["ask"]?.status == .recovered)
  }

  /// One service's hook blocks; the other service's answer comes in afterwards and counts all the same.
  @Test(arguments: ["prepare", "decode"])
  func `a hook that blocks does not delay other steps`(
    hook: String
  ) async throws {
    let (gate, isBlocked) = (Gate(), Gate())
    var flow = FlowEngineHTTPTests.flow("https://api.example.com", timeout: .seconds(3_600))
    var slow = flow.services[0]
    slow.name = "slow"
    flow.services.append(slow)
    var step = Flow.Step("slow", .http(Flow.Request(.service("slow", path: "/slow"))))
    step.timeout = .seconds(3_600)
    flow.steps.append(step)
    var configuration = FlowEngine.Configuration()
    configuration.transport = Answering()
    if hook == "prepare" {
      configuration.prepare["slow"] = { request in
        isBlocked.open()
        gate.block()
        return request
      }
    } else {
      configuration.decode["slow"] = { _ in
        isBlocked.open()
        gate.block()
        return 1
      }
    }
    configuration.prepare["api"] = { request in
      await isBlocked.wait()
      return request
    }
    let run = try FlowEngine(flow, configuration: configuration).start()
    let landing = await run.landing
    let isOpen = gate.isOpen
    gate.open()
    #expect(!isOpen)
    #expect(landing["ask"]?.source == .live)
  }
}
