@testable import LaunchFlowCommand
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@Suite struct SwitchSimulateCommandTests {
  static let document = """
    {
      "switch": "till",
      "factors": {
        "marked": { "manual": { "cache": "offline-marked" } },
        "network": {
          "probe": { "http": { "url": "https://probe.example.com/204", "expect": "none" }, "timeout": "3s" },
          "every": "60s", "everyWhileDown": "5s", "debounce": { "down": "2s", "up": "500ms" }
        },
        "service": {
          "watch": { "trade": ["POST /trade/*"], "member": ["/member/*"] },
          "confirm": { "http": { "url": "https://qos.example.com/${domain}" }, "timeout": "3s",
                       "results": { "faulty": { "at": "/fault", "equals": true } } },
          "poll": { "every": "15s", "jitter": "none" }
        }
      }
    }
    """
  static let scenarios = """
    {
      "scenariosFor": "till.json",
      "defaults": { "length": "5m", "probeTakes": "0s", "qosTakes": "0s" },
      "scenarios": {
        "bad-day": {
          "path": [{ "at": "3m", "is": "none" }, { "at": "3m30s", "is": "cellular" }],
          "incidents": [{ "domain": "trade", "from": "50s", "to": "100s", "failures": ["52s"] }],
          "marks": [{ "at": "4m", "is": "marked" }, { "at": "4m20s", "is": "unmarked" }]
        }
      }
    }
    """

  static var world: TestWorld {
    var world = TestWorld()
    world.files = ["till.json": document, "till.scenarios.json": scenarios]
    return world
  }

  /// A path that changes each millisecond for a week. A million events are for deep runs; `SwitchLimitTests` has fewer.
  @Test(.enabled(if: depth > 1))
  func `a run of too many events is stopped and says so`() async {
    var world = Self.world
    let flapping = """
      "flapping": {
        "length": "7d", "path": [{ "from": "0s", "to": "7d", "every": "1ms", "is": ["none", "wifi"] }]
      },
      "bad-day"
      """
    world.files.contents["till.scenarios.json"] = Array(
      Self.scenarios.replacing("\"bad-day\"", with: flapping).utf8)
    let outcome = await world.run("simulate", "till.json", "-s", "flapping", "--runs", "1000000000")
    #expect(outcome.status == .couldNotRun)
    #expect(outcome.diagnostics.contains("run 0 was stopped after 1000000 events, at "))
  }

  @Test(arguments: [("svg", "<svg "), ("html", "<!DOCTYPE html>")])
  func `a switch is drawn as SVG and as a page`(_ format: String, _ start: String) async {
    let outcome = await Self.world.run(
      "simulate", "till.json", "--scenario", "bad-day", "--format", format)
    #expect(outcome.status == .fine)
    #expect(outcome.data.hasPrefix(start))
    for words in ["(trade)", "question 1 about trade, 52 s: faulty", "path: cellular", "offline: marked"] {
      #expect(outcome.data.contains(words), "\(words)")
    }
  }
}
