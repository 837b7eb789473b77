import LaunchFlowModel

/// `launchflow completions`
enum CompletionsCommand: Subcommand {
  static let scenariosOf = Option<String>.document(
    "scenarios-of", "Print the names of a flow's scenarios, one per line. The scripts use this.")

  /// The supported shells.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static let interface = Interface(
    name: "completions",
    summary: "Print a shell script that completes launchflow commands",
    discussion: [
      """
      Completes commands, options, their values, files and scenario names. For bash, put \
      'eval "$(launchflow completions bash)"' into ~/.bashrc. For zsh, write the script to a file named _launchflow \
      in a folder of $fpath. For fish, write it to ~/.config/fish/completions/launchflow.fish.
      """
    ],
    arguments: [
      Argument(
        valueName: "SHELL", kind: .choice(Shell.allCases.map(\.rawValue)), summary: "bash, zsh or fish.",
        isRequired: false)
    ],
    options: [scenariosOf.declaration],
    examples: [
      "eval \"$(launchflow completions bash)\"",
      "launchflow completions fish > ~/.config/fish/completions/launchflow.fish",
    ])

  static func run(_ given: Given, in world: World) throws -> ExitStatus {
    if let path = given[scenariosOf] {
      for name in scenarioNames(path, in: world) { world.print(name + "\n") }
      return .fine
    }
    guard let shell = given.arguments.first.flatMap(Shell.init) else {
      throw UsageError("missing SHELL")
    }
    let script = CompletionScript(commands: Command.subcommands.map { $0.interface })
    switch shell {
    case .bash: world.print(script.bash)
    case .zsh: world.print(script.zsh)
    case .fish: world.print(script.fish)
    }
    return .fine
  }

  /// The names in a scenarios file, or in the one beside a flow; none in an unfinished file.
  private static func scenarioNames(_ path: String, in world: World) -> [String] {
    guard let file = try? DocumentFile(path, in: world), let json = try? JSONDocument(file.source) else {
      return []
    }
    guard DocumentKind(json) == .scenarios else {
      let beside = DocumentFile.scenariosPath(besides: path)
      return beside.map { $0 != path && $0.hasSuffix(".scenarios.json") ? names(in: $0, world) : [] } ?? []
    }
    return names(in: path, world)
  }

  private static func names(in path: String, _ world: World) -> [String] {
    guard let file = try? DocumentFile(path, in: world), let json = try? JSONDocument(file.source) else {
      return []
    }
    let members = json.member("scenarios")?.value.object?.members ?? []
    // Shells expand the words that they complete, so a name that needs quotes is left out.
    return members.map(\.name).filter { !$0.hasPrefix("x-") && ShellWord.quoted($0) == $0 }
  }
}
