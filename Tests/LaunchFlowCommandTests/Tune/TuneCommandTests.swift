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
    #expect(report["found"] == true && report["minimise"] == "p95")
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
