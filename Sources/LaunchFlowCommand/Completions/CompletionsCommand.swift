/// `launchflow completions`
enum CompletionsCommand: Subcommand {
  /// The supported shells.
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
    name: "completions",
    summary: "Print a shell script that completes launchflow commands",
    discussion: [
      """
      Completes commands, options, their values, files, and the names in a flow and its scenarios. For bash, put \
      'eval "$(launchflow completions bash)"' into ~/.bashrc. For zsh, write the script to a file named _launchflow \
      in a folder of $fpath. For fish, write it to ~/.config/fish/completions/launchflow.fish.
      """
    ],
    arguments: [
      Argument(
        valueName: "SHELL", kind: .choice(Shell.allCases.map(\.rawValue)), summary: "bash, zsh or fish.",
        isRequired: false),
      Argument(
        valueName: "WORD", kind: .text,
        summary: "Print what completes the last of these words, in place of a script. The scripts use this.",
        isRequired: false, isRepeatable: true),
    ],
    examples: [
      "eval \"$(launchflow completions bash)\"",
      "launchflow completions fish > ~/.config/fish/completions/launchflow.fish",
    ])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    guard let shell = given.arguments.first.flatMap(Shell.init) else {
      throw UsageError(
        "missing SHELL; expected one of: \(Shell.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let words = Array(given.arguments.dropFirst())
    if words.isEmpty {
      world.print(shell.script)
    } else {
      let completion = Completion(words, commands: Command.subcommands.map { $0.interface }, in: world)
      for line in completion.lines(for: shell) { world.print(line + "\n") }
    }
    return .fine
  }
}
