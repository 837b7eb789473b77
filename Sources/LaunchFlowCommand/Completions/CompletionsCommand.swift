import LaunchFlowModel

/// `launchflow completions`
enum CompletionsCommand: Subcommand {
  static let list = Option<DocumentWords>.choice(
    "list", "WORDS", "The words that --of prints.", default: .scenarios)
  static let of = Option<String>.document(
    "of", "Print words of a flow or its scenarios, one per line, in place of a script. The scripts use this.")

  /// The supported shells.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
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
        isRequired: false)
    ],
    options: [list.declaration, of.declaration],
    examples: [
      "eval \"$(launchflow completions bash)\"",
      "launchflow completions fish > ~/.config/fish/completions/launchflow.fish",
    ])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    if let path = given[of] {
      for word in (given[list] ?? .scenarios).words(in: path, world) { world.print(word + "\n") }
      return .fine
    }
    guard let shell = given.arguments.first.flatMap(Shell.init) else {
      throw UsageError(
        "missing SHELL; expected one of: \(Shell.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let script = CompletionScript(commands: Command.subcommands.map { $0.interface })
    switch shell {
    case .bash: world.print(script.bash)
    case .zsh: world.print(script.zsh)
    case .fish: world.print(script.fish)
    }
    return .fine
  }
}
