import LaunchFlow
import LaunchFlowSimulator
import Testing

@testable import LaunchFlowServer

/// Which step a request belongs to, and which launch, on a clock of the test's own.
@Suite struct ServedLaunchesTests {
  private static let flow = #"""
    { "flow": "f", "deadline": "10s", "pages": ["home"],
      "environments": ["release", "develop"],
      "services": {
        "s": { "baseURL": { "release": "https://s.example.com/v1/", "develop": "http://127.0.0.1:1" } },
        "o": { "baseURL": "${list/host}", "allowedHosts": ["127.0.0.1"] } },
      "steps": {
        "list": { "http": { "service": "s", "path": "/items?page=1" }, "timeout": "1s",
                  "retry": { "attempts": 3, "delay": "1ms" } },
        "item": { "http": { "service": "o", "path": "/items/${list/id}" }, "needs": ["list"], "timeout": "1s" },
        "parts": { "http": { "service": "s", "path": "/items/${list/id}/parts" }, "needs": ["list"], "timeout": "1s" },
        "best": { "http": { "service": "s", "path": "/items/best" }, "timeout": "1s" },
        "send": { "http": { "service": "s", "method": "POST", "path": "/items", "json": 1 }, "timeout": "1s",
                  "fallback": [{ "http": { "url": "https://other.example.com/a%20b/backup?x=1", "method": "POST" },
                                 "timeout": "1s" }] },
        "copy": { "http": { "service": "s", "path": "/copy" }, "timeout": "1s",
                  "fallback": [{ "http": { "url": "https://mirror.example.com/copy" }, "timeout": "1s" }] },
        "twin": { "http": { "service": "s", "path": "/items/best", "query": { "q": "2" } }, "timeout": "1s" } },
      "landings": [{ "page": "home", "after": ["send"] }] }
    """#

  private func launches(_ scenario: String = "{}", quiet: Duration = .seconds(2)) throws -> ServedLaunches {
    let flow = try #require(Flow.read(SourceText(name: "f.json", text: Self.flow)).document)
    let text = #"{ "scenariosFor": "f.json", "scenarios": { "s": \#(scenario) } }"#
    let reading = ScenarioFile.read(SourceText(name: "s.json", text: text), for: flow)
    #expect(reading.diagnostics.map(\.message) == [])
    let played = try #require(reading.document?.scenarios.first)
    return try ServedLaunches(try FlowPlan(flow), played, seed: 1, quiet: quiet.nanoseconds)
  }

  @Test(arguments: [
    ("GET", "/items", "list"), ("GET", "/v1/items", "list"), ("GET", "/items/", "item"),
    ("GET", "/items/7", "item"), ("GET", "/items/a%2Fb", "item"), ("GET", "/items/7/parts", "parts"),
    ("GET", "/v1/items/7/parts", "parts"), ("GET", "/items/best", "best"), ("POST", "/items", "send"),
    ("POST", "/a%20b/backup", "send"), ("PUT", "/items", nil), ("GET", "/", nil), ("GET", "/itemsets", nil),
    ("GET", "/v2/items", nil), ("GET", "", nil), ("GET", "/items/7/part", "item"),
  ])
  func `a request belongs to the step that makes it`(method: String, path: String, step: String?) throws {
    var launches = try launches()
    let answer = launches.answer(method, path, at: 0)
    #expect(answer.step == step)
    #expect(launches.unknownRequests == (step == nil ? 1 : 0))
  }

  @Test func `steps with one address take turns`() throws {
    var launches = try launches()
    let steps = (0..<3).map { launches.answer("GET", "/items/best", at: Int64($0)).step }
    #expect(steps == ["best", "twin", "best"])
    #expect(launches.launches == 2)
  }

  /// A mirror has the path of the step's own request.
  @Test(arguments: [("{}", [1, 2, 3]), (#"{ "steps": { "copy": { "error": "server" } } }"#, [1, 1, 2])])
  func `a fallback asks only after its step has failed`(scenario: String, numbers: [Int]) throws {
    var launches = try launches(scenario)
    #expect((0..<3).map { launches.answer("GET", "/copy", at: $0).launch } == numbers)
  }

  @Test func `attempts are played in order, and again in the next launch`() throws {
    let second: Int64 = 1_000_000_000
    var launches = try launches(
      #"{ "steps": { "list": [{ "takes": "100ms", "error": "server" }, { "takes": "50ms", "error": "network" }, { "takes": "1s" }, { "hang": true }] } }"#
    )
    func ask(_ time: Int64) -> String {
      let answer = launches.answer("GET", "/items", at: time)
      let content =
        switch answer.content {
        case .reply(let reply): String(reply.status)
        case .reset: "reset"
        case .hang: "hang"
        case .unknown: "unknown"
        case .impossible: "impossible"
        }
      return
        "\(answer.launch) +\(answer.time / 1_000_000) #\(answer.attempt) \(content) after \(answer.delay / 1_000_000)"
    }
    #expect(ask(0) == "1 +0 #1 500 after 100")
    #expect(ask(200_000_000) == "1 +200 #2 reset after 50")
    #expect(ask(300_000_000) == "1 +300 #3 200 after 1000")
    // All three attempts are made, so that a fourth is another launch's. Quiet begins when an answer is sent.
    #expect(ask(400_000_000) == "2 +0 #1 500 after 100")
    #expect(ask(5 * second / 2) == "2 +2100 #2 reset after 50")
    #expect(ask(5 * second) == "3 +0 #1 500 after 100")
    #expect(launches.launches == 3)
    #expect(launches.requests == 6)
  }

  @Test func `each launch plays the next run`() throws {
    var launches = try launches(
      #"{ "steps": { "list": { "takes": { "quantiles": { "p0": "0s", "p100": "1s" } } } } }"#)
    let delays = (0..<4).map { launches.answer("GET", "/items", at: Int64($0) * 10_000_000_000).delay }
    #expect(Set(delays).count == 4)
  }

  @Test func `later requests come to the server too`() throws {
    var launches = try launches()
    launches.address = "http://127.0.0.1:4711"
    guard case .reply(let reply) = launches.answer("GET", "/items", at: 0).content else {
      Issue.record("no reply")
      return
    }
    let value = try JSONValue(parsing: reply.body)
    #expect(value[JSONPointer(tokens: ["host"])] == "http://127.0.0.1:4711")
    #expect(value[JSONPointer(tokens: ["id"])] != nil)
  }
}
