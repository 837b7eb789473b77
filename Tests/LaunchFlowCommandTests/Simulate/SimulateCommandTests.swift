import LaunchFlowCommand
import LaunchFlowModel
import Testing

@Suite struct SimulateCommandTests {
  static let flow = """
    {
      "flow": "small", "deadline": "3s", "pages": ["home", "login"],
      "inputs": { "signed-in": { "type": "boolean" } },
      "steps": {
        "ask": { "http": { "url": "https://example.com/ask" }, "timeout": "2s",
                 "failures": { "refused": { "status": 401 } } }
      },
      "landings": [
        { "page": "home", "when": { "signed-in": true, "ask": "succeeded" } }, { "page": "login" }
      ]
    }
    """
  static let scenarios = """
    {
      "scenariosFor": "small.json",
      "defaults": { "inputs": { "signed-in": true }, "steps": { "ask": { "takes": "500ms" } } },
      "scenarios": {
        "hang": { "steps": { "ask": { "hang": true } } },
        "many": { "runs": 20, "seed": 3, "steps": { "ask": { "takes": { "uniform": ["1s", "3s"] } } } }
      }
    }
    """

  static var world: TestWorld {
    var world = TestWorld()
    world.files = ["small.json": flow, "small.scenarios.json": scenarios]
    return world
  }

  /// Where and when a run landed, as `--format json` tells it.
  static func landing(_ words: String...) async throws -> (page: JSONValue?, at: JSONValue?) {
    let outcome = await world.run(["simulate", "small.json", "--format", "json"] + words)
    #expect(outcome.status == .fine)
    let value = try JSONValue(parsing: outcome.data)
    return (value[JSONPointer(tokens: ["landing", "page"])], value[JSONPointer(tokens: ["landing", "at"])])
  }

  @Test func `without a scenario the file's defaults are played`() async throws {
    let landing = try await Self.landing()
    #expect(landing.page == "home")
    #expect(landing.at == 500_000_000)
  }

  @Test func `a named scenario is laid over the defaults`() async throws {
    let landing = try await Self.landing("--scenario", "hang")
    #expect(landing.page == "login")
    #expect(landing.at == 2_000_000_000)
  }

