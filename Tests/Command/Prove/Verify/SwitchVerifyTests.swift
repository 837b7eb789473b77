import LaunchFlowModel
import Testing

@testable import LaunchFlowCommand

@Suite struct SwitchVerifyTests {
  private func world(promises: String, length: String = "70s") -> TestWorld {
    var world = TestWorld()
    world.files = [
      "offline.json": """
      {
        "switch": "till",
        "factors": {
          "network": {
            "probe": {
              "http": { "url": "https://probe.example.com/204", "method": "HEAD", "expect": "none" },
              "timeout": "3s"
            },
            "every": "10s", "everyWhileDown": "4s"
          }
        }
      }
      """,
      "offline.scenarios.json": """
      {
        "scenariosFor": "offline.json",
        "defaults": { "length": "\(length)" },
        "scenarios": {
          "cable-pulled": {
            "network": [{ "from": "20s", "to": "40s", "is": "silent" }]
            \(promises)
          }
        }
      }
      """,
    ]
    return world
  }

  @Test func `proved promises are shown with the greatest figures`() async {
    let world = world(promises: #", "promises": { "recover": "<=13s500ms", "flips": "<=2" }"#)
    let outcome = await world.run("verify", "offline.json", "--ascii")
    #expect(outcome.status == .fine)
    let lines = outcome.data.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    #expect(outcome.data.hasPrefix("till, cable-pulled: "))
    #expect(
      lines.joined(separator: "\n") == """

        ok recover <=13s500ms: 13s500ms at most
        ok flips <=2: 2 at most
            detect: 14s at most
            falseOfflines: 0 at most
            missed: 0 at most

        """, "\(outcome.data)")
  }

  @Test func `a broken promise is refuted by a run that simulate replays`() async throws {
    var world = world(promises: #", "promises": { "recover": "<=10s" }"#)
    let outcome = await world.run("verify", "offline.json", "--format", "json", "--output", "found.json")
    #expect(outcome.status == .problemsFound)
    let value = try JSONValue(parsing: outcome.data)
    #expect(value[JSONPointer(tokens: ["figures", "0", "holds"])] == false)
    #expect(value[JSONPointer(tokens: ["complete"])] == true)
    let found = try #require(outcome.writtenFiles["found.json"])
    world.files.contents["found.json"] = Array(found.utf8)
    let played = await world.run(
      "simulate", "offline.json", "--scenarios", "found.json", "--scenario", "cable-pulled-breaks-recover",
      "--format", "json")
    #expect(played.status == .fine, "\(played.diagnostics)")
    #expect(played.data.contains("13499999999"), "\(played.data)")
  }

  @Test func `a search that is not finished has its own status`() async {
    let promises = #", "promises": { "recover": "<=20s" }"#
    let cut = await world(promises: promises).run("verify", "offline.json", "--budget", "5", "--ascii")
    #expect(cut.status == .couldNotRun)
    #expect(cut.data.contains("? recover <=20s"), "\(cut.data)")
    let short = await world(promises: promises, length: "45s").run("verify", "offline.json", "--ascii")
    #expect(short.status == .couldNotRun)
    #expect(short.data.contains("give it a longer \"length\""), "\(short.data)")
  }

  @Test func `in a folder only switches with promises are verified`() async {
    let none = await world(promises: "").run("verify")
    #expect(none.status == .couldNotRun && none.data.isEmpty)
    let some = await world(promises: #", "promises": { "flips": "<=2" }"#).run("verify")
    #expect(some.status == .fine && some.data.contains("flips <=2"))
  }

  @Test func `a promise is an upper bound`() async {
    let outcome = await world(promises: #", "promises": { "flips": "==2" }"#).run("check")
    #expect(outcome.status == .problemsFound)
    #expect(outcome.data.contains("a promise is an upper bound"), "\(outcome.data)")
  }
}
