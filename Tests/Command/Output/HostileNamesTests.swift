import LaunchFlowAuthoring
import Foundation
import Testing

@testable import LaunchFlowCommand

/// Names and texts of files that a terminal, a CI log or a shell would obey. Every command in every format shows them.
@Suite struct HostileNamesTests {
  static let names = [
    "x'\u{301}; touch pwned; '", "::error::boom", "a\n::error::boom", "a\r\n  ::error::boom", "##[error]boom",
    "##vso[task]boom", "a\u{1B}[31mred", "a\u{9B}31m", "a\u{202E}txt", "a\u{2066}b\u{2069}", "a\u{2028}b",
    "$(touch pwned)", "`touch pwned`", "a\u{7F}\u{8}b", "a\\u{202E}b",
  ]

  /// Everything at once, for the commands that take their time; and what counts at the start of a line.
  static let combined = [names.joined(separator: " "), "\n  ::error::boom", "::error::boom"]

  private static func flow(_ name: String) -> String {
    let text = JSONValue.string(name).text()
    return """
      {
        "flow": "small", "summary": \(text), "deadline": "3s", "pages": ["home", "login"],
        "steps": { "ask": { "summary": \(text), "action": "ask", "timeout": "1s" } },
        "landings": [
          { "page": "home", "when": { "ask": "available" }, "notice": \(text) },
          { "page": "login", "notice": \(text) }
        ]
      }
      """
  }

  private static func scenarios(_ name: String) -> String {
    """
    {
      "scenariosFor": \(JSONValue.string(name + ".json").text()),
      "scenarios": {
        \(JSONValue.string(name).text()): { "summary": \(JSONValue.string(name).text()), "expect": { "landing": "login" } },
        "many": { "runs": 5, "expect": { "landing": { "login": "==1" } } },
        "other": {}
      }
    }
    """
  }

  private static let offlineSwitch = Explanation.all.first { $0.code == .slowProbe }?.right ?? ""

  private static func switchScenarios(_ name: String) -> String {
    """
    {
      "scenariosFor": "switch.json",
      "scenarios": { \(JSONValue.string(name).text()): { "duration": "10s", "expect": { "flips": 9 } }, "other": {} }
    }
    """
  }

  /// The words that a command's `--format` takes.
  static func formats(of interface: Interface) -> [String] {
    guard case .choice(let words) = interface.options.first(where: { $0.name == "format" })?.kind else {
      return []
    }
    return words
  }

  static func world(_ name: String) -> TestWorld {
    var world = TestWorld()
    world.files.contents = [
      name + ".json": Array(flow(name).utf8), name + ".scenarios.json": Array(scenarios(name).utf8),
      name + "-bad.json": Array(flow(name).replacing("\"action\"", with: JSONValue.string(name).text()).utf8),
      name + "-broken.json": Array((name + "{").utf8),
      "switch.json": Array(offlineSwitch.utf8), "switch.scenarios.json": Array(switchScenarios(name).utf8),
    ]
    return world
  }

  /// Every command that shows names, in every format.
  static func commandLines(_ name: String) -> [[String]] {
    let (flow, bad) = (name + ".json", name + "-bad.json")
    var lines: [[String]] = []
    for format in formats(of: CheckCommand.interface) {
      lines += [flow, bad, name + "-broken.json", name + ".scenarios.json", name + "-no.json"].map {
        ["check", $0, "-f", format]
      }
    }
    for format in formats(of: SimulateCommand.interface) {
      lines.append(["simulate", flow, "-s", name, "-f", format])
      lines.append(["simulate", flow, "-s", "many", "-f", format])
      lines.append(["simulate", "switch.json", "-s", name, "-f", format])
    }
    for format in formats(of: CompareCommand.interface) {
      lines.append(["compare", flow, "-s", name, "-s", "other", "-f", format])
      lines.append(["compare", "switch.json", "-s", name, "-s", "other", "-f", format])
    }
    lines += formats(of: TestCommand.interface).filter { $0 != "html" }.flatMap {
      [["test", flow, "-f", $0], ["test", "switch.json", "-f", $0]]
    }
    lines.append(["graph", flow])
    lines += formats(of: VerifyCommand.interface).map { ["verify", flow, "-f", $0] }
    lines += Findings.formats.flatMap {
      [["verify", bad, "-f", $0.rawValue], ["test", bad, "-f", $0.rawValue]]
    }
    lines += [
      ["simulate", flow, "-s", name + "?"], ["simulate", flow, "--set", name],
      ["simulate", flow, "--input", name],
      ["test", flow, "--record"],
      ["fmt", "--check", flow],
      ["fmt", flow], ["fmt", name + "-broken.json"], ["fmt", "--check"], ["explain", "--", name], [name],
      ["help", name],
      ["simulate", flow, "--" + name], ["run", flow, "--action", name], ["run", flow, "--base-url", name],
      ["run", flow, "-e", name], ["show", flow], ["show", bad], ["init", "--", name],
      ["init", "shop", "-d", name + "-folder"], ["completions", "fish", "--", "simulate", flow, "-s", ""],
      ["verify", name + "-no.json"],
    ]
    return lines
  }

