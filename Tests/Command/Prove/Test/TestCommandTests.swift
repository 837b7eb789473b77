import LaunchFlow
import LaunchFlowSimulator
import Testing

@testable import LaunchFlowCommand

@Suite struct TestCommandTests {
  private static func world(expecting page: String) -> TestWorld {
    var world = SimulateCommandTests.world
    world.files = [
      "small.json": SimulateCommandTests.flow,
      "small.scenarios.json": """
      {
        "scenariosFor": "small.json",
        "defaults": { "inputs": { "signed-in": true }, "steps": { "ask": { "takes": "500ms" } } },
        "scenarios": {
          "fine": { "expect": { "landing": "home", "within": "1s" } },
          "hang": {
            "steps": { "ask": { "hang": true } },
            "expect": { "landing": "\(page)", "steps": { "ask": "timed-out" } }
          }
        }
      }
      """,
    ]
    return world
  }

  @Test func `a page shows each scenario and what failed`() async {
    let outcome = await Self.world(expecting: "home").run("test", "small.json", "--format", "html")
    #expect(outcome.status == .problemsFound)
    #expect(outcome.data.contains("1 of 2 not as expected"))
    #expect(outcome.data.contains("small.scenarios.json:8:30: landing: expected home, got login"))
    #expect(outcome.data.ranges(of: "class=\"card\"").count == 2)
  }

  /// Somebody edits the scenarios once they have been read to be played.
  private struct EditedFiles: FileAccess {
    var files: MemoryFiles
    private let reads = Locked(0)

    init(_ files: MemoryFiles) { self.files = files }

    func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
      let bytes = try files.read(path, limit: limit)
      guard path.hasSuffix(".scenarios.json") else { return bytes }
      // First its kind is looked at.
      let isPlayed = reads.withLock { count in
        count += 1
        return count > 2
      }
      return isPlayed ? bytes + Array("\n".utf8) : bytes
    }

    func write(_ next: () -> [UInt8]?, to path: String) throws(FileError) { try files.write(next, to: path) }
    func replace(_ bytes: [UInt8], at path: String) throws(FileError) { try files.replace(bytes, at: path) }
    func makeFolder(_ path: String) throws(FileError) {}
    func kind(of path: String) -> FileKind? { files.kind(of: path) }
    func entries(inFolder path: String) throws(FileError) -> [FolderEntry] {
      try files.entries(inFolder: path)
    }
  }

  @Test func `what was edited while it played is not recorded over`() async {
    let scenarios =
      #"{ "scenariosFor": "small.json", "defaults": { "inputs": { "signed-in": true } }, "scenarios": { "a": {} } }"#
    let files = EditedFiles(["small.json": SimulateCommandTests.flow, "small.scenarios.json": scenarios])
    let output = RecordedOutput()
    let world = World(environment: [:], files: files, output: output)
    #expect(await Command.run(["test", "--record", "small.scenarios.json"], in: world) == .couldNotRun)
    #expect(
      output.diagnostics
        == "error: small.scenarios.json: was changed while its scenarios were played; record again\n")
    #expect(files.files.written.texts.isEmpty)
  }

  @Test func `coverage counts runs up to a limit and reports the rest`() throws {
    let source = SourceText(name: "small.json", text: SimulateCommandTests.flow)
    let plan = try FlowPlan(try #require(Flow.read(source).document))
    var scenario = Scenario()
    (scenario.name, scenario.runs) = ("odd-day", 10)
    scenario.inputs = [Flow.NamedValue("signed-in", true)]
    let simulation = try Simulation(plan, scenario)
    var coverage = TestCoverage(plan)
    coverage.count(simulation, limit: 10)
    #expect(coverage.lines.count == 2)
    coverage.count(simulation, limit: 9)
    #expect(coverage.lines.last == "coverage counts the first 9 of the 10 runs of odd-day")
  }

  @Test func `the first failing run of many is drawn, with the command that repeats it`() async throws {
    var world = Self.world(expecting: "login")
    world.files.contents["small.scenarios.json"] = Array(
      """
      {
        "scenariosFor": "small.json", "defaults": { "inputs": { "signed-in": true } },
        "scenarios": { "odd-day": {
          "runs": 200, "seed": 7, "steps": { "ask": { "odds": { "ok": 0.9, "hang": 0.1 } } },
          "expect": { "landing": { "home": ">=0.99" }, "steps": { "ask": "succeeded" } } } }
      }
      """.utf8)
    let outcome = await world.run("test", "small.json")
    #expect(outcome.status == .problemsFound)
    let lines = outcome.data.split(separator: "\n").map(String.init)
    let share = try #require(lines.first { $0.contains("landing.home: expected >=0.99, got 0.") })
    #expect(share.hasPrefix("    small.scenarios.json:5:38: "))
    let told = try #require(lines.first { $0.hasSuffix(" is the first that fails:") })
    let run = try #require(Int(told.split(separator: " ")[1]))
    let again = "launchflow simulate small.json --scenario odd-day --seed 7 --run \(run)"
    #expect(lines.contains("    again: " + again))
    // It is drawn as it is simulated, and no earlier run lands elsewhere.
    let replay = await world.run(again.split(separator: " ").dropFirst().map(String.init))
    #expect(replay.data.contains("landed on login at 2 s"))
    #expect(outcome.data.contains("\n" + replay.data + "\n"))
    let words = ["simulate", "small.json", "--scenario", "odd-day", "--format", "jsonl", "--run"]
    for earlier in 0..<run {
      #expect(await world.run(words + ["\(earlier)"]).data.contains(#""page":"home""#))
    }
    let junit = await world.run("test", "small.json", "--format", "junit")
    #expect(junit.data.contains("again: " + again))
  }
}
