import LaunchFlowCommand
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

  private func value(_ words: String...) async throws -> JSONValue {
    let outcome = await Self.world.run(["compare"] + words + ["--format", "json"])
    #expect(outcome.status == .fine, "\(outcome.diagnostics)")
    return try JSONValue(parsing: outcome.data)
  }

  @Test func `two flows are compared under one scenario`() async throws {
    let value = try await value("small.json", "quick.json", "--scenario", "hang")
    #expect(value.object?["difference"] == -1_000_000_000)
    #expect(value[JSONPointer(tokens: ["before", "flow"])] == "small")
    #expect(value[JSONPointer(tokens: ["after", "landing", "at"])] == 1_000_000_000)
    #expect(value[JSONPointer(tokens: ["steps", "0", "step"])] == "ask")
    #expect(value[JSONPointer(tokens: ["steps", "0", "difference"])] == -1_000_000_000)
    #expect(value[JSONPointer(tokens: ["steps", "1", "before"])] == .null)
  }

  @Test func `one flow is compared under two scenarios`() async throws {
    let value = try await value("small.json", "-s", "hang", "-s", "many", "--run", "3")
    let names = ["before", "after"].map { value[JSONPointer(tokens: [$0, "scenario"])] }
    #expect(names == ["hang", "many"])
    let swapped = try await self.value("small.json", "small.json", "-s", "many", "-s", "hang")
    #expect(swapped.object?["sooner"] != nil)
  }

  @Test func `what one flow alone knows is set there`() async throws {
    let value = try await value("small.json", "quick.json", "--set", "tell=200ms", "--set", "ask=700ms")
    let steps = value.object?["steps"]?.array ?? []
    #expect(steps.map { $0.object?["step"] } == ["tell", "ask"])
    #expect(steps.map { $0.object?["after"] } == [200_000_000, 700_000_000])
    #expect(steps.map { $0.object?["before"] } == [.null, 700_000_000])
  }

  @Test func `many runs are compared in pairs under the same luck`() async throws {
    let value = try await value("small.json", "quick.json", "-s", "many")
    #expect(value[JSONPointer(tokens: ["before", "runs"])] == 20)
    #expect(value[JSONPointer(tokens: ["after", "seed"])] == 3)
    // What takes from 1 s to 3 s never answers within 1 s, and the other flow waits longer for the same answer.
    #expect(value.object?["sooner"] == 1)
    #expect(value.object?["later"] == 0)
    #expect(value[JSONPointer(tokens: ["difference", "max"])] == -1_000_000_000)
    let same = try await self.value("small.json", "small.json", "-s", "many", "--runs", "7")
    #expect(same.object?["sooner"] == 0 && same.object?["later"] == 0)
    #expect(same[JSONPointer(tokens: ["after", "runs"])] == 7)
  }

  @Test(arguments: [
    (
      ["-s", "hang"], "the second landed 1 s sooner · 2× as fast\n",
      "the second landed 1 s sooner, 2× as fast"
    ),
    (["-s", "many"], "under the same luck the second landed sooner in 100 %", "landed sooner in 100 %"),
  ])
  func `pictures`(_ words: [String], _ text: String, _ page: String) async {
    let shown = await Self.world.run(["compare", "small.json", "quick.json"] + words)
    #expect(shown.data.hasPrefix(text))
    let written = await Self.world.run(
      ["compare", "small.json", "quick.json", "-f", "html", "-o", "c.html"] + words)
    #expect(written.data == "")
    #expect(written.writtenFiles["c.html"]?.contains(page) == true)
  }

  @Test(arguments: [
    (["small.json"], "there is nothing to compare with; name a second flow, or a second scenario"),
    (
      ["small.json", "-s", "hang"],
      "there is nothing to compare with; name a second flow, or a second scenario"
    ),
    (["small.json", "-s", "hang", "-s", "hang", "-s", "many"], "compare two scenarios, not 3"),
    (["small.json", "-s", "hang", "-s", "*"], "name the scenarios; '*' is for 'simulate'"),
    (["small.json", "quick.json", "-s", "hnag"], "unknown scenario 'hnag'; did you mean 'hang'?"),
    (["small.json", "quick.json", "--set", "tel=1s"], "unknown step 'tel'"),
    (["small.json", "quick.json", "--input", "signed=true"], "unknown input 'signed'"),
    (["small.json", "quick.json", "third.json"], "unexpected argument 'third.json'"),
    (
      ["small.json", "small.scenarios.json"],
      "small.scenarios.json is no flow; it has the key \"scenariosFor\""
    ),
  ])
  func `what cannot be compared is told`(_ words: [String], _ message: String) async {
    let outcome = await Self.world.run(["compare"] + words)
    #expect(outcome.status == .wrongUsage)
    #expect(outcome.data == "")
    #expect(outcome.diagnostics.hasPrefix("error: " + message))
    #expect(outcome.diagnostics.contains("launchflow help compare"))
  }
}
