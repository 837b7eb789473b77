@testable import LaunchFlowCommand
import LaunchFlowModel
import LaunchFlowRecords
import Testing

/// `compare --records` on a command line.
@Suite struct RecordCompareCommandTests {
  /// Launches that take from 1 s on, each a millisecond longer than the one before it.
  static func records(
    _ count: Int, version: String?, network: String = "wifi", later: Int64 = 0, degraded: Int = 10,
    flow: String = "ask"
  ) -> String {
    var text = ""
    // Launches of equal arguments are the same.
    let group = "\(version ?? "") \(network) \(later) \(degraded) \(flow)".utf8.reduce(0) {
      $0 &* 31 &+ UInt64($1)
    }
    for number in 0..<count {
      var record = LaunchRecord(flow: flow, version: version)
      record.id = Pseudonym(bits: group << 20 | UInt64(number))
      record.labels = LaunchLabel.list(["network": network])
      record.landing = LaunchRecord.Landing(
        page: number % 20 == 0 ? "login" : "home",
        time: 1_000_000_000 + later * 1_000_000 + Int64(number % 1_000) * 1_000_000,
        isDegraded: number % 100 < degraded)
      record.end = record.landing?.time ?? 0
      text += record.line + "\n"
    }
    return text
  }

  static func world(_ texts: String...) -> TestWorld {
    var world = TestWorld()
    for (number, text) in texts.enumerated() { world.files.contents["\(number).jsonl"] = Array(text.utf8) }
    return world
  }

  @Test func `a worse version is told from its control group, outcome first`() async throws {
    let world = Self.world(
      Self.records(2_000, version: "bundled control-of-12") + Self.records(500, version: "bundled"),
      Self.records(2_000, version: "12", later: 500, degraded: 20))
    let outcome = await world.run(
      "compare", "--records", "0.jsonl", "1.jsonl", "--gate", "p95<=+5%", "--gate", "home>=-1%", "--width",
      "100", "--shares", "5:5")
    #expect(outcome.status == .problemsFound)
    #expect(outcome.diagnostics == "")
    try Golden.expect(outcome.data, in: "compare-records.txt")
  }

