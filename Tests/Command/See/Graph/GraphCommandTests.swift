import LaunchFlowCommand
import Testing

@Suite struct GraphCommandTests {
  @Test(arguments: [
    ("svg", "g.svg", "<svg "), ("html", "g.html", "<!DOCTYPE html>"),
    ("mermaid", "g.mmd", "---"),
  ])
  func `the format, or the ending of the file, chooses the picture`(
    _ format: String, _ file: String, _ start: String
  ) async throws {
    var world = TestWorld()
    world.files = ["small.json": SimulateCommandTests.flow]
    let named = await world.run("graph", "small.json", "--format", format)
    #expect(named.data.hasPrefix(start) && named.data.contains("ask"))
    let ended = await world.run("graph", "small.json", "-o", file)
    #expect(ended.writtenFiles[file] == named.data)
  }
}
