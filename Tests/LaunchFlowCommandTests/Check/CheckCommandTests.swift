import LaunchFlowCommand
import Testing

@Suite struct CheckCommandTests {
  /// The shortest flow that is sound.
  static let small = """
    {
      "flow": "small",
      "deadline": "3s",
      "pages": ["home"],
      "steps": { "ask": { "http": { "url": "https://example.com/ask" }, "timeout": "2s" } },
      "landings": [{ "page": "home", "after": ["ask"] }]
    }

    """
  static let scenarios = """
    { "scenariosFor": "small.json", "scenarios": { "hang": { "steps": { "ask": { "hang": true } } } } }

    """

  @Test func `files without problems are reported on standard error only`() async {
    var world = TestWorld()
    world.files = ["flows/small.json": Self.small, "flows/small.scenarios.json": Self.scenarios]
    let outcome = await world.run("check", "flows")
    #expect(outcome.status == .fine)
    #expect(outcome.data == "")
    #expect(outcome.diagnostics == "2 files checked: no problems\n")
  }

  @Test func `without a path the working folder is checked`() async {
    var world = TestWorld()
    world.files = ["small.json": Self.small.replacing("\"3s\"", with: "3"), "d/small.json": Self.small]
    let outcome = await world.run("check")
    #expect(outcome.data.hasPrefix("small.json:3:15: error: "))
    #expect(outcome.diagnostics == "2 files checked: 1 error\n")
  }

