import LaunchFlowCommand
import Testing

@Suite struct GraphCommandTests {
  static var world: TestWorld {
    var world = TestWorld()
    world.files = ["small.json": CheckCommandTests.small, "bad.json": "{ \"flow\": 1 }"]
    return world
  }

  @Test(arguments: [([], "flowchart TD"), (["--format", "dot"], "digraph \"small\" {")])
  func `the flow is written in the chosen format`(_ words: [String], _ sign: String) async {
    let outcome = await Self.world.run(["graph", "small.json"] + words)
    #expect(outcome.status == .fine)
    #expect(outcome.data.contains(sign))
    #expect(outcome.data.contains("ask"))
    let written = await Self.world.run(["graph", "small.json", "-o", "out"] + words)
    #expect(written.data == "")
    #expect(written.writtenFiles["out"] == outcome.data)
  }

  @Test(arguments: ["mermaid", "dot"]) func `a switch is drawn by its states`(_ format: String) async throws {
    let path = "flows/offline-switch.json"
    let outcome = try Binary.run(["graph", path, "--format", format])
    #expect(outcome.status == 0)
    try Golden.expect(String(decoding: outcome.data, as: UTF8.self), in: "graph/offline-switch.\(format)")
  }

  @Test func `a switch with errors is not drawn`() async {
    var world = TestWorld()
    world.files = ["switch.json": #"{ "switch": "s", "factors": { "network": {} } }"#]
    let outcome = await world.run("graph", "switch.json")
    #expect(outcome.status == .problemsFound)
    #expect(outcome.data == "")
    #expect(outcome.diagnostics.hasPrefix("switch.json:1:"))
  }

  @Test func `a flow with errors is not drawn`() async {
    let outcome = await Self.world.run("graph", "bad.json")
    #expect(outcome.status == .problemsFound)
    #expect(outcome.data == "")
    #expect(outcome.diagnostics.hasPrefix("bad.json:1:"))
  }
}
