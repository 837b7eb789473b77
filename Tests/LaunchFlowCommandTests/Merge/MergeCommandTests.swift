import LaunchFlowCommand
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
        },
        "other": { "steps": { "ask": { "takes": "1s" } } }
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

  private static let onlyShard = Task { await shard("1/1") }

  private static func merge(_ input: String, _ words: String...) async -> TestWorld.Outcome {
    var world = world
    world.files.standardInput = Array(input.utf8)
    return await world.run(["merge", "small.json"] + words)
  }

  @Test func `shards in any order give the bytes of the whole`() async {
    let count = 7
    var random = SeededRandom(seed: 7)
    var lines: [String] = []
    for index in (1...count).shuffled(using: &random) { lines.append(await Self.shard("\(index)/\(count)")) }
    for format in ["text", "json", "jsonl", "html"] {
      let whole = await Self.world.run(["simulate"] + Self.play + ["-f", format])
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
    let play = ["small.json", "-s", "many", "--runs", "30000"]
    let one = await Self.shard("2/3", play + ["--jobs", "1"])
    for jobs in ["2", "5"] { #expect(await Self.shard("2/3", play + ["--jobs", jobs]) == one) }
  }

  @Test func `files and settings are those of the shards`() async {
    let play = ["small.json", "--set", "ask=700ms", "--runs", "10"]
    var world = Self.world
    for index in 1...2 {
      world.files.contents["\(index).json"] = Array(await Self.shard("\(index)/2", play).utf8)
    }
    let whole = await Self.world.run(["simulate"] + play)
    let merged = await world.run("merge", "small.json", "2.json", "1.json", "--set", "ask=700ms")
    #expect(merged.data == whole.data)
    let other = await world.run("merge", "small.json", "2.json", "1.json")
    #expect(other.status == .problemsFound)
    #expect(
      other.diagnostics == """
        2.json:1: error: this line cannot be merged: the defaults of the scenarios file was another one when it was drawn; \
        merge it with the same scenarios file, '--set', '--input' and '--network'

        """)
  }

  @Test(arguments: [
    ("0/4", "'--shard 0/4': the shard must be from 1 to 4"),
    ("5/4", "'--shard 5/4': the shard must be from 1 to 4"),
    ("1/0", "'--shard' must be I/N with N from 1 to 1000000, such as 3/64, not '1/0'"),
    ("1", "'--shard' must be I/N with N from 1 to 1000000, such as 3/64, not '1'"),
    ("1/2/3", "'--shard' must be I/N with N from 1 to 1000000, such as 3/64, not '1/2/3'"),
  ])
  func `a shard that is none`(text: String, message: String) async {
    let outcome = await Self.world.run(["simulate"] + Self.play + ["--shard", text])
    #expect(outcome.status == .wrongUsage && outcome.diagnostics.hasPrefix("error: \(message)\n"))
  }

  @Test(arguments: [
    (["-s", "many", "--shard", "1/2"], "'--shard' divides many runs; say how many with '--runs'"),
    (
      ["-s", "many", "--runs", "2", "--run", "1", "--shard", "1/2"],
      "'--shard' divides many runs; say how many with '--runs'"
    ),
    (["-s", "*", "--runs", "2", "--shard", "1/2"], "a shard is of one scenario; name one"),
    (
      ["-s", "many", "--runs", "1000000000001", "--shard", "1/2"],
      "'--shard' divides at most 1000000000000 runs"
    ),
    (
      ["-s", "many", "--runs", "2", "--approximate"],
      "'--approximate' is for '--shard' and for 'launchflow merge'"
    ),
    (
      ["-s", "many", "--runs", "2", "--shard", "1/2", "-f", "text"],
      "'--shard' writes one line of JSON; leave out '--format', which is for 'launchflow merge'"
    ),
  ])
  func `options that do not fit`(words: [String], message: String) async {
    let outcome = await Self.world.run(["simulate", "small.json"] + words)
    #expect(outcome.status == .wrongUsage && outcome.diagnostics.hasPrefix("error: \(message)\n"))
  }

  @Test func `approximate percentiles say how far they may be off`() async throws {
    var (exact, bare) = ("", "")
    for index in 1...3 {
      exact += await Self.shard("\(index)/3")
      bare += await Self.shard("\(index)/3", Self.play + ["--approximate"])
    }
    #expect(bare.utf8.count < exact.utf8.count * 3 / 4)
    let approximate = await Self.merge(bare, "--approximate", "-f", "json")
    #expect(await Self.merge(exact, "--approximate", "-f", "json").data == approximate.data)
    let value = try JSONValue(parsing: approximate.data)
    #expect(value.object?["relativeError"] == .double(0.005429901112802726))
    let text = await Self.merge(bare, "--approximate").data
    #expect(text.contains("approximate: a percentile is at most 0.54 % later than the exact one"))
    let page = await Self.merge(bare, "--approximate", "-f", "html")
    #expect(page.status == .fine && !page.data.contains("p95: run"))
    // Exact all the same, by drawing the runs again.
    let drawn = await Self.merge(bare)
    let whole = await Self.world.run(["simulate"] + Self.play)
    #expect(drawn.data == whole.data)
    #expect(
      drawn.diagnostics == """
        note: no window of the shards contains some percentile, so all 700 runs are drawn again; '--approximate' leaves \
        that out

        """)
  }

  @Test func `missing and doubled shards`() async {
    var lines: [String] = []
    for index in 1...12 { lines.append(await Self.shard("\(index)/12")) }
    let some = await Self.merge(lines[0] + lines[3...5].joined() + lines[11])
    #expect(some.status == .problemsFound && some.data.isEmpty)
    #expect(some.diagnostics == "error: 7 of 12 shards are missing: 2–3, 7–11\n")
    let one = await Self.merge(lines.dropLast().joined())
    #expect(one.diagnostics == "error: 1 of 12 shards is missing: 12\n")
    let none = await Self.merge("\n \r\n")
    #expect(none.status == .problemsFound)
    #expect(none.diagnostics == "error: there are no shards; 'launchflow simulate --shard I/N' writes them\n")
    let twin = await Self.merge(lines.joined() + "\r\n" + lines[4])
    let once = await Self.merge(lines.joined())
    #expect(twin.status == .fine && twin.data == once.data)
    #expect(
      twin.diagnostics == "note: <stdin>:14: shard 5 of 12 is also at <stdin>:5; it is counted once\n")
    let changed = lines[4].replacing("\"degraded\":", with: " \"degraded\":", maxReplacements: 1)
    let differing = await Self.merge(lines[4] + changed)
    #expect(
      differing.diagnostics == """
        <stdin>:2: error: this line cannot be merged: shard 5 of 12 differs from the one at <stdin>:1; draw it again, and \
        keep one

        """)
  }

  @Test func `shards of other runs`() async throws {
    let first = await Self.shard("1/2")
    var changedFlow = Self.world
    changedFlow.files.contents["small.json"] = Array(
      SimulateCommandTests.flow.replacing("\"timeout\": \"2s\"", with: "\"timeout\": \"1s\"").utf8)
    var renamedFlow = Self.world
    renamedFlow.files.contents["small.json"] = Array(
      SimulateCommandTests.flow.replacing("\"flow\": \"small\"", with: "\"flow\": \"large\"").utf8)
    func play(_ changes: [String]) -> [String] { Self.play + changes }
    let foreign: [(line: String, reason: String)] = [
      (
        await Self.shard("2/2", in: changedFlow),
        "it is of another state of the flow file; draw it again, or merge it with the file of that state"
      ),
      (await Self.shard("2/2", in: renamedFlow), "it is of the flow \"large\", not of \"small\""),
      (await Self.shard("2/2", play(["--seed", "6"])), "its seed is 6, and that of the other shards is 5"),
      (
        await Self.shard("2/2", play(["--runs", "70"])),
        "it is a part of 70 runs, and the other shards of 700"
      ),
      (await Self.shard("2/3"), "it is one of 3 shards, and the others are of 2"),
      (
        await Self.shard("2/2", play(["--follow", "7"])),
        "it follows 7 of all runs, and the other shards follow 2000"
      ),
      (
        await Self.shard("2/2", ["small.json", "-s", "other", "--runs", "700", "--seed", "5"]),
        "it is of the scenario \"other\", not of the scenario \"many\""
      ),
      (
        first.replacing("\"version\":\"0.1.0\"", with: "\"version\":\"9\""),
        "it was written by version 9, and this is 0.1.0; draw it again with this one"
      ),
      (
        first.replacing("\"shardFormat\":1", with: "\"shardFormat\":2"),
        "its format is 2, and this version reads 1"
      ),
      ("{\"shard\":1}\n", "it is no shard; 'launchflow simulate --shard I/N' writes shards"),
      ("[]\n", "it is no shard; 'launchflow simulate --shard I/N' writes shards"),
    ]
    for (line, reason) in foreign {
      let outcome = await Self.merge(first + line)
      #expect(outcome.status == .problemsFound && outcome.data.isEmpty)
      #expect(outcome.diagnostics == "<stdin>:2: error: this line cannot be merged: \(reason)\n")
    }
  }

  @Test(arguments: [
    ("\"runs\":700", "\"runs\":-1", "\"runs\" must be a whole number from 1 to 1000000000000"),
    (
      "\"runs\":700", "\"runs\":9223372036854775808",
      "\"runs\" must be a whole number from 1 to 1000000000000"
    ),
    ("\"seed\":\"5\"", "\"seed\":5", "\"seed\" must be text"),
    ("\"seed\":\"5\"", "\"seed\":\"-5\"", "\"seed\" must be a whole number from 0 to 18446744073709551615"),
    ("\"shard\":1", "\"shard\":2", "\"shard\" must be 1"),
    ("\"of\":1", "\"of\":1.5", "\"of\" must be a whole number from 1 to 1000000"),
    (
      "\"stopped\":null", "\"stopped\":{\"run\":700,\"events\":1,\"time\":1}",
      "the stopped run 700 is no run of the shard"
    ),
    ("\"scale\":7", "\"scale\":8", "all: histogram: \"scale\" must be 7"),
    (
      "\"zeroCount\":0", "\"zeroCount\":-1",
      "all: histogram: \"zeroCount\" must be a whole number from 0 to 1000000000000"
    ),
    ("\"zeroCount\":0", "\"zeroCount\":5", "all: its histogram contains more runs than the shard"),
    (
      "\"offset\":", "\"offset\":9",
      "all: histogram: positive: \"offset\" must be a whole number from -1 to 8064"
    ),
    (
      "\"latest\":[", "\"latest\":[1,",
      "all: histogram: \"latest\" must have a time of each bucket, and 0 for an empty one"
    ),
    ("\"sum\":\"", "\"sum\":\"999999", "all: \"sum\" is not the sum of so many landings"),
    ("\"sum\":\"", "\"sum\":\"x", "all: \"sum\" is not the sum of so many landings"),
    ("\"share\":0.5", "\"share\":0.6", "all: windows 1: its times, counts and runs do not fit together"),
    ("\"below\":", "\"below\":7", "all: windows 1: \"below\" must be a whole number from 0 to 700"),
    ("\"low\":", "\"low\":9", "all: windows 1: its times, counts and runs do not fit together"),
    ("\"home\":", "\"nowhere\":", "the flow has no page \"nowhere\""),
    ("\"home\":", "\"unknown\":{},\"home\":", "the flow has no page \"unknown\""),
    (
      "\"critical\":", "\"critical\":99",
      "steps: gathered 1: \"critical\" must be a whole number from 0 to 700"
    ),
  ])
  func `a damaged line is refused`(_ text: String, _ other: String, _ reason: String) async {
    let line = await Self.onlyShard.value
    let damaged = line.replacing(text, with: other, maxReplacements: 1)
    #expect(damaged != line)
    let outcome = await Self.merge("\n" + damaged)
    #expect(outcome.status == .problemsFound && outcome.data.isEmpty)
    #expect(outcome.diagnostics == "<stdin>:2: error: this line cannot be merged: \(reason)\n")
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
      } else if whole.data != outcome.data {
        // A count of how the steps went may be another one, but never a landing.
        #expect(outcome.data.contains("\"runs\": 40"), "seed \(seed)")
      }
    }
  }

  @Test func `a scenario that the file does not have`() async {
    let line = await Self.shard("1/1").replacing("\"many\"", with: "\"mane\"")
    let outcome = await Self.merge(line)
    #expect(outcome.status == .problemsFound)
    #expect(
      outcome.diagnostics
        == "<stdin>:1: error: this line cannot be merged: unknown scenario 'mane'; did you mean 'many'?\n")
  }

  @Test func `standard input is read once`() async {
    let outcome = await Self.world.run("merge", "-")
    #expect(outcome.status == .wrongUsage)
    #expect(
      outcome.diagnostics.hasPrefix(
        "error: standard input can be read once; name files for the flow or the shards\n"))
  }

  @Test func `a switch has no shards`() async {
    var world = Self.world
    world.files.contents["switch.json"] = Array(#"{ "switch": "offline", "factors": {} }"#.utf8)
    let outcome = await world.run("simulate", "switch.json", "--runs", "3", "--shard", "1/2")
    #expect(outcome.status == .wrongUsage)
    #expect(
      outcome.diagnostics.hasPrefix(
        "error: '--shard', '--approximate' and '--follow' are for flows, not for switches\n"))
  }
}
