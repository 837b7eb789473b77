enum CompletionsCommand: Subcommand {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// The script, which asks the command itself for the words.
    var script: String {
      switch self {
      case .bash: CommandFiles.completionsLaunchflowBash
      case .zsh: CommandFiles.completionsLaunchflowZsh
      case .fish: CommandFiles.completionsLaunchflowFish
      }
    }
  }

  static let interface = Interface(
    "completions",
    [Argument("[SHELL]", .choice(Shell.allCases.map(\.rawValue))), Argument("[WORD...]", .text)])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    guard let shell = given.arguments.first.flatMap(Shell.init) else {
      throw UsageError(
        "missing SHELL; expected one of: \(Shell.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let words = Array(given.arguments.dropFirst())
    if words.isEmpty {
      world.print(shell.script)
    } else {
      let completion = Completion(words, commands: Command.subcommands.map { $0.interface })
      for line in completion.lines(for: shell) { world.print(line + "\n") }
    }
    return .fine
  }
}
