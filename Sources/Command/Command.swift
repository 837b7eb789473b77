import LaunchFlowSimulator

/// The `launchflow` command.
package enum Command {
  package static let version = "0.1.0"

  /// Every subcommand, in the order of the help.
  static let subcommands: [any Subcommand.Type] = [
    InitCommand.self, CheckCommand.self, FormatCommand.self, ExplainCommand.self, SchemaCommand.self,
    SimulateCommand.self, CompareCommand.self, ShowCommand.self, GraphCommand.self, StudioCommand.self,
    VerifyCommand.self, TestCommand.self, RunCommand.self, ServeCommand.self, PackCommand.self,
    CompatCommand.self, RecordCommand.self, LearnCommand.self, ReplayCommand.self, TuneCommand.self,
    MergeCommand.self, CompletionsCommand.self, GenerateCommand.self,
  ]

  /// - Parameter arguments: The words after `launchflow`.
  package static func run(_ arguments: [String], in world: World) async -> ExitStatus {
    let status: ExitStatus
    do {
      status = try await dispatch(arguments, in: world)
    } catch let error as UsageError {
      status = report(error, in: world)
    } catch {
      world.report("error: \(error)")
      status = .couldNotRun
    }
    if let failure = world.output.failure {
      world.report("error: standard output: \(failure)")
      return .couldNotRun
    }
    return status
  }

  private static func dispatch(_ arguments: [String], in world: World) async throws -> ExitStatus {
    let (before, name, after) = try split(arguments)
    guard let name else {
      if before.contains("--version") || before.contains("-V") {
        world.print("launchflow \(version)\n")
      } else {
        world.print(help(in: world).root)
      }
      return .fine
    }
    if name == "help" { return try showHelp(after, in: world) }
    let subcommand = try find(name)
    let words = before + after
    if OptionScanner.asksForHelp(words) {
      world.print(help(in: world).text(for: subcommand.interface))
      return .fine
    }
    do {
      let given = try OptionScanner.scan(words, for: subcommand.interface)
      do {
        return try await subcommand.run(given, in: world)
      } catch let flawed as FlawedDocument {
        flawed.report(given, in: world)
        return .problemsFound
      }
    } catch var error as UsageError {
      error.command = subcommand.interface.name
      throw error
    } catch let error as InvalidScenario {
      // The files have been checked, so the command line is wrong.
      throw UsageError(error.problems.joined(separator: "; "), command: subcommand.interface.name)
    }
  }

  /// The shared options before the subcommand's name, that name, and the words after it.
  private static func split(
    _ arguments: [String]
  ) throws(UsageError) -> (before: [String], name: String?, after: [String]) {
    var before: [String] = []
    var rest = arguments[...]
    while let word = rest.first, OptionScanner.isOption(word) {
      rest.removeFirst()
      before.append(word)
      let takesNext = SharedOptions.declarations.contains { $0.typed == word && $0.valueName != nil }
      if takesNext, let value = rest.popFirst() { before.append(value) }
    }
    _ = try OptionScanner.scan(before, for: SharedOptions.root)
    return (before, rest.first, Array(rest.dropFirst()))
  }

  private static func showHelp(_ words: [String], in world: World) throws(UsageError) -> ExitStatus {
    guard words.count <= 1 else { throw UsageError("unexpected argument '\(words[1])'") }
    if let name = words.first, !OptionScanner.isOption(name), name != "help" {
      world.print(help(in: world).text(for: try find(name).interface))
    } else {
      world.print(help(in: world).root)
    }
    return .fine
  }

  private static func find(_ name: String) throws(UsageError) -> any Subcommand.Type {
    if let found = subcommands.first(where: { $0.interface.name == name }) { return found }
    let interfaces = subcommands.map { $0.interface }
    if let meant = interfaces.first(where: { $0.text.synonyms.contains(name) }) {
      throw UsageError("unknown command '\(name)'; did you mean '\(meant.name)'?")
    }
    throw UsageError.unknown("command", name, among: interfaces.map(\.name) + ["help"])
  }

  private static func help(in world: World) -> HelpText {
    HelpText(width: world.terminalColumns ?? 80)
  }

  private static func report(_ error: UsageError, in world: World) -> ExitStatus {
    world.report("error: " + error.message)
    let subcommand = error.command.flatMap { name in subcommands.first { $0.interface.name == name } }
    if let interface = subcommand?.interface {
      world.report(HelpText.usage(of: interface))
      world.report("See 'launchflow help \(interface.name)'.")
    } else {
      world.report("Usage: launchflow COMMAND [options]")
      world.report("See 'launchflow --help'.")
    }
    return .wrongUsage
  }
}
