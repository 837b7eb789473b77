import LaunchFlowSimulator

enum Command {
  static let version = "0.1.0"

  /// Every subcommand, in the order of the help.
  static let subcommands: [any Subcommand.Type] = [
    InitCommand.self, CheckCommand.self, FormatCommand.self, ExplainCommand.self, SchemaCommand.self,
    SimulateCommand.self, CompareCommand.self, ShowCommand.self, GraphCommand.self, StudioCommand.self,
    VerifyCommand.self, TestCommand.self, RunCommand.self, ServeCommand.self, PackCommand.self,
    CompatCommand.self, RecordCommand.self, LearnCommand.self, ReplayCommand.self, TuneCommand.self,
    MergeCommand.self, CompletionsCommand.self, GenerateCommand.self,
  ]

  /// - Parameter arguments: The words after `launchflow`.
  static func run(_ arguments: [String], in world: World) async -> ExitStatus {
    var interface: Interface?
    let status: ExitStatus
    do {
      status = try await dispatch(arguments, in: world, &interface)
    } catch let error as UsageError {
      status = report(error.message, interface, in: world)
    } catch let error as InvalidScenario {
      // The files have been checked, so the command line is wrong.
      status = report(error.problems.joined(separator: "; "), interface, in: world)
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

  /// - Parameter interface: Becomes that of the subcommand.
  private static func dispatch(
    _ arguments: [String], in world: World, _ interface: inout Interface?
  ) async throws -> ExitStatus {
    guard let name = arguments.first, !OptionScanner.isOption(name) else {
      let given = try OptionScanner.scan(arguments, for: SharedOptions.root)
      world.print(given[SharedOptions.version] ? "launchflow \(version)\n" : help(in: world).root)
      return .fine
    }
    let words = Array(arguments.dropFirst())
    if name == "help" { return try showHelp(words, in: world) }
    let subcommand = try find(name)
    if OptionScanner.asksForHelp(words) {
      world.print(help(in: world).text(for: subcommand.interface))
      return .fine
    }
    interface = subcommand.interface
    let given = try OptionScanner.scan(words, for: subcommand.interface)
    do {
      return try await subcommand.run(given, in: world)
    } catch let flawed as FlawedDocument {
      flawed.report(given, in: world)
      return .problemsFound
    }
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
    HelpText(width: min(max(world.terminalColumns ?? 80, 40), 100))
  }

  private static func report(_ mistake: String, _ interface: Interface?, in world: World) -> ExitStatus {
    world.report("error: " + mistake)
    if let interface {
      world.report(HelpText.usage(of: interface))
      world.report("See 'launchflow help \(interface.name)'.")
    } else {
      world.report("Usage: launchflow COMMAND [options]")
      world.report("See 'launchflow --help'.")
    }
    return .wrongUsage
  }
}
