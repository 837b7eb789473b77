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

  @Test func `a flow with errors is not drawn`() async {
    let outcome = await Self.world.run("graph", "bad.json")
    #expect(outcome.status == .problemsFound)
    #expect(outcome.data == "")
    #expect(outcome.diagnostics.hasPrefix("bad.json:1:"))
  }
}
