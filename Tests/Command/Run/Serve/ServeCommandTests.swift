import LaunchFlowModel
import Testing

@testable import LaunchFlowCommand
@testable import LaunchFlowServer

/// What `launchflow serve` says; that it serves is tested with the server.
@Suite struct ServeCommandTests {
  private static let flow = """
    { "flow": "small", "deadline": "10s", "pages": ["home"], "caches": { "c": {} },
      "steps": {
        "get": { "http": { "url": "https://a.example.com/get" }, "timeout": "1s", "fallback": [{ "cache": "c" }] } },
      "landings": [{ "page": "home", "after": ["get"] }] }
    """

  private static let scenarios = """
    { "scenariosFor": "small.json", "scenarios": {
        "bad": { "steps": { "get": { "error": "server" } } },
        "stored": { "caches": { "c": { "value": 1 } }, "cancel": "1s" } } }
    """

  private func run(_ words: String..., flow: String = Self.flow) async -> TestWorld.Outcome {
    var world = TestWorld()
    world.files = ["small.json": flow, "small.scenarios.json": Self.scenarios]
    world.interrupts = 1
    return await world.run(["serve", "small.json"] + words)
  }

  @Test func `it says where it listens, and what it was asked`() async throws {
    let outcome = await run("--scenario", "bad")
    #expect(outcome.status == .fine)
    #expect(outcome.diagnostics == "")
    let pattern = /small, scenario bad: http:\/\/127\.0\.0\.1:[0-9]+\n0 launches, 0 requests\n/
    #expect(outcome.data.wholeMatch(of: pattern) != nil, "\(outcome.data)")
  }

  @Test func `it says what only the app can play`() async {
    let outcome = await run("--scenario", "stored")
    #expect(outcome.diagnostics == "note: the app itself decides about caches, the cancellation\n")
  }

  @Test func `a port that is taken is an error`() async throws {
    let taken = try LoopbackServer()
    let outcome = await run("--port", "\(taken.port)")
    #expect(outcome.status == .couldNotRun)
    #expect(
      outcome.diagnostics.hasPrefix("error: the port \(taken.port) cannot be used: bind: "),
      "\(outcome.diagnostics)")
  }

  @Test func `a line has no secrets and no controls`() {
    let answer = ServedAnswer(
      method: "GET", path: "/a\u{1B}[31m\u{202E}" + String(repeating: "x", count: 500), launch: 2,
      time: 1_500_000_000, attempt: 0, content: .unknown, delay: 0)
    let line = ServedRequestText.line(answer)
    #expect(line.hasPrefix(#"launch 2 +1.5 s · GET /a\u{1b}[31m\u{202e}xxx"#), "\(line)")
    #expect(line.hasSuffix("xxx…: HTTP 404, because no step asks for this\n"))
    #expect(line.count < 250)
  }
}
