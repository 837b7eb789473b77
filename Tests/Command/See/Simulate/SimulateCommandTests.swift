@testable import LaunchFlowCommand
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
        "many": { "runs": 20, "seed": 3, "steps": { "ask": { "takes": { "quantiles": { "p0": "1s", "p100": "3s" } } } } }
      }
    }
    """

  static var world: TestWorld {
    var world = TestWorld()
    world.files = ["small.json": flow, "small.scenarios.json": scenarios]
    return world
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

  @Test func `a page has a card for each start`() async {
    let outcome = await Self.startsWorld.run(["simulate", "small.json", "-s", "twice", "-f", "html"])
    #expect(outcome.status == .fine)
    for words in [
      "3 starts", "first start", "start after 200 ms", "joins the first run", "start after 300 ms",
    ] {
      #expect(outcome.data.contains(words), "\(words)")
    }
  }
}
