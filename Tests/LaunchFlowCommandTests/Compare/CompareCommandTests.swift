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

  @Test func `a setting applies to the flow that knows it`() async throws {
    let value = try await value("small.json", "quick.json", "--set", "tell=200ms", "--set", "ask=700ms")
    let steps = value.object?["steps"]?.array ?? []
    #expect(steps.map { $0.object?["step"] } == ["ask", "tell"])
    #expect(steps.map { $0.object?["after"] } == [700_000_000, 200_000_000])
    #expect(steps.map { $0.object?["before"] } == [700_000_000, .null])
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
      ["-s", "hang"], "before: login after 2 s · after: login after 1 s · 1 s sooner, 2× as fast\n",
      "1 s sooner</span>, 2× as fast"
    ),
    (
      ["-s", "many"],
      "40 % of the runs move from home to login · 60 % stay on their page\nunder the same luck the second landed sooner in 100 %",
      "landed sooner in <span class=\"say-good strong\">100 %</span>"
    ),
  ])
  func `a comparison is drawn as text and as a page`(_ words: [String], _ text: String, _ page: String) async
  {
    let shown = await Self.world.run(["compare", "small.json", "quick.json"] + words)
    #expect(shown.data.hasPrefix(text))
    let written = await Self.world.run(
      ["compare", "small.json", "quick.json", "-f", "html", "-o", "c.html"] + words)
    #expect(written.data == "")
    #expect(written.writtenFiles["c.html"]?.contains(page) == true)
  }

  /// With the trace of a run in which `small` had to wait for its time-out.
  static func worldWithTrace() async -> TestWorld {
    var world = world
    let trace = await world.run("simulate", "small.json", "-s", "hang", "--format", "trace")
    world.files.contents["run.json"] = Array(trace.data.utf8)
    world.files.contents["damaged.json"] = Array(#"{ "trace": 1 }"#.utf8)
    return world
  }

  @Test func `a recorded run is compared with a simulated one, on either side`() async throws {
    let world = await Self.worldWithTrace()
    let words = ["compare", "--format", "json", "--scenario", "hang"]
    let later = await world.run(words + ["run.json", "quick.json"])
    let value = try JSONValue(parsing: later.data)
    #expect(value.object?["difference"] == -1_000_000_000)
    #expect(value[JSONPointer(tokens: ["before", "flow"])] == "small")
    #expect(value[JSONPointer(tokens: ["after", "flow"])] == "quick")
    let sooner = await world.run(words + ["quick.json", "run.json"])
    #expect(try JSONValue(parsing: sooner.data).object?["difference"] == 1_000_000_000)
    let one = await world.run("compare", "run.json", "small.json", "-s", "many", "--run", "3", "--seed", "3")
    #expect(one.status == .fine)
    #expect(one.data.contains("seed 3, run 3"))
  }

  @Test func `two recorded runs are compared`() async {
    let outcome = await Self.worldWithTrace().run("compare", "run.json", "run.json")
    #expect(outcome.status == .fine)
    #expect(outcome.data.hasPrefix("before: login after 2 s · after: login after 2 s · at the same time\n"))
    #expect(outcome.data.hasSuffix("\nno step differs\n"))
  }

  @Test(arguments: [
    (
      ["run.json", "small.json", "-s", "many"],
      "a trace is one run; choose the run to compare it with by '--run'"
    ),
    (
      ["run.json", "small.json", "-s", "hang", "-s", "many"],
      "run.json is a trace, which needs no scenario; name one scenario"
    ),
    (["run.json", "run.json", "--seed", "3"], "'--seed' is for flows, and both files are traces"),
    (["run.json"], "nothing to compare with; name a second file or a second scenario"),
    (["run.json", "small.json", "--set", "asc=1s"], "unknown step 'asc'; did you mean 'ask'?"),
  ])
  func `options that do not apply to a trace are refused`(_ words: [String], _ message: String) async {
    let outcome = await Self.worldWithTrace().run(["compare"] + words)
    #expect(outcome.status == .wrongUsage)
    #expect(outcome.diagnostics.hasPrefix("error: " + message))
  }

  @Test func `a damaged trace is reported`() async {
    let outcome = await Self.worldWithTrace().run("compare", "damaged.json", "small.json")
    #expect(outcome.status == .problemsFound)
    #expect(outcome.diagnostics.hasPrefix("damaged.json:1:1: error: the trace has no \"deadline\""))
  }

  /// A switch whose button is pressed after 5 s, and again 10 s later in the second scenario.
  static var worldOfSwitches: TestWorld {
    var world = world
    world.files.contents["switch.json"] = Array(
      #"{ "switch": "offline", "factors": { "marked": { "manual": { "cache": "marked" } } } }"#.utf8)
    world.files.contents["switch.scenarios.json"] = Array(
      """
      { "scenariosFor": "switch.json", "defaults": { "length": "1m" }, "scenarios": {
        "once": { "marks": [{ "at": "5s", "is": "marked" }] },
        "twice": { "marks": [{ "at": "5s", "is": "marked" }, { "at": "15s", "is": "unmarked" }] } } }
      """.utf8)
    return world
  }

  @Test func `two scenarios of a switch are compared`() async throws {
    let words = ["compare", "switch.json", "-s", "once", "-s", "twice"]
    let shown = await Self.worldOfSwitches.run(words)
    #expect(shown.status == .fine)
    let lines = shown.data.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(lines.suffix(3).map { $0[0] } == ["figures", "once", "twice"])
    #expect(lines.suffix(3).map { $0[5] } == ["flips", "1", "2"])
    #expect(lines.count > 10)
    let value = try JSONValue(parsing: await Self.worldOfSwitches.run(words + ["-f", "json"]).data)
    #expect(value[JSONPointer(tokens: ["before", "figures", "flips"])] == 1)
    #expect(value[JSONPointer(tokens: ["after", "figures", "flips"])] == 2)
    let many = await Self.worldOfSwitches.run(words + ["--runs", "3"])
    #expect(many.data.split(separator: "\n").count == 3)
    let page = await Self.worldOfSwitches.run(words + ["-f", "html"])
    #expect(page.diagnostics.hasPrefix("error: two switches are compared as text or json, not as html\n"))
    let mixed = await Self.worldOfSwitches.run("compare", "switch.json", "small.json")
    #expect(mixed.diagnostics.hasPrefix("error: small.json is not a switch, but switch.json is one\n"))
  }

  @Test(arguments: [
    (["small.json"], "nothing to compare with; name a second file or a second scenario"),
    (
      ["small.json", "-s", "hang"],
      "nothing to compare with; name a second file or a second scenario"
    ),
    (["small.json", "-s", "hang", "-s", "hang", "-s", "many"], "compare two scenarios, not 3"),
    (["small.json", "-s", "hang", "-s", "*"], "name the scenarios; only 'simulate' accepts '*'"),
    (["small.json", "quick.json", "-s", "hnag"], "unknown scenario 'hnag'; did you mean 'hang'?"),
    (["small.json", "quick.json", "--set", "tel=1s"], "unknown step 'tel'"),
    (["small.json", "quick.json", "--input", "signed=true"], "unknown input 'signed'"),
    (["small.json", "quick.json", "third.json"], "compare two files, not 3"),
    (
      ["small.json", "small.scenarios.json"],
      "small.scenarios.json is not a flow; it has the key \"scenariosFor\""
    ),
  ])
  func `two incomparable files are refused`(_ words: [String], _ message: String) async {
    let outcome = await Self.world.run(["compare"] + words)
    #expect(outcome.status == .wrongUsage)
    #expect(outcome.data == "")
    #expect(outcome.diagnostics.hasPrefix("error: " + message))
    #expect(outcome.diagnostics.contains("launchflow help compare"))
  }
}
