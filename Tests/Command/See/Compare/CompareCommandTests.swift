@testable import LaunchFlowCommand
import LaunchFlowModel
import Testing

@Suite struct CompareCommandTests {
  /// `small` asks with a time-out of 2 s; `quick` asks with one of 1 s and has a step of its own.
  static var world: TestWorld {
    var world = SimulateCommandTests.world
    let quick = SimulateCommandTests.flow.replacing("\"small\"", with: "\"quick\"")
      .replacing("\"timeout\": \"2s\"", with: "\"timeout\": \"1s\"")
      .replacing(
        "\"steps\": {",
        with: """
          "steps": {
            "tell": { "http": { "url": "https://example.com/tell" }, "timeout": "1s" },
          """)
    world.files.contents["quick.json"] = Array(quick.utf8)
    world.files.contents["quick.scenarios.json"] = Array(
      SimulateCommandTests.scenarios.replacing("small.json", with: "quick.json").utf8)
    return world
  }

  @Test(arguments: [
    ("hang", "1 s sooner</span>, 2× as fast"),
    ("many", "landed sooner in <span class=\"say-good strong\">100 %</span>"),
  ])
  func `a comparison is drawn as a page`(_ scenario: String, _ text: String) async {
    let page = await Self.world.run("compare", "small.json", "quick.json", "-f", "html", "-s", scenario)
    #expect(page.status == .fine && page.data.contains(text))
  }
}
