import Foundation
import LaunchFlow
import LaunchFlowSimulator
import LaunchFlowTestClients
import LaunchFlowTestHandlers
import Testing

@testable import LaunchFlowServer

/// Real runs against a served scenario end as the simulated ones.
@Suite struct ScenarioServerTests {
  /// The times are far apart, so that a busy machine changes no outcome.
  private static let text = #"""
    { "flow": "f", "deadline": "2m", "pages": ["home", "sorry"],
      "services": { "s": { "baseURL": "http://127.0.0.1:1",
        "envelope": { "success": { "at": "/code", "equals": 0 }, "data": "/data", "message": "/msg" } } },
      "steps": {
        "token": { "http": { "service": "s", "method": "POST", "path": "/token", "json": {} }, "timeout": "1m",
                   "retry": { "attempts": 2, "delay": "1ms", "on": "any" },
                   "failures": { "signed-out": { "status": 401 } } },
        "items": { "http": { "service": "s", "path": "/items/${token/user}" }, "needs": ["token"], "timeout": "1m",
                   "results": { "empty": { "at": "/count", "equals": 0 } } },
        "ad": { "http": { "service": "s", "path": "/ad" }, "timeout": "300ms", "fallback": [{ "value": 1 }] } },
      "landings": [
        { "page": "sorry", "when": { "token": "unavailable" }, "after": ["ad"] },
        { "page": "home", "after": ["items", "ad"] }] }
    """#

  private static let plays: [(name: String, steps: String)] = [
    ("all well", #"{}"#), ("empty", #"{ "items": { "result": "empty" } }"#),
    ("signed out", #"{ "token": { "result": "signed-out" } }"#),
    ("a second attempt", #"{ "token": [{ "takes": "20ms", "error": "network" }, {}] }"#),
    ("business", #"{ "token": { "error": "business" } }"#),
    ("the server is down", #"{ "*": { "error": "server" } }"#),
    ("malformed", #"{ "items": { "error": "malformed" } }"#),
    ("a code", #"{ "items": { "code": 70012 } }"#), ("the ad hangs", #"{ "ad": { "hang": true } }"#),
    ("a text", #"{ "token": { "response": { "status": 200, "text": "<html>" } } }"#),
  ]

  @Test(arguments: plays.indices)
  func `a run against the server ends like the simulated one`(_ index: Int) async throws {
    // Only an advertisement that hangs is timed out, however slow the machine is.
    let hangs = Self.plays[index].steps.contains("hang")
    let text = hangs ? Self.text : Self.text.replacing("300ms", with: "1m")
    let flow = try #require(Flow.read(SourceText(name: "f.json", text: text)).document)
    let plan = try FlowPlan(flow)
    let document =
      #"{ "scenariosFor": "f.json", "scenarios": { "s": { "steps": \#(Self.plays[index].steps) } } }"#
    let reading = ScenarioFile.read(SourceText(name: "s.json", text: document), for: flow)
    #expect(reading.diagnostics.map(\.message) == [])
    let scenario = try #require(reading.document?.scenarios.first)
    let simulated = try Simulation(plan, scenario).run(seed: 1).trace

    let server = try ScenarioServer(try ServedLaunches(plan, scenario, seed: 1, quiet: 60_000_000_000))
    defer { server.stop() }
    var configuration = FlowEngine.Configuration()
    configuration.environment = RequestEnvironment(isRelease: false, addresses: ["s": server.address])
    let sink = RunEvents()
    configuration.sinks = [TraceSink(sink)]
    let run = try FlowEngine(flow, configuration: configuration).start()
    _ = await run.landing
    var trace = run.trace
    trace.events = []
    for await event in sink.stream { trace.events.append(event) }
    #expect(Self.outcomes(trace) == Self.outcomes(simulated), "\(Self.plays[index].name)")
    #expect(server.launches.launches == 1)
    #expect(server.launches.unknownRequests == 0)
  }

  /// The answers' statuses and what the server says about the requests, for these heads.
  private func answers(_ heads: [String]) throws -> (statuses: [Int], paths: [String]) {
    let flow = try #require(Flow.read(SourceText(name: "f.json", text: Self.text)).document)
    let paths = Locked<[String]>([])
    let launches = try ServedLaunches(try FlowPlan(flow), Scenario(), seed: 1, quiet: 60_000_000_000)
    let server = try ScenarioServer(launches) { event in paths.withLock { $0.append(event.path) } }
    defer { server.stop() }
    let port = UInt16(try #require(URL(string: server.address)?.port))
    let statuses = try heads.map { head in
      let client = try #require(RawClient(port: port))
      let text = head.replacing("PORT", with: "\(port)")
      client.send(text + "\r\nConnection: close\r\n\r\n")
      return client.read().text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
    return (statuses, paths.withLock { $0 })
  }

  @Test func `another host or origin is refused`() throws {
    let own = "GET /ad HTTP/1.1\r\nHost: 127.0.0.1:PORT"
    let (statuses, paths) = try answers([
      own, "GET /ad HTTP/1.1\r\nHost: localhost:PORT\r\nOrigin: http://localhost:PORT",
      "GET /ad HTTP/1.1\r\nHost: evil.example", "GET /ad#x HTTP/1.1\r\nHost: evil.example:PORT",
      "GET /ad HTTP/1.1", own + "\r\nHost: evil.example", own + "\r\nOrigin: http://evil.example",
      own + "\r\nOrigin: null", own + "\r\nSec-Fetch-Site: cross-site",
    ])
    #expect(statuses == [200, 200] + Array(repeating: 403, count: 7))
    #expect(paths == ["/ad", "/ad"])
  }

  @Test func `no secret of an address is told`() throws {
    let (statuses, paths) = try answers([
      "GET http://user:secret@a.example.com/ad?token=secret HTTP/1.1\r\nHost: a.example.com",
      "GET http://a.example.com/ad#secret HTTP/1.1\r\nHost: a.example.com",
      "GET /ad#secret HTTP/1.1\r\nHost: 127.0.0.1:PORT",
      "GET http://user:sec?ret@a.example.com/ad HTTP/1.1\r\nHost: a.example.com",
      "GET //user:secret@a.example.com/ad HTTP/1.1\r\nHost: 127.0.0.1:PORT",
      "GET user:secret@a.example.com HTTP/1.1\r\nHost: 127.0.0.1:PORT",
    ])
    #expect(statuses == [403, 403, 200, 403, 403, 403])
    #expect(paths == ["/ad"])
  }

  /// The page, and how each step settled, with its codes.
  private static func outcomes(_ trace: Trace) -> [String] {
    trace.events.compactMap { event in
      switch event.kind {
      case .landed(let landing): "landed \(landing.page)"
      case .settled(let step, let settlement): "\(trace.steps[step].name) \(settlement.status)"
      default: nil
      }
    }.sorted()
  }
}
