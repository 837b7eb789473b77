import Foundation
import LaunchFlowCommand
import LaunchFlowModel
import Testing

/// `tune` on a command line.
@Suite struct TuneCommandTests {
  static let flow = """
    {
      "flow": "small",
      "deadline": "10s",
      "pages": ["home"],
      "steps": {
        "ask": { "http": { "url": "https://e.co/ask" }, "timeout": "4s", "fallback": [{ "value": 1 }] },
        "tell": {
          "needs": ["ask"],
          "http": { "url": "https://e.co/tell" }, "timeout": "2s",
          "fallback": [{ "value": 1 }]
        }
      },
      "landings": [{ "page": "home", "after": ["tell"] }]
    }

    """
  static let scenarios = """
    { "scenariosFor": "small.json", "scenarios": { "day": { "steps": {
        "ask": { "takes": { "median": "300ms", "p99": "3s" }, "odds": { "ok": 0.9, "hang": 0.1 } },
        "tell": { "takes": { "median": "300ms", "p99": "5s" } } } } } }
    """
  static let vary = ["--vary", "ask.timeout=1s,2s,4s", "--vary", "tell.timeout=1s..3s", "--points", "5"]
  static let quick = ["tune", "small.json", "-s", "day", "--runs", "100"]

  static func world(_ flow: String = flow) -> TestWorld {
    var world = TestWorld()
    world.files = ["small.json": flow, "small.scenarios.json": scenarios]
    return world
  }

  static func json(_ text: String) throws -> JSONObject {
    try #require(try JSONValue(parsing: Array(text.utf8)).object)
  }

  @Test func `a better flow is written with nothing else changed, and its figures hold`() async throws {
    let world = Self.world()
    let outcome = await world.run(
      Self.quick + Self.vary + [
        "--keep", "degraded<=+5%", "--format", "json", "--output", "tuned.json", "--page", "page.html",
      ])
    #expect(outcome.status == .fine, "\(outcome)")
    let report = try Self.json(outcome.data)
    #expect(report["found"] == true && report["allCombinations"] == true && report["minimise"] == "p95")
    // The file differs in the reported values alone.
    let changes = try #require(report["changes"]?.array).compactMap(\.object)
    var expected = Self.flow
    for change in changes {
      let (old, new) = (try #require(change["old"]?.string), try #require(change["new"]?.string))
      #expect(
        change["path"]?.string == "/steps/\(change["key"]?.string == "ask.timeout" ? "ask" : "tell")/timeout")
      expected = expected.replacing("\"timeout\": \"\(old)\"", with: "\"timeout\": \"\(new)\"")
    }
    #expect(!changes.isEmpty && world.files.written.texts["tuned.json"] == expected)
    #expect(try #require(world.files.written.texts["page.html"]).lowercased().hasPrefix("<!doctype html>"))
    // simulate says of the written file what tune says.
    let tuned = try #require(report["tuned"]?.object?["confirmed"]?.object)
    let seed = try #require(report["seeds"]?.object?["confirmed"]?.number)
    let simulated = await world.run(
      "simulate", "tuned.json", "--scenarios", "small.scenarios.json", "-s", "day", "--runs", "400", "--seed",
      String(Int(seed)), "--format", "json")
    let played = try Self.json(simulated.data)
    #expect(tuned["runs"] == 400 && seed >= 2 && tuned["degraded"] == played["degraded"])
    #expect(tuned["p95"] == played["at"]?.object?["p95"])
    let proof = await world.run("verify", "tuned.json", "--format", "json")
    #expect(proof.status == .fine)
  }