  /// What a reader of the output would obey; nil where there is nothing.
  static func danger(in output: String, isGitHub: Bool) -> String? {
    if let scalar = output.unicodeScalars.first(where: { $0.isHidden && $0 != "\n" }) {
      return "sends \(scalar.visible)"
    }
    let scalars = Array(output.unicodeScalars)
    if scalars.indices.contains(where: { String.opensLogCommand(scalars, at: $0) }) {
      return "opens a log command"
    }
    for line in output.split(separator: "\n") where line.drop(while: { $0 == " " }).hasPrefix("::") {
      if isGitHub, line.hasPrefix("::error file=") || line.hasPrefix("::warning file=") { continue }
      return "is a workflow command: \(line)"
    }
    return nil
  }

  @Test(arguments: combined)
  func `every command shows a hostile name in every format`(_ name: String) async {
    for words in Self.commandLines(name) {
      let outcome = await Self.world(name).run(words)
      let isGitHub = words.contains("github")
      #expect(Self.danger(in: outcome.data, isGitHub: isGitHub) == nil, "\(words)\n\(outcome.data)")
      #expect(
        Self.danger(in: outcome.diagnostics, isGitHub: false) == nil, "\(words)\n\(outcome.diagnostics)")
      for (_, text) in outcome.writtenFiles where words[0] != "fmt" && words[0] != "test" {
        #expect(Self.danger(in: text, isGitHub: false) == nil, "\(words)")
      }
    }
  }

  @Test(arguments: combined)
  func `a trace with hostile names is shown in every format`(_ name: String) async throws {
    let trace = await Self.world(name).run("simulate", name + ".json", "-s", name, "-f", "trace")
    #expect(trace.status == .fine)
    var world = TestWorld()
    let hostile = trace.data.replacing("\"ask\"", with: JSONValue.string(name).text())
    world.files.contents = ["run.json": Array(trace.data.utf8), "hostile.json": Array(hostile.utf8)]
    for format in Self.formats(of: SimulateCommand.interface) {
      for path in ["run.json", "hostile.json"] {
        let outcome = await world.run("show", path, "-f", format)
        #expect(Self.danger(in: outcome.data, isGitHub: false) == nil, "\(format)\n\(outcome.data)")
        #expect(Self.danger(in: outcome.diagnostics, isGitHub: false) == nil, "\(outcome.diagnostics)")
      }
    }
  }

  @Test(arguments: combined)
  func `JSON keeps the name`(_ name: String) async throws {
    let run = await Self.world(name).run("simulate", name + ".json", "-s", name, "-f", "json")
    #expect(try JSONValue(parsing: run.data).object?["scenario"] == .string(name))
  }

  @Test(arguments: names)
  func `the command that repeats a run passes the name to a shell as one word`(_ name: String)
    async throws
  {
    let outcome = await Self.world(name).run("test", name + ".json")
    #expect(outcome.status == .problemsFound)
    let again = try #require(
      outcome.data.split(separator: "\n").first { $0.contains("again: ") && !$0.contains("many") })
    let line = again.drop { $0 != "l" }
    let words = ["launchflow", "simulate", name + ".json", "--scenario", name]
    #expect(try Self.words(ofShellLine: String(line)) == words)
    let format = await Self.world(name).run("fmt", "--check", name + ".json")
    let fix = try #require(format.diagnostics.components(separatedBy: "fix with: ").last)
    #expect(try Self.words(ofShellLine: fix) == ["launchflow", "fmt", name + ".json"])
  }

  /// The words that bash makes of a command line, and no other effect of it.
  private static func words(ofShellLine line: String) throws -> [String] {
    let folder = URL.temporaryDirectory.appending(path: "hostile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "launchflow() { printf '%s\\0' launchflow \"$@\"; }\n" + line]
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()) == [])
    return data.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test(arguments: names)
  func `completions offer no word that a shell would expand`(_ name: String) async {
    let outcome = await Self.world(name).run(
      "completions", "bash", "--", "simulate", name + ".json", "-s", "")
    #expect(Set(outcome.data.split(separator: "\n").map(String.init)).isSubset(of: [name, "many", "other"]))
    #expect(outcome.data.split(separator: "\n").allSatisfy { ShellWord.quoted(String($0)) == $0 })
  }

  @Test func `standard input is formatted byte by byte, but shown escaped on a terminal`() async {
    var world = TestWorld()
    world.files.standardInput = Array("{ \"flow\": \"a\u{202E}\u{9B}\" }\n".utf8)
    #expect(await world.run("fmt", "-").data.contains("\"a\u{202E}\u{9B}\""))
    world.isTerminal = true
    #expect(await world.run("fmt", "-").data.contains("\"a\\u202e\\u009b\""))
  }

  @Test func `an output does not replace an input`() throws {
    let folder = URL.temporaryDirectory.appending(path: "output-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let flow = folder.appending(path: "small.json")
    try Data(Self.flow("x").utf8).write(to: flow)
    let link = folder.appending(path: "link.json")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: flow)
    for output in [flow, link] {
      for command in ["simulate", "graph", "verify"] {
        let outcome = try Binary.run([command, flow.path(), "--output", output.path()])
        #expect(outcome.status == 3)
        #expect(
          outcome.diagnostics.contains("is an input or another output of this command; name another file"))
        #expect(try Data(contentsOf: flow) == Data(Self.flow("x").utf8))
      }
    }
  }
}
