import Foundation
import LaunchFlowModel
import Testing

@testable import LaunchFlowCommand

@Suite struct VerifyCommandTests {
  static func world(promises: String) -> TestWorld {
    var world = TestWorld()
    world.files = [
      "small.json": """
      {
        "flow": "small", "deadline": "3s", "pages": ["home", "login"],
        "steps": {
          "ask": { "http": { "url": "https://example.com/ask" }, "timeout": "2s",
                   "failures": { "refused": { "status": 401 } } }
        },
        "landings": [ { "page": "home", "when": { "ask": "succeeded" } }, { "page": "login" } ],
        "promises": \(promises)
      }
      """
    ]
    return world
  }

  @Test func `a proved promise is reported as such`() async {
    let world = Self.world(
      promises: #"[ { "within": "2s" }, { "never": { "landing": "home", "ask": "refused" } } ]"#)
    let outcome = await world.run("verify", "small.json", "--ascii")
    #expect(outcome.status == .fine)
    #expect(
      outcome.data.hasPrefix(
        """
        small: 2 states, every run explored

        ok every run lands
        ok the latest landing is at 2s, on home; the deadline is 3s
            home: 2s at the latest
            login: 2s at the latest
        ok promise 1: { "within": "2s" }
        ok promise 2: { "never": { "landing": "home", "ask": "refused" } }

        The latest landing:

        """), "\(outcome.data)")
  }

  @Test func `a broken promise is refuted by a run that simulate replays`() async throws {
    var world = Self.world(promises: #"[ { "within": "1s" }, { "always": { "ask": "succeeded" } } ]"#)
    let outcome = await world.run("verify", "small.json", "--format", "json", "--output", "found.json")
    #expect(outcome.status == .problemsFound)
    let value = try JSONValue(parsing: outcome.data)
    #expect(value[JSONPointer(tokens: ["lands"])] == true)
    #expect(value[JSONPointer(tokens: ["complete"])] == true)
    #expect(value[JSONPointer(tokens: ["worstCase", "at"])] == 2_000_000_000)
    #expect(value[JSONPointer(tokens: ["promises", "0", "holds"])] == false)
    #expect(value[JSONPointer(tokens: ["promises", "1", "holds"])] == false)
    #expect(value[JSONPointer(tokens: ["unreachable"])] == .array([]))

    let found = try #require(outcome.writtenFiles["found.json"])
    world.files.contents["found.json"] = Array(found.utf8)
    let replay = await world.run(
      "simulate", "small.json", "--scenarios", "found.json", "--scenario", "breaks-promise-1", "--format",
      "json")
    #expect(try JSONValue(parsing: replay.data)[JSONPointer(tokens: ["landing", "at"])] == 2_000_000_000)
    let refuted = await world.run(
      "simulate", "small.json", "--scenarios", "found.json", "--scenario", "breaks-promise-2", "--format",
      "json")
    #expect(try JSONValue(parsing: refuted.data)[JSONPointer(tokens: ["landing", "page"])] == "login")
  }

  /// That `slow` cannot fail before the landing is a matter of time, which only an exploration shows.
  @Test func `a proof that is not finished is not a success`() async {
    var world = TestWorld()
    world.files = [
      "race.json": """
      {
        "flow": "race", "deadline": "9s", "pages": ["home"],
        "steps": {
          "fast": { "action": "fast", "timeout": "1s" },
          "slow": { "action": "slow", "timeout": "3s", "retry": { "attempts": 2, "delay": "5s", "jitter": "none",
            "on": ["network", "timeout", "server", "throttled", "client", "business", "malformed", "error", "offline"] } }
        },
        "landings": [ { "page": "home", "after": ["fast"] } ],
        "promises": [ { "within": "1s" }, { "never": { "slow": ["failed", "timed-out"] } } ]
      }
      """
    ]
    let outcome = await world.run("verify", "race.json", "--budget", "1", "--ascii")
    #expect(outcome.status == .couldNotRun)
    #expect(
      outcome.data.hasPrefix(
        """
        race: 2 states found; 1 state was not explored, because the budget of 1 state is used up. Lines marked ? are \
        not decided.

        ok every run lands (the deadline ends every run, and the last landing rule has no condition)
        ok the latest landing is at 1s, on home; the deadline is 9s (by arithmetic)
            home: 1s at the latest
        ok promise 1: { "within": "1s" } (by arithmetic)
        ? promise 2: { "never": { "slow": ["failed", "timed-out"] } }: neither proved nor refuted so far

        """), "\(outcome.data)")
    #expect(await world.run("verify", "race.json").status == .fine)
  }

