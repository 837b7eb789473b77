import LaunchFlowModel
import LaunchFlowScenarios
import Testing

@Suite struct ScenarioWritingTests {
  @Test func `written scenarios read back the same`() throws {
    let text = """
      {
        "scenariosFor": "flow.json",
        "defaults": { "inputs": { "signed-in": true } },
        "scenarios": {
          "all": {
            "summary": "Everything that a scenario may say.", "runs": 10, "seed": 7,
            "inputs": { "signed-in": false },
            "caches": { "a": { "value": { "x": [1, null] }, "age": "1d" }, "b": null },
            "steps": {
              "s": [
                { "takes": "1s", "error": "network", "wait": "30ms" }, { "hang": true, "ignoresCancellation": true }
              ],
              "s.fallback": { "result": "good" },
              "t": { "takes": { "uniform": ["1s", "2s"] }, "response": { "status": 401, "body": { "code": 1 } } },
              "u": { "takes": { "median": "1s", "p99": "4s" }, "response": { "status": 500, "text": "no" } },
              "*": { "takes": { "samples": ["1s", "3s"] }, "odds": { "ok": 0.9, "hang": 0.1 } },
              "v": { "value": 3 }
            },
            "network": [ { "from": "0s", "to": "4s", "is": "silent" }, { "from": "5s", "is": "refused" } ],
            "offline": [ { "from": "1s", "to": "2s", "domain": "trade" }, { "from": "3s" } ],
            "cancel": "4s",
            "expect": {
              "landing": { "home": ">=0.99" }, "within": "10s", "degraded": true, "cancelled": false, "notice": "",
              "steps": { "s": { "is": ["failed", "skipped"], "source": "live", "attempts": 2 } },
              "order": ["s", "t"], "p95": "<=9s"
            }
          },
          "one": { "expect": { "landing": "home" } },
          "slow": { "network": "very-bad" },
          "twice": {
            "starts": [ "1s", { "at": "2s", "inputs": { "signed-in": false } } ],
            "expect": { "starts": [ "join", { "is": "replace", "landing": ["home", "login"] } ] }
          },
          "slow-then-silent": { "network": { "is": "3g", "outages": [ { "from": "5s", "is": "silent" } ] } }
        }
      }
      """
    let source = SourceText(name: "scenarios", bytes: Array(text.utf8))
    let file = try #require(ScenarioFile.read(source).document)
    let written = SourceText(name: "written", bytes: Array(file.json.text(.pretty).utf8))
    let again = try #require(ScenarioFile.read(written).document)
    #expect(again == file)
    #expect(again.scenarios.map(\.link) == [nil, nil, .veryBad, nil, .threeG])
    #expect(again.scenarios.map(\.network.count) == [2, 0, 0, 0, 1])
    #expect(again.scenarios[0].steps[0].attempts[0].wait == .milliseconds(30))
  }
}