  @Test func `every error of every file is reported with its place`() async {
    var world = TestWorld()
    world.files = [
      "a.json": Self.small.replacing("\"3s\"", with: "3").replacing("\"timeout\"", with: "\"timout\""),
      "b.json": Self.small.replacing("[\"ask\"]", with: "[\"aks\"]"),
    ]
    let outcome = await world.run("check", "a.json", "b.json")
    #expect(outcome.status == .problemsFound)
    let heads = outcome.data.split(separator: "\n").filter { $0.contains(": error: ") }
    let places = heads.map { head in head.prefix { $0 != " " } + " " + head.suffix(7) }
    #expect(
      places == [
        "a.json:3:15: [LF006]", "a.json:5:69: [LF002]", "b.json:6:44: [LF004]",
      ])
    #expect(outcome.data.contains("\n  help: "))
    #expect(outcome.data.contains("^"))
    #expect(outcome.diagnostics == "2 files checked: 3 errors\n")
  }

  struct BadFile: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var place: String
    var code: String

    init(_ name: String, _ bytes: [UInt8], _ place: String, _ code: String) {
      testDescription = name
      self.bytes = bytes
      self.place = place
      self.code = code
    }
  }

  static let badFiles = [
    BadFile("empty", [], "1:1", "LF001"),
    BadFile("truncated", Array(small.utf8.prefix(small.utf8.count / 2)), "5:", "LF001"),
    BadFile("binary", [0x7F, 0x45, 0x4C, 0x46, 0x00, 0xFF, 0x0A, 0xFE], "1:1", "LF001"),
    BadFile("not UTF-8", Array("{ \"flow\": \"".utf8) + [0xC3, 0x28] + Array("\" }".utf8), "1:1", "LF001"),
    BadFile("ten megabytes of [", Array(repeating: 0x5B, count: 10 << 20), "1:513", "LF001"),
    BadFile("too long", Array(repeating: 0x20, count: (16 << 20) + 5), "1:", "LF001"),
    BadFile(
      "a cycle", variant("\"timeout\": \"2s\"", "\"timeout\": \"2s\", \"after\": [\"ask\"]"), "5:", "LF005"),
    BadFile("a key twice", variant("\"deadline\"", "\"flow\": \"again\", \"deadline\""), "3:3", "LF003"),
    BadFile("a misspelt key", variant("\"landings\"", "\"landing\""), "6:3", "LF002"),
    BadFile("a duration without unit", variant("\"2s\"", "2"), "5:80", "LF006"),
    BadFile(
      "no landing without condition",
      variant(", \"after\"", ", \"when\": { \"ask\": \"failed\" }, \"after\""), "6:", "LF007"),
    BadFile("no document at all", Array("[1, 2]".utf8), "1:1", "LF012"),
    BadFile("a newer format", variant("\"deadline\"", "\"format\": 99, \"deadline\""), "3:13", "LF014"),
  ]

  static func variant(_ old: String, _ new: String) -> [UInt8] {
    Array(small.replacing(old, with: new).utf8)
  }

  @Test(arguments: badFiles)
  func `bad files have a message with a place and end with 1`(_ bad: BadFile) async throws {
    var world = TestWorld()
    world.files.contents = ["bad.json": bad.bytes]
    let outcome = await world.run("check", "bad.json")
    #expect(outcome.status == .problemsFound)
    let heads = outcome.data.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(
      heads.contains { $0.hasPrefix("bad.json:" + bad.place) && $0.hasSuffix("[\(bad.code)]") }, "\(heads)")
    let simulated = await world.run("simulate", "bad.json")
    #expect(simulated.status == .problemsFound)
    #expect(simulated.data == "")
    #expect(simulated.diagnostics.hasPrefix("bad.json:"))
  }

  @Test func `scenarios are checked against their flow`() async {
    var world = TestWorld()
    world.files = [
      "flows/small.json": Self.small,
      "flows/small.scenarios.json": Self.scenarios.replacing("\"ask\"", with: "\"aks\""),
    ]
    let outcome = await world.run("check", "flows/small.scenarios.json")
    #expect(outcome.status == .problemsFound)
    #expect(outcome.data.hasPrefix("flows/small.scenarios.json:1:"))
    #expect(outcome.data.contains("[LF004]"))
    #expect(outcome.diagnostics == "1 file checked: 1 error\n")
  }

  @Test(arguments: [
    ("{}", "the flow in \"small.json\" has errors, so the scenarios cannot be checked against it"),
    (nil, "the flow file \"small.json\" cannot be read: No such file or directory"),
  ])
  func `scenarios of a flow with errors are reported`(_ flow: String?, _ message: String) async {
    var world = TestWorld()
    world.files = ["flows/small.scenarios.json": Self.scenarios]
    world.files.contents["flows/small.json"] = flow.map { Array($0.utf8) }
    let outcome = await world.run("check", "flows/small.scenarios.json")
    #expect(outcome.status == .problemsFound)
    #expect(outcome.data.hasPrefix("flows/small.scenarios.json:1:19: error: \(message) [LF004]\n"))
  }

  @Test func `foreign files in a folder are skipped, but not when named`() async {
    var world = TestWorld()
    world.files = ["d/package.json": "{ \"name\": \"x\" }", "d/small.json": Self.small]
    let folder = await world.run("check", "d")
    #expect(folder.status == .fine)
    #expect(folder.diagnostics == "1 file checked: no problems\n")
    let named = await world.run("check", "d/package.json")
    #expect(named.status == .problemsFound)
    #expect(
      named.data.hasPrefix(
        "d/package.json:1:1: error: this is neither a flow, a switch nor scenarios [LF012]\n"))
  }

  @Test func `checking no file is not a success`() async {
    var world = TestWorld()
    world.files = ["d/notes.md": ""]
    let outcome = await world.run("check", "d")
    #expect(outcome.status == .couldNotRun)
    #expect(outcome.diagnostics == "no flow, switch or scenarios files found\n")
    let unnamed = await world.run("check")
    #expect(unnamed.status == .couldNotRun)
    #expect(
      unnamed.diagnostics
        == "no flow, switch or scenarios files found in the working folder; name a file or a folder\n")
  }

  struct Look: Sendable {
    var environment: [String: String] = [:]
    var isTerminal: Bool
    var isColoured: Bool
  }

  @Test(arguments: [
    Look(isTerminal: true, isColoured: true), Look(isTerminal: false, isColoured: false),
    Look(environment: ["NO_COLOR": "1"], isTerminal: true, isColoured: false),
    Look(environment: ["NO_COLOR": ""], isTerminal: true, isColoured: true),
    Look(environment: ["TERM": "dumb"], isTerminal: true, isColoured: false),
    Look(environment: ["CLICOLOR_FORCE": "1"], isTerminal: false, isColoured: true),
    Look(environment: ["CLICOLOR_FORCE": "0"], isTerminal: false, isColoured: false),
  ])
  func `colour follows the terminal and the environment`(_ look: Look) async {
    var world = TestWorld()
    world.environment = look.environment
    world.isTerminal = look.isTerminal
    world.files = ["bad.json": "{"]
    #expect(await world.run("check", "bad.json").data.contains("\u{1B}[") == look.isColoured)
    #expect(await world.run("check", "--color=always", "bad.json").data.contains("\u{1B}["))
    #expect(await world.run("check", "bad.json", "--color", "never").data.contains("\u{1B}[") == false)
  }
}