  @Test func `a part that may be reached is an open line`() async {
    var world = TestWorld()
    world.files = [
      "late.json": """
      {
        "flow": "late", "deadline": "9s", "pages": ["home", "login"],
        "steps": {
          "ask": { "action": "ask", "timeout": "1s", "deadline": "2s",
            "retry": { "attempts": 2, "delay": "3s", "jitter": "none" } }
        },
        "landings": [ { "page": "home", "when": { "ask": "succeeded" } }, { "page": "login" } ]
      }
      """
    ]
    let outcome = await world.run("verify", "late.json", "--budget", "1", "--ascii")
    #expect(outcome.status == .couldNotRun)
    #expect(
      outcome.data.contains("? no run reaches attempt 2 of ask: neither proved nor refuted so far\n"),
      "\(outcome.data)")
    #expect(await world.run("verify", "late.json").status == .fine)
  }

  @Test func `claims that need no exploration are proved by other means`() async throws {
    let promises = #"[ { "within": "2s" }, { "never": { "landing": "home", "ask": "refused" } } ]"#
    let world = Self.world(promises: promises)
    let outcome = await world.run("verify", "small.json", "--budget", "1", "--format", "json")
    #expect(outcome.status == .fine)
    let value = try JSONValue(parsing: outcome.data)
    func by(_ place: String...) -> JSONValue? { value[JSONPointer(tokens: place)] }
    #expect(by("landsBy") == "construction")
    #expect(by("worstCaseBy") == "arithmetic")
    #expect(by("worstCase", "at") == by("worstCase", "scenarioAt"))
    #expect(by("promises", "0", "by") == "arithmetic")
    #expect(by("promises", "1", "by") == "rules")
    #expect(by("complete") == true)
    #expect(by("unseen") == .array([]))
  }

  @Test func `without a path the flows of the working folder are verified, one by one`() async throws {
    var world = Self.world(promises: #"[ { "within": "2s" } ]"#)
    world.files.contents["late.json"] =
      Self.world(promises: #"[ { "within": "1s" } ]"#).files.contents["small.json"]
    world.files.contents["small.scenarios.json"] = Array(#"{ "scenariosFor": "small.json" }"#.utf8)
    let outcome = await world.run("verify")
    #expect(outcome.status == .problemsFound)
    #expect(outcome.data.components(separatedBy: "small: 2 states, every run explored\n").count == 3)
    // The run that refutes is drawn, the latest landings are not.
    #expect(outcome.data.contains("A run that breaks promise 1:"))
    #expect(!outcome.data.contains("The latest landing:"))
    #expect(outcome.diagnostics.hasSuffix("\n2 flows, 1 with problems\n"))

    let json = await world.run("verify", "small.json", "late.json", "--format", "json")
    let value = try JSONValue(parsing: json.data)
    #expect(value[JSONPointer(tokens: ["0", "promises", "0", "holds"])] == true)
    #expect(value[JSONPointer(tokens: ["1", "promises", "0", "holds"])] == false)
    let output = await world.run("verify", "--output", "found.json")
    #expect(output.status == .wrongUsage)
    #expect(output.diagnostics.hasPrefix("error: '--output' takes the runs of one flow; name one\n"))
  }

  @Test func `finding no flows is a failure`() async {
    let outcome = await TestWorld().run("verify")
    #expect(outcome.status == .couldNotRun)
    #expect(
      outcome.diagnostics == "error: no flows found in the working folder; name a file or a folder\n")
  }

  @Test func `the message about a duration shows the format of documents`() async {
    let outcome = await Self.world(promises: "[]").run("verify", "small.json", "--timeout", "60")
    #expect(outcome.status == .wrongUsage)
    #expect(outcome.diagnostics.contains("a duration such as 1m30s"))
  }
}
