import Foundation
@testable import LaunchFlowCommand
import LaunchFlowMachine
import LaunchFlowRecords
import LaunchFlowTestFlows
import Testing

/// How commands read records: as streams of any length, each launch once.
@Suite struct RecordFilesTests {
  static func records(
    _ range: Range<Int>, version: String? = nil, hour: String? = nil, hasID: Bool = true
  ) -> String {
    range.map { number in
      var record = LaunchRecord(flow: "ask", version: version)
      if hasID { record.id = Pseudonym(bits: UInt64(number)) }
      record.hour = hour
      record.landing = LaunchRecord.Landing(page: "home", time: Int64(number) * 1_000_000)
      record.end = record.landing?.time ?? 0
      return record.line + "\n"
    }.joined()
  }

  static func world(_ texts: [String: String]) -> TestWorld {
    var world = TestWorld()
    world.files.contents["ask.json"] = Array(RecordedLaunchCommandTests.flow.utf8)
    for (name, text) in texts { world.files.contents[name] = Array(text.utf8) }
    return world
  }

  @Test(arguments: ["replay", "learn"])
  func `a launch that slept is left out, and the command says so`(command: String) async throws {
    let lines = try Self.records(0..<80).split(separator: "\n").enumerated().map { place, line in
      var record = try LaunchRecord(line: Array(line.utf8))
      if place % 8 == 0 { record.slept = 61_000_000_000 }
      return record.line + "\n"
    }
    let outcome = await Self.world(["a.jsonl": lines.joined()]).run([command, "ask.json", "a.jsonl"])
    #expect(
      outcome.diagnostics.contains("note: 10 records of launches during which the process slept left out\n"),
      "\(outcome.diagnostics)")
    if command == "replay" { #expect(outcome.data.hasPrefix("ask · 70 recorded launches\n")) }
  }

  @Test func `a launch that is read twice counts once, and the command says so`() async {
    let world = Self.world(["a.jsonl": Self.records(0..<50), "b.jsonl": Self.records(30..<80)])
    let words = ["replay", "ask.json", "a.jsonl", "b.jsonl", "a.jsonl"]
    let outcome = await world.run(words)
    #expect(outcome.data.hasPrefix("ask · 80 recorded launches\n"), "\(outcome.data)")
    #expect(outcome.diagnostics == "note: 70 records read before; each launch counts once\n")
    // Records without an id may be of launches that are alike.
    let plain = Self.world(["a.jsonl": Self.records(0..<50, hasID: false)])
    let twice = await plain.run("replay", "ask.json", "a.jsonl", "a.jsonl")
    #expect(twice.data.hasPrefix("ask · 100 recorded launches\n"))
    #expect(twice.diagnostics == "note: 100 records without an id; one that is there twice counts twice\n")
  }

