@testable import LaunchFlowCommand
import Testing

@Suite struct CommandTests {
  @Test(arguments: [[], ["--help"], ["-h"], ["help"], ["help", "--help"], ["help", "help"]])
  func `the root's help is shown`(_ words: [String]) async throws {
    let outcome = await TestWorld().run(words)
    #expect(outcome.status == .fine)
    try Golden.expect(outcome.data, in: "help/launchflow.txt")
    #expect(outcome.diagnostics == "")
  }

  @Test(arguments: [
    "simulate", "run", "show", "check", "verify", "test", "compare", "graph", "generate", "init", "fmt",
    "schema", "explain",
    "completions", "pack", "compat", "record", "learn", "replay", "tune", "merge", "serve", "studio",
  ])
  func `a command's help is made from its declaration`(_ name: String) async throws {
    for words in [["help", name], [name, "--help"], [name, "--nonsense", "-h"]] {
      let outcome = await TestWorld().run(words)
      #expect(outcome.status == .fine)
      try Golden.expect(outcome.data, in: "help/\(name).txt")
    }
  }

  @Test(arguments: [
    (["LC_ALL": "C"], true), (["LC_ALL": "POSIX", "LANG": "en_GB.UTF-8"], true),
    (["LC_ALL": "", "LC_CTYPE": "C"], true), (["LC_ALL": "C.UTF-8", "LANG": "C"], false),
    (["LANG": "de_DE.UTF-8"], false), ([:], false),
  ])
  func `the locale C means ASCII`(_ environment: [String: String], _ isASCII: Bool) async {
    var world = TestWorld()
    world.environment = environment
    world.files = ["small.json": SimulateCommandTests.flow]
    let outcome = await world.run("simulate", "small.json")
    #expect(outcome.status == .fine)
    #expect(outcome.data.utf8.allSatisfy { $0 < 0x80 } == isASCII)
  }

  @Test func `help fits a narrow terminal`() async {
    var world = TestWorld()
    world.isTerminal = true
    world.terminalWidth = 50
    let outcome = await world.run("help", "simulate")
    let prose = outcome.data.split(separator: "\n").prefix { $0 != "Examples:" }
    #expect(prose.count > 20)
    #expect(prose.filter { $0.count > 50 && !$0.hasPrefix("Usage:") } == [])
  }
}