  @Test func `the patch makes the written file`() async throws {
    let world = Self.world()
    let words = Self.quick + Self.vary + ["--keep", "degraded<=+5%"]
    let outcome = await world.run(words + ["--format", "diff", "--output", "tuned.json"])
    let folder = URL.temporaryDirectory.appending(path: "tune-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.flow.utf8).write(to: folder.appending(path: "small.json"))
    try Data(outcome.data.utf8).write(to: folder.appending(path: "change.diff"))
    let patched = try Binary.shell("cd '\(folder.path())' && git apply change.diff && cat small.json")
    #expect(patched.status == 0, "\(patched.diagnostics)")
    #expect(String(decoding: patched.data, as: UTF8.self) == world.files.written.texts["tuned.json"])
    #expect(outcome.data.hasPrefix("--- a/small.json\n+++ b/small.json\n@@ -"))
    let pipe = await world.run(words + ["--jobs", "5", "--format", "diff"])
    #expect(pipe.data == outcome.data)
  }

  @Test func `a layout that is not canonical keeps every other byte`() async throws {
    let odd = Self.flow.replacing("  \"deadline\"", with: "\t\"deadline\"   ")
    let world = Self.world(odd)
    let outcome = await world.run(
      Self.quick + ["--vary", "ask.timeout=1s,4s", "--keep", "degraded<=+30%", "-o", "t.json"])
    #expect(outcome.status == .fine, "\(outcome)")
    #expect(world.files.written.texts["t.json"] == odd.replacing("\"4s\"", with: "\"1s\""))
  }

  @Test func `a key that the step lacks is added, and one that is not wanted is removed`() async throws {
    let world = Self.world(
      Self.flow.replacing("\"timeout\": \"4s\"", with: "\"timeout\": \"4s\", \"deadline\": \"3s\""))
    let outcome = await world.run(
      Self.quick + [
        "--vary", "ask.deadline=none", "--vary", "ask.retry.attempts=2,3", "--vary", "ask.timeout=1s",
        "--minimise",
        "degraded", "--keep", "p95<=9s", "--keep", "worst<=10s", "-o", "t.json",
      ])
    #expect(outcome.status == .fine, "\(outcome)")
    let ask = try Self.json(try #require(world.files.written.texts["t.json"]))["steps"]?.object?["ask"]?
      .object
    #expect(ask?["deadline"] == nil && ask?["timeout"] == "1s" && ask?["retry"]?.object?["attempts"] != nil)
    #expect(await world.run("fmt", "--check", "t.json").status == .fine)
  }

  @Test func `without a better flow nothing is written and the status is 1`() async throws {
    let world = Self.world()
    let outcome = await world.run(
      Self.quick + [
        "--vary", "ask.timeout=1s,2s", "--keep", "degraded<=1%", "-o", "t.json", "--page", "p.html",
      ])
    #expect(outcome.status == .problemsFound)
    #expect(world.files.written.texts.isEmpty)
    #expect(
      outcome.data.hasPrefix(
        """
        small · day · p95 minimised · degraded<=1%

        No better flow keeps the rules. 2 candidates played, which are all combinations.
        The nearest one breaks degraded<=1%: ask.timeout 2s, with p95
        """), "\(outcome.data)")
    let diff = await world.run(
      Self.quick + ["--vary", "ask.timeout=1s,2s", "--keep", "degraded<=1%", "-f", "diff"])
    #expect(diff.data.isEmpty && diff.status == .problemsFound)
    #expect(diff.diagnostics.split(separator: "\n").count == 2)
    #expect(diff.diagnostics.hasPrefix("No better flow keeps the rules. 2 candidates played"))
  }

  @Test(arguments: [
    ([], "there is nothing to vary; write '--vary ask.timeout=2s..8s', for example"),
    (["--vary", "aks.timeout=1s..2s"], "--vary: unknown step 'aks'; did you mean 'ask'?"),
    (
      ["--vary", "ask.timeout=1s", "--vary", "ask.timeout=2s"], "--vary: 'ask.timeout' is varied twice"
    ),
    (
      ["--vary", "ask.timeout=1s", "--keep", "degrade<=2%"],
      "--keep: 'degrade' is no figure; did you mean 'degraded'?"
    ),
    (
      ["--vary", "ask.timeout=1s", "--minimise", "p96"], "--minimise: 'p96' is no figure; did you mean 'p90'?"
    ),
    (
      ["--vary", "ask.timeout=1s", "--maximise", "p95"],
      "--maximise: 'p95' is minimised; write '--minimise p95'"
    ),
    (
      ["--vary", "ask.timeout=1s", "--maximise", "home", "--minimise", "p95"],
      "--maximise: there can be one goal; bound the other figure by '--keep'"
    ),
    (
      ["--vary", "ask.timeout=1s", "--output", "-"],
      "'--output' and '--page' take a file's name; standard output is for the report"
    ),
    (
      ["--vary", "ask.timeout=1s", "--runs", "10000001"],
      "'--runs' is at most 10000000: each candidate is played so often"
    ),
    (
      ["--vary", "ask.timeout=1s", "-s", "*"], "flows are tuned under one scenario; name one"
    ),
    (
      ["--vary", "tell.retry.attempts=0..3"],
      "--vary: tell.retry.attempts: '0' is no number of attempts; write a whole number from 1 to 1000"
    ),
  ])
  func `a wrong command line says what to write`(words: [String], message: String) async {
    let outcome = await Self.world().run(Self.quick + words)
    #expect(outcome.status == .wrongUsage && outcome.data.isEmpty)
    #expect(outcome.diagnostics.hasPrefix("error: \(message)\n"), "\(outcome.diagnostics)")
  }

  @Test func `a scenario is needed`() async {
    let outcome = await Self.world().run("tune", "small.json", "--vary", "ask.timeout=1s..2s")
    #expect(outcome.status == .wrongUsage)
    #expect(
      outcome.diagnostics.hasPrefix("error: name a scenario with odds by '--scenario'; 'launchflow learn'"))
  }

  @Test func `a value that makes no flow is wrong usage, and thousands of keys are refused`() async {
    var steps: [String] = []
    for number in 0..<70 {
      steps.append(
        #""s\#(number)": { "http": { "url": "https://example.com/\#(number)" }, "timeout": "1s" }"#)
    }
    let many = Self.world(
      """
      { "flow": "small", "deadline": "10s", "pages": ["home"], "steps": { \(steps.joined(separator: ", ")) },
        "landings": [{ "page": "home", "after": ["s0"] }] }
      """)
    let scenario = #"{ "scenariosFor": "small.json", "scenarios": { "day": {} } }"#
    try? many.files.write(Array(scenario.utf8), to: "small.scenarios.json")
    let outcome = await many.run(Self.quick + ["--vary", "*.timeout=1s..2s"])
    #expect(outcome.status == .wrongUsage)
    #expect(outcome.diagnostics.hasPrefix("error: 70 keys are too many to vary together; vary at most 64\n"))
    let none = await many.run(Self.quick + ["--vary", "s0.useFallbackAfter=1s"])
    #expect(none.status == .wrongUsage)
    #expect(
      none.diagnostics.hasPrefix("error: --vary s0.useFallbackAfter: no value makes a sound flow: "))
  }
}
