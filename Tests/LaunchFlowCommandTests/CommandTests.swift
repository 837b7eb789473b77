import LaunchFlowCommand
import Testing

@Suite struct CommandTests {
  @Test(arguments: ["--version", "-V"]) func `the version goes to standard output`(_ option: String) async {
    let outcome = await TestWorld().run(option)
    #expect(outcome.status == .fine)
    #expect(outcome.data == "launchflow \(Command.version)\n")
    #expect(outcome.diagnostics == "")
  }

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
    for words in [
      ["help", name], [name, "--help"], [name, "--nonsense", "-h"], ["--color", "never", name, "-h"],
    ] {
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

  @Test(arguments: [
    (
      ["simualte"], "error: unknown command 'simualte'; did you mean 'simulate'?",
      "Usage: launchflow COMMAND [options]"
    ),
    (
      ["sim"], "error: unknown command 'sim'; did you mean 'simulate'?", "Usage: launchflow COMMAND [options]"
    ),
    (
      ["draw"],
      "error: unknown command 'draw'; expected one of: simulate, merge, run, show, check, verify, test, serve, compare, "
        + "graph, generate, init, fmt, schema, pack, compat, explain, record, learn, replay, tune, studio, "
        + "completions, help",
      "Usage: launchflow COMMAND [options]"
    ),
    (
      ["verify", "f", "--timeout", "5"],
      "error: '--timeout' must be a duration such as 1m30s, not '5'; did you mean '5s'?",
      "Usage: launchflow verify [options] [PATH...]"
    ),
    (
      ["test", "--fail-under", "150"],
      "error: '--fail-under' must be a whole number from 0 to 100, not '150'",
      "Usage: launchflow test [options] [PATH...]"
    ),
    (["--verbos"], "error: unknown option '--verbos'", "Usage: launchflow COMMAND [options]"),
    (
      ["help", "chekc"], "error: unknown command 'chekc'; did you mean 'check'?",
      "Usage: launchflow COMMAND [options]"
    ),
    (["help", "check", "x"], "error: unexpected argument 'x'", "Usage: launchflow COMMAND [options]"),
    (["graph"], "error: missing FLOW", "Usage: launchflow graph [options] FLOW"),
    (
      ["--color=red", "check", "x"], "error: '--color' must be auto, always or never, not 'red'",
      "Usage: launchflow COMMAND [options]"
    ),
    (
      ["simulate", "f", "--run=x"],
      "error: '--run' must be a whole number from 0 to 18446744073709551615, not 'x'",
      "Usage: launchflow simulate [options] FLOW"
    ),
  ])
  func `wrong usage is reported on standard error with exit status 2`(
    _ words: [String], _ message: String, _ usage: String
  ) async {
    let outcome = await TestWorld().run(words)
    #expect(outcome.status == .wrongUsage)
    #expect(outcome.data == "")
    let lines = outcome.diagnostics.split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == [message, usage])
    #expect(lines.count == 3)
  }
}
