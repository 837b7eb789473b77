import Foundation
@testable import LaunchFlowCommand
import LaunchFlowModel
import LaunchFlowRecords
import Testing

/// `record`, `learn` and `replay` on a command line.
@Suite struct RecordedLaunchCommandTests {
  static let flow = #"""
    { "flow": "ask", "deadline": "10s", "pages": ["home", "login"],
      "services": { "s": { "baseURL": "https://s.example.com" } },
      "steps": { "ask": { "http": { "service": "s", "path": "/ask/${id}" }, "timeout": "2s" } },
      "inputs": { "id": { "type": "string", "default": "1" } },
      "landings": [{ "page": "home", "when": { "ask": "available" } }, { "page": "login" }] }
    """#
  static let scenarios = #"""
    { "scenariosFor": "ask.json", "scenarios": {
        "day": { "steps": { "ask": { "takes": { "quantiles": { "p0": "500ms", "p100": "2500ms" } } } } } } }
    """#

  static func world() -> TestWorld {
    var world = TestWorld()
    world.files = ["ask.json": flow, "ask.scenarios.json": scenarios]
    return world
  }

  static func recorded() async -> TestWorld {
    let world = world()
    _ = await world.run(
      "record", "ask.json", "-s", "day", "--runs", "400", "--label", "network=wifi", "-o", "r.jsonl")
    return world
  }

  @Test func `replay writes the same for any number of jobs`() async throws {
    let world = await Self.recorded()
    try world.files.write(Array(Self.flow.replacing("2s", with: "1500ms").utf8), to: "short.json")
    let one = await world.run("replay", "short.json", "r.jsonl", "--jobs", "1")
    let many = await world.run("replay", "short.json", "r.jsonl", "--jobs", "7")
    #expect(one.data == many.data && one.status == .fine)
    #expect(one.data.contains("the records decide 400 of 400 launches"))
  }
}
