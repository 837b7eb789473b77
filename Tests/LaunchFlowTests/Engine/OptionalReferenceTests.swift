import Foundation
import LaunchFlow
import LaunchFlowLoopback
import LaunchFlowSimulator
import Testing

/// A first start, without a stored token, and a later one are one flow.
@Suite struct OptionalReferenceTests {
  static let text = """
    { "flow": "start", "deadline": "1m", "pages": ["home", "sorry"],
      "caches": { "session": {} },
      "services": { "api": { "baseURL": "http://127.0.0.1:1", "headers": { "X-Token": "${?session/token}" } } },
      "steps": {
        "session": { "cache": "session" },
        "ask": {
          "after": ["session"],
          "http": {
            "service": "api", "method": "POST", "path": "/ask",
            "json": { "guest": "${?session/guest}", "page": 1 }
          },
          "timeout": "30s"
        }
      },
      "landings": [{ "page": "home", "when": { "ask": "available" } }, { "page": "sorry" }] }
    """

  static func flow() throws -> Flow {
    let reading = Flow.read(SourceText(name: "start.json", text: text))
    return try #require(reading.document, "\(reading.diagnostics)")
  }

  @Test(
    arguments: [
      (nil, nil, #"{"page":1}"#), (["token": "t-1"], "t-1", #"{"page":1}"#),
      (["token": "t-1", "guest": 7], "t-1", #"{"guest":7,"page":1}"#),
    ] as [(JSONValue?, String?, String)])
  func aRequestLeavesOutWhatIsNotThere(_ session: JSONValue?, _ token: String?, _ body: String) async throws {
    let server = try LoopbackServer()
    server.script("/ask", [.json("{}")])
    var configuration = FlowEngine.Configuration()
    let store = MemoryCacheStore()
    if let session { await store.store(CacheEntry(session, storedAt: .now), for: CacheKey("session")) }
    configuration.store = store
    configuration.environment = RequestEnvironment(isRelease: false, addresses: ["api": server.address])
    let run = try FlowEngine(Self.flow(), configuration: configuration).start()
    #expect(await run.landing.page == "home")
    let request = try #require(server.requests(for: "/ask").first)
    #expect(request.header("X-Token") == token)
    #expect(request.text == body)
  }

  @Test(arguments: [nil, [:], ["token": "t-1"]] as [JSONValue?])
  func `the simulator makes the request too`(_ session: JSONValue?) throws {
    var scenario = Scenario()
    scenario.caches = [Scenario.CachedValue("session", session)]
    scenario.steps = [Scenario.StepBehaviours("ask", [Scenario.Behaviour()])]
    #expect(try Simulation(FlowPlan(Self.flow()), scenario).run().trace.hasLanded(on: "home"))
  }
}

extension Trace {
  fileprivate func hasLanded(on page: String) -> Bool {
    events.contains { event in
      if case .landed(let landing) = event.kind { landing.page == page } else { false }
    }
  }
}