  @Test func `a version whose late launches never land is told in words`() async throws {
    let lines = try Self.records(2_000, version: "2").split(separator: "\n").enumerated().map { place, line in
      var record = try LaunchRecord(line: Array(line.utf8))
      if place % 5 == 0 { record.landing = nil }
      return record.line + "\n"
    }
    let world = Self.world(Self.records(2_000, version: "1"), lines.joined())
    let worse = await world.run(
      "compare", "--records", "0.jsonl", "1.jsonl", "--before", "1", "--width", "100")
    #expect(
      worse.data.contains("p95 no longer lands (certain) · p99 no longer lands (certain)"), "\(worse.data)")
    let better = await world.run(
      "compare", "--records", "0.jsonl", "1.jsonl", "--before", "2", "--after", "1", "--width", "100")
    #expect(better.data.contains("p95 lands again (certain) · p99 lands again (certain)"), "\(better.data)")
  }

  @Test func `a page shows the outcome first and asks for nothing`() async {
    let world = Self.world(
      Self.records(300, version: "11") + Self.records(300, version: "<b>&", later: 9))
    let outcome = await world.run(
      "compare", "--records", "0.jsonl", "--before", "11", "--after", "<b>&", "--format", "html")
    #expect(outcome.status == .fine && outcome.data.contains("no figure differs by more than chance"))
    #expect(!outcome.data.contains("<b>&") && outcome.data.contains("Content-Security-Policy"))
  }

  @Test func `groups are named, guessed or listed`() async {
    let world = Self.world(
      Self.records(30, version: "11") + Self.records(20, version: "12") + Self.records(10, version: nil),
      Self.records(40, version: "12", network: "edge"))
    let guessed = await world.run("compare", "--records", "0.jsonl")
    #expect(guessed.status == .fine)
    #expect(guessed.data.contains("12 against 11"))
    #expect(
      guessed.data.contains("no control group of 12: launches of 11 may differ in more than the flow"))
    let byNetwork = await world.run("compare", "--records", "0.jsonl", "1.jsonl", "--by", "network")
    #expect(byNetwork.status == .fine && byNetwork.data.contains("wifi against edge"))
    let unknown = await world.run("compare", "--records", "0.jsonl", "--after", "13")
    #expect(unknown.status == .wrongUsage)
    #expect(
      unknown.diagnostics.hasPrefix(
        "error: no record belongs to the group '13': the records have the version '11' (30 launches), '12' (20 launches), 'none' (10 launches)\n"
      ))
    let none = await world.run("compare", "--records", "0.jsonl", "--by", "country")
    #expect(none.status == .wrongUsage)
    #expect(none.diagnostics.contains("no record has the label 'country'"))
  }

  @Test func `missing launches keep rules from holding, and shares that are not given are asked for`() async {
    let world = Self.world(
      Self.records(3_000, version: "bundled control-of-12"), Self.records(5_500, version: "12"))
    let words = ["compare", "--records", "0.jsonl", "1.jsonl", "--gate", "p95<=+5%"]
    let unasked = await world.run(words)
    #expect(unasked.status == .fine && unasked.data.contains("all rules hold"))
    #expect(
      unasked.diagnostics
        == "note: whether launches are missing is not checked; give the shares of the manifest, such as '--shares 5:10'\n"
    )
    let missing = await world.run(words + ["--shares", "5:10", "--width", "200"])
    #expect(missing.status == .couldNotRun && missing.diagnostics == "")
    #expect(
      missing.data.contains(
        "12 has 5,500 launches, but its share of all launches would be 5,667: the missing ones may be launches that users abandoned"
      )
        && missing.data.contains("p95<=+5%  not decided: launches are missing"), "\(missing.data)")
    let other = await world.run(words + ["--shares", "30:50", "--width", "200"])
    #expect(
      other.data.contains("control-of-12 has 3,000 launches, but its share of all launches would be 3,188"))
    let whole = await world.run(words + ["--shares", "6:11"])
    #expect(whole.status == .fine)
    let wrong = await world.run(words + ["--shares", "5"])
    #expect(
      wrong.diagnostics.hasPrefix("error: '--shares' must be two numbers above 0, such as 5:10, not '5'\n"))
  }

  @Test func `another mix of networks is warned of`() async {
    let world = Self.world(
      Self.records(1_000, version: "control-of-12")
        + Self.records(200, version: "control-of-12", network: "edge"),
      Self.records(600, version: "12") + Self.records(600, version: "12", network: "edge"))
    let mixed = await world.run("compare", "--records", "0.jsonl", "1.jsonl", "--before", "control-of-12")
    #expect(
      mixed.data.contains(
        "network differs: edge is 17 % of control-of-12 and 50 % of 12; compare '--within network'"),
      "\(mixed.data)")
    let within = await world.run(
      "compare", "--records", "0.jsonl", "1.jsonl", "--before", "control-of-12", "--within", "network")
    #expect(within.status == .fine && !within.data.contains("differs:"))
  }

  @Test func `broken lines, foreign flows and nothing to compare are said`() async {
    let world = Self.world(
      Self.records(3, version: "1") + "{\"record\"\n" + Self.records(2, version: "9", flow: "other"),
      Self.records(3, version: "2"), "\n")
    let outcome = await world.run("compare", "--records", "0.jsonl", "1.jsonl", "--after=2")
    #expect(outcome.status == .fine)
    #expect(
      outcome.diagnostics == """
        warning: 0.jsonl:4: the line is not complete JSON; the line is left out
        note: 2 records of other flows than 'ask' left out

        """)
    #expect(outcome.data.contains("too few launches"))
    let empty = await world.run("compare", "--records", "2.jsonl")
    #expect(empty.status == .problemsFound && empty.diagnostics == "error: there are no records to compare\n")
    let apart = await world.run("compare", "--records", "0.jsonl", "1.jsonl", "--within", "app")
    #expect(apart.status != .fine)
  }

  @Test(arguments: [
    (["compare"], "missing A"),
    (["compare", "a", "b", "c"], "compare two files, not 3"),
    (
      ["compare", "a", "b", "--gate", "p95<=8s"],
      "'--gate' is for recorded launches; name their files with '--records'"
    ),
    (
      ["compare", "--records", "0.jsonl", "--runs", "5"],
      "'--runs' is for flows that are played, not for '--records'"
    ),
    (
      ["compare", "--records", "0.jsonl", "--gate", "p95<=8"],
      "--gate: '8' is not a bound of p95; write '+5%' or '8s', for example"
    ),
  ])
  func `a wrong command line says what to write`(words: [String], message: String) async {
    let outcome = await Self.world(
      Self.records(5, version: "1") + Self.records(5, version: "2")
    ).run(words)
    #expect(outcome.status == .wrongUsage)
    #expect(outcome.diagnostics.hasPrefix("error: \(message)\n"), "\(outcome.diagnostics)")
  }
}
