import LaunchFlow
import LaunchFlowServer
import LaunchFlowTestFlows
import LaunchFlowTestHandlers
import LaunchFlowTestServers
import Testing

/// A second attempt of one step beside its own.
@Suite struct HedgedCallTests {
  private static func ends(_ trace: Trace) -> [String] {
    trace.events.compactMap { event in
      if case .attemptEnded(_, let attempt, let end) = event.kind { "\(attempt) \(end.word)" } else { nil }
    }
  }

  @Test func `a mirror answers for a server that hangs`() async throws {
    let server = try ScriptedServer()
    server.script("/ask", [.hang])
    server.script("/mirror", .json(#"{"code":0,"data":{"id":"mirrored"}}"#))
    var flow = FlowEngineHTTPTests.flow(server.address, timeout: .seconds(3_600))
    flow.steps[0].useFallbackAfter = .milliseconds(1)
    flow.steps[0].fallback = [
      .http(Flow.Request(.service("api", path: "/mirror")), timeout: .seconds(3_600))
    ]
    let run = try FlowEngine(flow).start()
    let landing = await run.landing
    #expect(landing["ask"]?.status == .recovered && landing["ask"]?.source == .alternate)
    #expect(landing["ask"]?.value == ["id": "mirrored"])
    #expect(Self.ends(await run.finished) == ["2 succeeded", "1 cancelled"])
    #expect(server.requests(for: "/mirror").count == 1)
  }

  @Test func `an action that ignores its cancellation does not hold the landing`() async throws {
    var step = Flow.Step("ask", .action(Flow.Action("stubborn")))
    step.timeout = .seconds(3_600)
    step.useFallbackAfter = .zero
    step.fallback = [.action(Flow.Action("spare"), timeout: .seconds(3_600))]
    let flow = Flow(
      name: "hedged", deadline: .seconds(7_200), pages: ["home"], steps: [step],
      landings: [Flow.Landing("home", after: ["ask"])])
    let (gate, opening) = AsyncStream<Void>.makeStream()
    var actions = FlowActions()
    actions.register("stubborn") { _ -> JSONValue in
      // Not cancelled with the handler's own task.
      await Task.detached { for await _ in gate {} }.value
      return "late"
    }
    actions.register("spare") { _ -> JSONValue in "spare" }
    let run = try FlowEngine(flow, actions: actions).start()
    let landing = await run.landing
    #expect(landing["ask"]?.status == .recovered)
    #expect(landing["ask"]?.value == "spare")
    opening.finish()
    #expect(Self.ends(await run.finished) == ["2 succeeded", "1 cancelled"])
  }
}
