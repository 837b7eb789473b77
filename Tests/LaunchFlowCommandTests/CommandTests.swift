import LaunchFlowCommand
import Testing

@Suite struct CommandTests {
  @Test func `the version goes to standard output`() async {
    let outcome = await TestWorld().run("--version")
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
    "simulate", "run", "show", "check", "verify", "test", "compare", "graph", "init", "fmt", "schema",
    "explain",
    "completions",
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
  func `wrong usage is told on standard error and ends with 2`(
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