  @Test func `a scenario may omit an input that the command line sets`() async throws {
    var world = Self.world
    world.files.contents["small.scenarios.json"] = Array(
      #"{ "scenariosFor": "small.json", "scenarios": { "fine": {}, "same": { "inputs": { "signed-in": true } } } }"#
        .utf8)
    let left = await world.run("simulate", "small.json", "-s", "fine")
    #expect(left.status == .problemsFound)
    #expect(left.diagnostics.contains("the scenario has no value for the input \"signed-in\""))
    let given = await world.run("simulate", "small.json", "-s", "fine", "--input", "signed-in=true")
    #expect(given.status == .fine)
    #expect(given.data.contains("landed on home"))
    let compared = await world.run(
      "compare", "small.json", "-s", "fine", "-s", "same", "--input", "signed-in=true")
    #expect(compared.status == .fine)
    // What is wrong in the file is wrong, whatever is laid over it.
    world.files.contents["small.scenarios.json"] = Array(
      #"{ "scenariosFor": "small.json", "scenarios": { "fine": { "inputs": { "signed-in": 3 } } } }"#.utf8)
    let wrong = await world.run("simulate", "small.json", "-s", "fine", "--input", "signed-in=true")
    #expect(wrong.status == .problemsFound)
    #expect(wrong.diagnostics.contains("the input \"signed-in\" takes a boolean, not 3"))
  }

  @Test func `the command line is laid over the scenario`() async throws {
    let first = try await Self.landing("--scenario", "hang", "--set", "ask=1s")
    #expect(first.page == "home")
    #expect(first.at == 1_000_000_000)
    let second = try await Self.landing("--set", "*=300ms,refused")
    #expect(second.page == "login")
    #expect(second.at == 300_000_000)
    let third = try await Self.landing("--input", "signed-in=true", "--input", "signed-in=false")
    #expect(third.page == "login")
  }

  @Test func `a scenario for many runs gives a distribution, and one of its runs can be shown`() async throws
  {
    let many = await Self.world.run("simulate", "small.json", "-s", "many", "-f", "json")
    let value = try JSONValue(parsing: many.data)
    #expect(value.object?["runs"] == 20)
    #expect(value.object?["seed"] == 3)
    #expect(value.object?["landing"] == nil)
    let ten = await Self.world.run("simulate", "small.json", "-s", "many", "-f", "json", "--runs", "10")
    #expect(try JSONValue(parsing: ten.data).object?["runs"] == 10)
    let one = try await Self.landing("-s", "many", "--run", "7")
    #expect(one.page != nil)
    #expect(try await Self.landing("-s", "many", "--run", "7") == one)
    #expect(try await Self.landing("-s", "many", "--run", "7", "--seed", "4") != one)
  }

  @Test func `every scenario is one line of jsonl, or one element of json`() async throws {
    let lines = await Self.world.run("simulate", "small.json", "-s", "*", "--format", "jsonl").data
      .split(separator: "\n")
    let values = try lines.map { try JSONValue(parsing: String($0)) }
    #expect(values.map { $0.object?["scenario"] } == ["hang", "many"])
    let list = await Self.world.run("simulate", "small.json", "-s", "*", "--format", "json").data
    #expect(try JSONValue(parsing: list).array == values)
  }

  @Test(arguments: [
    ("svg", "<svg"), ("perfetto", "\"traceEvents\""),
  ])
  func `a picture shows one run`(_ format: String, _ sign: String) async {
    let one = await Self.world.run("simulate", "small.json", "-s", "many", "--run", "3", "-f", format)
    #expect(one.status == .fine)
    #expect(one.data.contains(sign))
    for words in [["-s", "many"], ["--runs", "2"]] {
      let several = await Self.world.run(["simulate", "small.json", "-f", format] + words)
      #expect(several.status == .wrongUsage)
      #expect(several.diagnostics.hasPrefix("error: '\(format)' shows one run;"))
    }
    let every = await Self.world.run("simulate", "small.json", "-f", format, "-s", "*")
    #expect(every.status == .wrongUsage)
    #expect(every.diagnostics.hasPrefix("error: '\(format)' shows one scenario;"))
  }

  @Test func `the number of jobs changes no byte`() async {
    let words = ["simulate", "small.json", "-s", "many", "--runs", "5000", "-f", "html", "--jobs"]
    let one = await Self.world.run(words + ["1"])
    #expect(one.status == .fine)
    #expect(await Self.world.run(words + ["5"]).data == one.data)
  }

  @Test func `one page shows every scenario`() async {
    let page = await Self.world.run("simulate", "small.json", "-s", "*", "-f", "html")
    #expect(page.status == .fine)
    #expect(page.data.contains("2 scenarios") && page.data.ranges(of: "class=\"card\"").count == 2)
    let written = await Self.world.run("simulate", "small.json", "-s", "*", "-f", "html", "-o", "day.html")
    #expect(written.data.isEmpty && written.writtenFiles["day.html"] == page.data)
  }

  @Test func `the page shows many runs and the run at each percentile`() async throws {
    let page = await Self.world.run("simulate", "small.json", "-s", "many", "-f", "html")
    #expect(page.status == .fine)
    #expect(page.data.contains(/p95[^<]*: run [0-9]+/))
    #expect(page.data.contains("20 runs"))
    let match = try #require(page.data.firstMatch(of: /p50[^<:]*: run ([0-9]+)/))
    let run = match.1
    let shown = await Self.world.run("simulate", "small.json", "-s", "many", "--run", String(run))
    // What the run is called by is what shows it again.
    let lines = shown.data.split(separator: "\n")
    let outcome = try #require(lines.dropFirst().first).prefix { $0 != "·" }
    #expect(page.data.contains(outcome.dropFirst("landed on ".count).dropLast()))
  }

  @Test func `a file gets neither colour nor the terminal's width`() async throws {
    var world = Self.world
    world.isTerminal = true
    world.terminalWidth = 60
    let shown = await world.run("simulate", "small.json")
    #expect(shown.data.contains("\u{1B}["))
    let written = await world.run("simulate", "small.json", "--output", "out.txt")
    #expect(written.data == "")
    let plain = await Self.world.run("simulate", "small.json")
    #expect(written.writtenFiles["out.txt"] == plain.data)
    #expect(!plain.data.contains("\u{1B}["))
  }

  @Test func `only ASCII is written if asked for`() async {
    let outcome = await Self.world.run("simulate", "small.json", "--ascii", "-s", "*")
    #expect(outcome.data.utf8.allSatisfy { $0 < 0x80 })
    #expect(outcome.data.contains("landed on login"))
  }

  @Test func `no line is wider than the width`() async {
    let outcome = await Self.world.run("simulate", "small.json", "--width", "60", "-s", "hang")
    #expect(outcome.data.split(separator: "\n").map(\.count).max() ?? 0 <= 60)
  }

  @Test func `placeholders of inputs are reported once, on standard error`() async {
    var world = TestWorld()
    world.files = ["lonely.json": Self.flow]
    let outcome = await world.run("simulate", "lonely.json")
    #expect(outcome.status == .fine)
    #expect(outcome.diagnostics == "note: the input 'signed-in' has no value and no default; it is false\n")
    #expect(outcome.data.contains("landed on login"))
  }

  @Test(arguments: [
    (
      ["small.json", "-s", "hnag"], LaunchFlowCommand.ExitStatus.wrongUsage,
      "error: unknown scenario 'hnag'; did you mean 'hang'?\n"
    ),
    (["small.json", "--set", "aks=hang"], .wrongUsage, "error: unknown step 'aks'; did you mean 'ask'?\n"),
    (
      ["lonely.json", "-s", "hang"], .couldNotRun, "error: lonely.scenarios.json: No such file or directory\n"
    ),
    (["missing.json"], .couldNotRun, "error: missing.json: No such file or directory\n"),
    (
      ["small.json", "--scenarios", "none.json"], .couldNotRun,
      "error: none.json: No such file or directory\n"
    ),
    (["small.json", "-o", "/nowhere/x"], .couldNotRun, "error: /nowhere/x: No such file or directory\n"),
    (
      ["small.scenarios.json"], .wrongUsage,
      "error: small.scenarios.json is not a flow; it has the key \"scenariosFor\"\n"
    ),
    (
      ["lonely.json", "--scenarios", "empty.json", "-s", "*"], .wrongUsage,
      "error: there are no scenarios to play\n"
    ),
    (["-", "-s", "hang"], .wrongUsage, "error: a flow on standard input needs '--scenarios'\n"),
  ])
  func `an impossible request is refused`(
    _ words: [String], _ status: LaunchFlowCommand.ExitStatus, _ message: String
  ) async {
    var world = Self.world
    world.files.contents["lonely.json"] = Array(Self.flow.utf8)
    world.files.contents["empty.json"] = Array(
      "{ \"scenariosFor\": \"lonely.json\", \"scenarios\": {} }".utf8)
    world.files.standardInput = Array(Self.flow.utf8)
    let outcome = await world.run(["simulate"] + words)
    #expect(outcome.status == status)
    #expect(outcome.data == "")
    #expect(outcome.diagnostics.hasPrefix(message))
  }

  @Test func `errors of the scenarios file give exit status 1`() async {
    var world = Self.world
    world.files.contents["small.scenarios.json"] = Array(
      Self.scenarios.replacing("\"ask\"", with: "\"aks\"").utf8)
    let outcome = await world.run("simulate", "small.json")
    #expect(outcome.status == .problemsFound)
    #expect(outcome.data == "")
    #expect(outcome.diagnostics.hasPrefix("small.scenarios.json:3:"))
  }

  private static var startsWorld: TestWorld {
    var world = Self.world
    world.files.contents["small.json"] = Array(
      Self.flow.replacing("\"deadline\": \"3s\",", with: "\"deadline\": \"3s\", \"ifRunning\": \"join\",")
        .utf8)
    world.files.contents["small.scenarios.json"] = Array(
      """
      {
        "scenariosFor": "small.json",
        "defaults": { "inputs": { "signed-in": true }, "steps": { "ask": { "takes": "500ms" } } },
        "scenarios": {
          "twice": { "starts": ["200ms", { "at": "300ms", "inputs": { "signed-in": false } }] }
        }
      }
      """.utf8)
    return world
  }

  @Test func `text shows what each further start does`() async throws {
    let outcome = await Self.startsWorld.run(["simulate", "small.json", "-s", "twice", "--width", "80"])
    #expect(outcome.status == .fine)
    let lines = outcome.data.split(separator: "\n").map(String.init)
    #expect(lines.contains("start after 200 ms: joins the first run, which lands on home after 500 ms"))
    let own = try #require(lines.firstIndex(of: "start after 300 ms: begins a run of its own:"))
    #expect(lines[own...].contains { $0.hasPrefix("landed on login at 0 s") })
  }

  @Test func `JSON has an entry for each further start`() async throws {
    let outcome = await Self.startsWorld.run(["simulate", "small.json", "-s", "twice", "-f", "json"])
    let value = try JSONValue(parsing: outcome.data)
    func at(_ path: String...) -> JSONValue? { value[JSONPointer(tokens: ["starts"] + path)] }
    #expect(at("0", "is") == "join")
    #expect(at("0", "at") == 200_000_000)
    #expect(at("0", "holds") == 0)
    #expect(at("0", "run") == .null)
    #expect(at("1", "is") == "begin")
    #expect(at("1", "holds") == 2)
    #expect(at("1", "run", "landing", "page") == "login")
  }

  @Test func `a page has a card for each start`() async {
    let outcome = await Self.startsWorld.run(["simulate", "small.json", "-s", "twice", "-f", "html"])
    #expect(outcome.status == .fine)
    for words in [
      "3 starts", "first start", "start after 200 ms", "joins the first run", "start after 300 ms",
    ] {
      #expect(outcome.data.contains(words), "\(words)")
    }
  }

  @Test func `many runs have no further starts`() async {
    let outcome = await Self.startsWorld.run(["simulate", "small.json", "-s", "twice", "--runs", "5"])
    #expect(outcome.status == .wrongUsage)
    #expect(outcome.diagnostics.contains("further starts are played in a single run; leave out '--runs'"))
  }

  @Test func `a picture of one run says that it leaves the others out`() async {
    let outcome = await Self.startsWorld.run(["simulate", "small.json", "-s", "twice", "-f", "otlp"])
    #expect(outcome.status == .fine)
    #expect(
      outcome.diagnostics
        == "note: 'otlp' shows the first of 3 starts; 'text', 'json' and 'html' show them all\n")
  }
}