  /// Nothing but chance is between these two.
  @Test(arguments: seeds(3)) func `ten copies of a file make no figure certain`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    func shuffled(_ range: Range<Int>, version: String) -> String {
      let times = range.map { _ in random.number(1...5_000) }
      return zip(range, times).map { id, time in
        Self.records(time..<time + 1, version: version).replacing(
          Pseudonym(bits: UInt64(time)).description, with: Pseudonym(bits: UInt64(id)).description)
      }.joined()
    }
    let world = Self.world([
      "old.jsonl": shuffled(0..<60, version: "1"), "new.jsonl": shuffled(1_000..<1_012, version: "2"),
    ])
    let once = await world.run("compare", "--records", "old.jsonl", "new.jsonl")
    let copies = Array(repeating: ["old.jsonl", "new.jsonl"], count: 10).flatMap(\.self)
    let many = await world.run(["compare", "--records"] + copies)
    #expect(many.data == once.data && once.status == .fine)
    #expect(many.diagnostics.contains("note: 648 records read before; each launch counts once\n"))
  }

  @Test func `launches are chosen by version and hour, and a mix of versions is warned of`() async {
    let world = Self.world([
      "r.jsonl": Self.records(0..<30, version: "11", hour: "2026-07-30T23")
        + Self.records(30..<50, version: "12", hour: "2026-07-31T00") + Self.records(50..<60, version: "12")
    ])
    func launches(_ words: String...) async -> (count: String, diagnostics: String) {
      let outcome = await world.run(["replay", "ask.json", "r.jsonl"] + words)
      return (String(outcome.data.prefix { $0 != "\n" }), outcome.diagnostics)
    }
    let all = await launches()
    #expect(all.count == "ask · 60 recorded launches")
    #expect(
      all.diagnostics
        == "warning: the launches are of 2 versions: '11' (30), '12' (30); choose one with '--version'\n")
    let newest = await launches("--version", "12")
    #expect(newest.count == "ask · 30 recorded launches")
    #expect(newest.diagnostics == "note: 30 records of other versions left out\n")
    #expect(await launches("--from", "2026-07-31").count == "ask · 20 recorded launches")
    #expect(
      await launches("--from", "2026-07-30", "--to", "2026-07-30").count == "ask · 30 recorded launches")
    #expect(await launches("--to", "2026-07-31T00").count == "ask · 50 recorded launches")
    for text in ["31.7.2026", "2026-99-99", "2026-02-30T12", "2026-07-31T24", "2026-07-31T14:30"] {
      let wrong = await world.run("replay", "ask.json", "r.jsonl", "--from", text)
      #expect(wrong.status == .wrongUsage)
      #expect(
        wrong.diagnostics.hasPrefix(
          "error: '--from' must be a day or an hour, such as 2026-07-31T14, not '\(text)'\n"))
    }
    let reversed = await world.run(
      "replay", "ask.json", "r.jsonl", "--from", "2026-07-31T05", "--to", "2026-07-30")
    #expect(reversed.status == .wrongUsage)
    #expect(
      reversed.diagnostics.hasPrefix("error: '--from 2026-07-31T05' is later than '--to 2026-07-30'\n"))
  }

  @Test func `launches that began and never ended are learned, but not called compared`() async throws {
    let lines = (0..<20).map { number in
      var record = LaunchRecord(flow: "ask")
      record.id = Pseudonym(bits: UInt64(number))
      record.steps = [.init("ask", [.init(start: 0, took: 1_000_000, .cancelled)])]
      return record.line + "\n"
    }
    let outcome = await Self.world(["a.jsonl": lines.joined()]).run("learn", "ask.json", "a.jsonl")
    #expect(outcome.status == .couldNotRun)
    #expect(
      outcome.diagnostics.hasSuffix(
        "error: no launch landed, so the scenario cannot be compared with them\n"), "\(outcome.diagnostics)")
  }

  /// Six polls that nobody ends make more events than a run may have, which takes long.
  @Test(.enabled(if: depth > 1)) func `a learned scenario that cannot be played is no success`() async throws
  {
    let step = #"""
      { "http": { "service": "s", "path": "/" }, "timeout": "1s", "deadline": "1d", "poll": { "every": "1s", "until": ["ready"] },
        "results": { "ready": { "at": "/state", "equals": "ready" } } }
      """#
    let names = (0..<6).map { "\"s\($0)\"" }
    let lines = (0..<3).map { number in
      var record = LaunchRecord(flow: "ask")
      record.id = Pseudonym(bits: UInt64(number))
      record.steps = [.init("s0", [.init(start: 0, took: 1_000, .succeeded(result: nil))])]
      record.landing = LaunchRecord.Landing(page: "home", time: 1_000_000, isCancelled: true)
      return record.line + "\n"
    }
    let world = Self.world(["a.jsonl": lines.joined()])
    try world.files.write(
      Array(
        """
        { "flow": "ask", "deadline": "1d", "pages": ["home"], "services": { "s": { "baseURL": "https://s.example.com" } },
          "steps": { \(names.map { "\($0): \(step)" }.joined(separator: ", ")) },
          "landings": [{ "page": "home", "after": [\(names.joined(separator: ", "))] }, { "page": "home" }] }
        """.utf8), to: "ask.json")
    let outcome = await world.run("learn", "ask.json", "a.jsonl")
    #expect(outcome.status == .couldNotRun)
    #expect(
      outcome.diagnostics.hasSuffix(
        "error: the scenario cannot be played to its end, so it cannot be compared with the launches\n"),
      "\(outcome.diagnostics)")
  }

  @Test func `a line that is too long is left out, and what follows is read`() async {
    let long = String(repeating: "x", count: 100_000)
    let world = Self.world(["r.jsonl": Self.records(0..<2) + long + "\n" + Self.records(2..<4)])
    let outcome = await world.run("replay", "ask.json", "r.jsonl")
    #expect(outcome.data.hasPrefix("ask · 4 recorded launches\n"))
    #expect(
      outcome.diagnostics
        == "warning: r.jsonl:3: the line is longer than 16384 bytes; the line is left out\n")
  }

  /// Runs a script in a folder with a flow and three records.
  static func shell(_ script: String) throws -> Binary.Outcome {
    let folder = FileManager.default.temporaryDirectory.appending(path: "records-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(RecordedLaunchCommandTests.flow.utf8).write(to: folder.appending(path: "ask.json"))
    try Data(records(0..<3).utf8).write(to: folder.appending(path: "r.jsonl"))
    return try Binary.shell("cd \(folder.path) && \(script)")
  }

  static let packers = ["gzip", "zstd"].filter { program in
    (try? Binary.shell("command -v \(program)").status) == 0
  }

  @Test(arguments: packers) func `a compressed file is read by the platform's program`(program: String) throws
  {
    let whole = try Self.shell(
      "\(program) -c r.jsonl > packed && \"$launchflow\" replay ask.json packed | head -n 1")
    #expect(
      String(decoding: whole.data, as: UTF8.self) == "ask · 3 recorded launches\n", "\(whole.diagnostics)")
    let cut = try Self.shell(
      "\(program) -c r.jsonl | head -c 60 > packed; \"$launchflow\" replay ask.json packed")
    #expect(cut.status == 3)
    #expect(cut.diagnostics.contains("error: packed: '\(program)' cannot unpack it; it may be cut\n"))
    let piped = try Self.shell("\(program) -c r.jsonl | \"$launchflow\" replay ask.json -")
    #expect(piped.status == 3)
    #expect(
      piped.diagnostics.contains(
        "is compressed; name the file, or write '\(program) -dc FILE | launchflow …' with '-' as the file\n"))
  }

  #if os(Linux)
    /// Lines without end, one line without end, and a valid record before both. Each ends at once and in little memory.
    @Test(arguments: [
      "yes junk", "cat /dev/zero", "yes '{\"record\":\"ask\"}'",
      "(head -n 1 r.jsonl; cat /dev/zero)", "yes ''",
    ])
    func `endless input that is not of records is refused early`(source: String) throws {
      let outcome = try Self.shell(
        "\(source) | (ulimit -d 400000; exec \"$launchflow\" replay ask.json -)")
      #expect(outcome.status == 3)
      #expect(
        outcome.diagnostics.hasSuffix(
          "error: standard input: is not a file of records; each line must be a record\n"),
        "\(outcome.diagnostics)")
    }
  #endif
}
