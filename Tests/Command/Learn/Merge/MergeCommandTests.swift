@testable import LaunchFlowCommand
import LaunchFlowModel
import LaunchFlowTestFlows
import Testing

@Suite struct MergeCommandTests {
  /// Lands on either page, with a time-out that many runs share and with steps that fail.
  private static let scenarios = """
    {
      "scenariosFor": "small.json",
      "defaults": { "inputs": { "signed-in": true } },
      "scenarios": {
        "many": {
          "steps": { "ask": { "takes": { "median": "500ms", "p99": "3s" }, "odds": { "ok": 0.9, "server": 0.1 } } }
        }
      }
    }
    """

  private static var world: TestWorld {
    var world = SimulateCommandTests.world
    world.files.contents["small.scenarios.json"] = Array(scenarios.utf8)
    return world
  }

  private static let play = ["small.json", "-s", "many", "--runs", "700", "--seed", "5"]

  private static func shard(_ text: String, _ words: [String] = play, in world: TestWorld = world) async
    -> String
  {
    let outcome = await world.run(["simulate"] + words + ["--shard", text])
    #expect(outcome.status == .fine && outcome.diagnostics.isEmpty)
    #expect(outcome.data.count { $0 == "\n" } == 1 && outcome.data.last == "\n")
    return outcome.data
  }

  private static func merge(_ input: String, _ words: String...) async -> TestWorld.Outcome {
    var world = world
    world.files.standardInput = Array(input.utf8)
    return await world.run(["merge", "small.json"] + words)
  }

  @Test func `shards in any order give the bytes of the whole`() async {
    let count = 4
    var random = SeededRandom(seed: 7)
    var lines: [String] = []
    let play = ["small.json", "-s", "many", "--runs", "150", "--seed", "5"]
    for index in (1...count).shuffled(using: &random) {
      lines.append(await Self.shard("\(index)/\(count)", play))
    }
    for format in ["text", "json", "jsonl", "html"] {
      let whole = await Self.world.run(["simulate"] + play + ["-f", format])
      let merged = await Self.merge(lines.joined(), "-f", format)
      #expect(merged.status == .fine && merged.diagnostics.isEmpty && merged.data == whole.data)
    }
    let (narrow, wide) = (await Self.merge(lines.joined(), "--width", "60"), await Self.merge(lines.joined()))
    #expect(narrow.data != wide.data)
  }

  @Test func `more shards than runs`() async {
    let play = ["small.json", "-s", "many", "--runs", "3"]
    var lines = ""
    for index in 1...5 { lines += await Self.shard("\(index)/5", play) }
    let whole = await Self.world.run(["simulate"] + play + ["-f", "json"])
    #expect(await Self.merge(lines, "-f", "json").data == whole.data)
  }

  @Test func `the number of jobs changes no byte of a shard`() async {
    let play = ["small.json", "-s", "many", "--runs", "15000"]
    let one = await Self.shard("2/3", play + ["--jobs", "1"])
    for jobs in ["2", "5"] { #expect(await Self.shard("2/3", play + ["--jobs", jobs]) == one) }
  }

  /// Digits, brackets and lengths at random: each line is refused with a reason, or it says the same as before.
  @Test(arguments: seeds(1))
  func `no damage traps`(seed: UInt64) async {
    var random = SeededRandom(seed: seed)
    let play = ["small.json", "-s", "many", "--runs", "40", "--follow", "4"]
    let line = Array(await Self.shard("1/1", play).utf8.dropLast())
    let whole = await Self.world.run(["simulate"] + play + ["-f", "json"])
    for _ in 0..<60 {
      var damaged = line
      for _ in 0..<random.number(1...3) {
        let place = random.number(0...damaged.count - 1)
        switch random.number(0...3) {
        case 0: damaged[place] = UInt8(ascii: "9") - UInt8(random.number(0...9))
        case 1:
          damaged.insert(
            contentsOf: Array(repeating: UInt8(ascii: "9"), count: random.number(1...20)), at: place)
        case 2: damaged.removeSubrange(place..<min(damaged.count, place + random.number(1...9)))
        default: damaged[place] = random.pick(Array("-,:[]{}\"e.0 ".utf8))
        }
      }
      var world = Self.world
      world.files.standardInput = damaged
      let outcome = await world.run("merge", "small.json", "-f", "json", "--jobs", "1")
      #expect(outcome.status == .problemsFound || outcome.status == .fine, "seed \(seed)")
      if outcome.status == .problemsFound {
        #expect(outcome.data.isEmpty && outcome.diagnostics.contains("error: "), "seed \(seed)")
      } else {
        #expect(outcome.data == whole.data, "seed \(seed)")
      }
    }
  }
}
