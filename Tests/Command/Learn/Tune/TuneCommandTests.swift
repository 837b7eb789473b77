import Foundation
@testable import LaunchFlowCommand
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

  @Test func `a better flow is written with nothing else changed, and its figures hold`() async throws {
    let world = Self.world()
    let outcome = await world.run(
      Self.quick + Self.vary + ["--keep", "degraded<=+5%", "--output", "tuned.json"])
    #expect(outcome.status == .fine, "\(outcome)")
    // The file differs in the reported values alone.
    var expected = Self.flow
    for line in outcome.data.split(separator: "\n") where line.contains(" → ") {
      let words = line.split(separator: " ").map(String.init)
      expected = expected.replacing("\"timeout\": \"\(words[1])\"", with: "\"timeout\": \"\(words[3])\"")
    }
    #expect(expected != Self.flow && world.files.written.texts["tuned.json"] == expected)
    // simulate says of the written file what tune says.
    let line = try #require(outcome.data.split(separator: "\n").first { $0.hasPrefix("p95") })
    let p95 = try #require(line.split(separator: " ", maxSplits: 3).last).trimmingCharacters(in: [" "])
    let seed = try #require(outcome.data.firstMatch(of: /of seed (\d+)/)?.1)
    let simulated = await world.run(
      "simulate", "tuned.json", "--scenarios", "small.scenarios.json", "-s", "day", "--runs", "400", "--seed",
      String(seed))
    #expect(simulated.data.contains("p95 \(p95)"), "\(p95) \(simulated.data)")
    let proof = await world.run("verify", "tuned.json", "--format", "json")
    #expect(proof.status == .fine)
  }

  @Test func `thousands of keys are refused`() async {
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
  }
}
