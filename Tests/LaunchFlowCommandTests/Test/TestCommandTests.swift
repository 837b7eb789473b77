import Foundation
import LaunchFlowCommand
import Testing

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

  @Test func `met expectations succeed and show the coverage`() async {
    let outcome = await Self.world(expecting: "login").run("test", "small.scenarios.json")
    #expect(outcome.status == .fine)
    #expect(
      outcome.data == """
        small.scenarios.json: 2 of 2 passed
          ✓ fine: home at 500ms
          ✓ hang: login at 2s
          landing rules 2 of 2
          failures 0 of 1; never: ask: refused

        """)
    #expect(outcome.diagnostics == "2 scenarios, 0 failed\n")
  }

  @Test func `a failure shows its place, the values, the run and the command that repeats it`() async {
    let outcome = await Self.world(expecting: "home").run("test", "small.json")
    #expect(outcome.status == .problemsFound)
    #expect(
      outcome.data.contains("    small.scenarios.json:8:30: landing: expected home, got login\n"))
    #expect(outcome.data.contains("landed on login at 2 s"))
    #expect(outcome.data.contains("again: launchflow simulate small.json --scenario hang\n"))
    #expect(outcome.diagnostics == "2 scenarios, 1 failed\n")
  }

  @Test func `a page shows each scenario and what failed`() async {
    let outcome = await Self.world(expecting: "home").run("test", "small.json", "--format", "html")
    #expect(outcome.status == .problemsFound)
    #expect(outcome.data.contains("1 of 2 not as expected"))
    #expect(outcome.data.contains("small.scenarios.json:8:30: landing: expected home, got login"))
    #expect(outcome.data.ranges(of: "class=\"card\"").count == 2)
  }

  @Test func `junit reports are well-formed`() async {
    let outcome = await Self.world(expecting: "home").run("test", "small.json", "--format", "junit")
    #expect(
      outcome.data == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="launchflow" tests="2" failures="1">
          <testsuite name="small.scenarios.json" tests="2" failures="1">
            <testcase name="fine" classname="small" file="small.scenarios.json"/>
            <testcase name="hang" classname="small" file="small.scenarios.json">
              <failure message="landing: expected home, got login">\
        small.scenarios.json:8:30: landing: expected home, got login
        again: launchflow simulate small.json --scenario hang</failure>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func `finding no scenarios is a failure`() async {
    var world = TestWorld()
    world.files = ["folder/other.json": "{}"]
    let outcome = await world.run("test", "folder")
    #expect(outcome.status == .couldNotRun)
    #expect(outcome.diagnostics == "error: no scenarios found\n")
    let unnamed = await world.run("test")
    #expect(unnamed.status == .couldNotRun)
    #expect(
      unnamed.diagnostics
        == "error: no scenarios found in the working folder; name a file or a folder\n")
  }

  @Test func `without a path all scenarios of the working folder are played`() async {
    var world = Self.world(expecting: "login")
    for (path, bytes) in world.files.contents { world.files.contents["more/" + path] = bytes }
    let outcome = await world.run("test")
    #expect(outcome.status == .fine)
    #expect(
      outcome.data.split(separator: "\n").filter { $0.contains("passed") } == [
        "small.scenarios.json: 2 of 2 passed", "more/small.scenarios.json: 2 of 2 passed",
      ])
    #expect(outcome.diagnostics == "4 scenarios, 0 failed\n")
  }

  @Test(arguments: [(66, LaunchFlowCommand.ExitStatus.fine), (67, .problemsFound)])
  func `coverage below the bound fails`(bound: Int, status: LaunchFlowCommand.ExitStatus) async {
    let outcome = await Self.world(expecting: "login").run("test", "small.json", "--fail-under", "\(bound)")
    #expect(outcome.status == status)
  }

  private static let silent = """
    {
      "scenariosFor": "small.json",
      "defaults": { "inputs": { "signed-in": true }, "steps": { "ask": { "takes": "512ms" } } },
      "scenarios": {
        "fine":   {},
        "hang": { "x-why":  1.0,
          "steps": { "ask": { "hang":true } }

        },
        "refused": { "steps": { "ask": { "result": "refused" } } }, "spoken": { "expect": { "landing": "home" } },
        "many": {
          "runs": 50
        }
      }
    }

    """

  @Test func `outcomes are recorded, and the rest of the file stays the same`() async {
    var world = Self.world(expecting: "login")
    world.files.contents["small.scenarios.json"] = Array(Self.silent.utf8)
    let before = await world.run("test", "small.json")
    #expect(before.status == .fine)
    #expect(before.data.contains("✓ fine: home at 512ms; no \"expect\"\n"))
    #expect(
      before.diagnostics == "5 scenarios, 0 failed; 4 without an \"expect\"; --record writes one\n")
    let outcome = await world.run("test", "--record", "small.json")
    #expect(outcome.status == .fine)
    #expect(
      outcome.diagnostics == """
        small.scenarios.json: wrote an \"expect\" for fine, hang, refused, many; review it before you keep it
        5 scenarios, 0 failed

        """)
    let expected = Self.silent.replacing(
      "\"fine\":   {}",
      with: """
        "fine":   { "expect": { "landing": "home", "within": "600ms" } }
        """
    ).replacing(
      "{ \"hang\":true } }\n",
      with: """
        { "hang":true } },
              "expect": { "landing": "login", "within": "2s", "steps": { "ask": "timed-out" } }

        """
    ).replacing(
      "{ \"result\": \"refused\" } }",
      with: """
        { "result": "refused" } },
              "expect": { "landing": "login", "within": "100ms", "steps": { "ask": "refused" } }
        """
    ).replacing(
      "\"runs\": 50",
      with: """
        "runs": 50,
              "expect": { "landing": "home", "p95": "<=600ms", "within": "600ms" }
        """)
    #expect(outcome.writtenFiles["small.scenarios.json"] == expected)
    let again = await world.run("test", "--record", "small.json")
    #expect(again.diagnostics == "5 scenarios, 0 failed\n")
  }

  @Test func `a shared expectation is reported at its place under defaults`() async {
    var world = Self.world(expecting: "login")
    world.files.contents["small.scenarios.json"] = Array(
      """
      {
        "scenariosFor": "small.json",
        "defaults": { "inputs": { "signed-in": true }, "expect": { "landing": "login" } },
        "scenarios": { "fine": {} }
      }
      """.utf8)
    let outcome = await world.run("test", "small.json")
    #expect(outcome.status == .problemsFound)
    #expect(outcome.data.contains("small.scenarios.json:3:73: landing: expected login, got home\n"))
  }

  @Test func `coverage counts runs up to a limit and reports the rest`() async {
    var world = Self.world(expecting: "login")
    let many = { (runs: Int) in
      Array(
        """
        {
          "scenariosFor": "small.json", "defaults": { "inputs": { "signed-in": true } },
          "scenarios": { "odd-day": {
            "runs": \(runs), "steps": { "ask": { "odds": { "ok": 0.999, "hang": 0.001 } } }, "expect": { "within": "2s" } } }
        }
        """.utf8)
    }
    world.files.contents["small.scenarios.json"] = many(10_000)
    let all = await world.run("test", "small.json")
    // Only one run in a thousand lands on login.
    #expect(all.data.contains("  landing rules 2 of 2\n"))
    #expect(!all.data.contains("coverage counts"))
    world.files.contents["small.scenarios.json"] = many(10_001)
    let more = await world.run("test", "small.json")
    #expect(more.data.hasSuffix("  coverage counts the first 10000 of the 10001 runs of odd-day\n"))
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

  @Test func `a failed share that no single run violates is not drawn`() async {
    var world = Self.world(expecting: "login")
    world.files.contents["small.scenarios.json"] = Array(
      """
      { "scenariosFor": "small.json", "defaults": { "inputs": { "signed-in": true } },
        "scenarios": { "many": { "runs": 2, "expect": { "steps": { "ask": "succeeded" } } } } }
      """.utf8)
    let outcome = await world.run("test", "small.json")
    #expect(
      outcome.data.contains(
        """
          ✗ many: 2 runs
            small.scenarios.json:2:69: steps.ask: expected a single run, got 2 runs, told by page and time alone
            again: launchflow simulate small.json --scenario many

        """))
  }

  @Test func `scenarios of a switch are played as well`() async throws {
    let fine = try Binary.run(["test", "flows/offline-switch.json"])
    #expect(fine.status == 0)
    #expect(String(decoding: fine.data, as: UTF8.self).contains("  ✓ cable-pulled: 2 flips\n"))
    var world = TestWorld()
    world.files = [
      "switch.json": """
      { "switch": "offline", "factors": { "marked": { "manual": { "cache": "marked" } } } }
      """,
      "switch.scenarios.json": """
      {
        "scenariosFor": "switch.json",
        "scenarios": {
          "pressed": { "length": "1m", "marks": [{ "at": "5s", "is": "marked" }], "expect": { "flips": "==0" } }
        }
      }
      """,
    ]
    let outcome = await world.run("test", "switch.json")
    #expect(outcome.status == .problemsFound)
    #expect(outcome.data.contains("switch.scenarios.json:4:98: flips: expected ==0, got 1\n"))
    #expect(outcome.data.contains("  ✗ pressed: 1 flip\n"))
    #expect(outcome.data.contains("    again: launchflow simulate switch.json --scenario pressed\n"))
  }
}
